/// Where a chart is in its life; `Interpreter.Status` says it to users.
package enum EngineStatus: Equatable {
    case new, running, finished, stopped, terminated, failed
}

/// What a microstep answers to. The text of a raised event or an error is in `ColdState.causeText`, while somebody
/// records.
enum MicrostepTrigger {
    case start, event, eventless, finish, raised
    case completion(Int32), choice(Int32), failure(Int32)
}

/// What has begun a step. The public form is `Macrostep.Trigger`, which has the event itself.
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
