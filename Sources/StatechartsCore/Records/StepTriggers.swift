/// What a microstep answers to. The text of a raised event or an error is in `ColdState.causeText`, while somebody
/// records.
package struct MicrostepTrigger {
    /// Its number is the one in a `StepLog`.
    package enum Kind: Int32 { case event = 0, start, eventless, finish, raised, completion, choice, error }

    let kind: Kind
    /// Whose completion, choice or error it is; -1 for the other kinds.
    let vertex: VertexIndex

    init(_ kind: Kind, of vertex: VertexIndex = -1) {
        self.kind = kind
        self.vertex = vertex
    }
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
