package enum EngineStatus: Equatable {
    case new, running, finished, stopped, terminated, failed
}

/// What a microstep answers to, as numbers; the text that belongs to it is `ColdState.causeText`, while somebody
/// records.
enum MicrostepTrigger {
    case start, event, eventless, finish, raised
    case completion(Int32), choice(Int32), failure(Int32)
}

package enum MacrostepTrigger: Equatable {
    case start, event, changed, stop
    case recalled(scope: Int16, number: Int)
    /// An event from a timer or an activity for an embedded chart.
    case inside
    /// An activity of this state has ended.
    case activity(Int32)
}

/// A macrostep on its way to an observer, who knows the type of the event.
@usableFromInline
package struct RawMacrostep: Sendable {
    let trigger: MacrostepTrigger
    @usableFromInline let content: StepContent

    /// True if an event for the chart itself has set the step off, and was not deferred before.
    @usableFromInline var isOfEvent: Bool { trigger == .event }
}
