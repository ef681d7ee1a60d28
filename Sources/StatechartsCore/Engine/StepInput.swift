/// What begins a step, besides an event.
package enum StepInput {
    /// The chart is entered: at these states, or by default.
    case start(at: [VertexIndex])
    /// Data were changed from outside a step, or events raised there.
    case changed
    /// An activity of the state has ended without an event of its own.
    case activityEnd(VertexIndex, (any Error)?)
    /// The chart continues from a snapshot.
    case restored
    /// Something outside has gone wrong.
    case failure(StepError)
    /// All states are exited, and the chart ends.
    case stop
    /// The chart ends without exits: another machine continues where it stands.
    case abandon

    /// What the record says that has begun the step.
    var trigger: MacrostepTrigger {
        switch self {
        case .start: .start
        case .changed, .restored, .failure: .changed
        case .activityEnd(let state, _): .activity(state)
        case .stop, .abandon: .stop
        }
    }
}
