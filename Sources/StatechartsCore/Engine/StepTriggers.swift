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

extension StepInput {
    /// What the record says that has begun the step.
    var trigger: MacrostepTrigger {
        switch self {
        case .start: .start
        case .touched, .restored, .failure: .changed
        case .activityEnd(let state, _): .activity(state)
        case .stop, .abandon: .stop
        }
    }
}
