/// What a microstep answers to. The text of a raised event or an error is in `ColdState.causeText`, while somebody
/// records.
enum MicrostepTrigger {
    case start, event, eventless, finish, raised
    case completion(VertexIndex), choice(VertexIndex), error(VertexIndex)
}

/// What has begun a step. The public form is `Macrostep.Trigger`, which has the event itself.
package enum MacrostepTrigger: Equatable {
    case start, event, changed, stop
    case recalled(scope: ScopeIndex, number: Int)
    /// An event from a timer or an activity for an embedded chart.
    case inside
    /// An activity of this state has ended.
    case activity(VertexIndex)
}
