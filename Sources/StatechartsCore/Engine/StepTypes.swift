// What begins a step, the values that its parts hand on, and what it answers.

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

/// How far a step has come when the engine returns.
@usableFromInline
package enum StepEnd {
    /// The step is complete, with what was recalled behind it, and the chart goes on.
    case over(Outcome)
    /// It is complete, and was the last one.
    case ended
    /// An action is to be awaited, see `Engine.pause`.
    case suspended
    /// A deferred event with another cause is recalled next, see `DeferredCauses`.
    case recalls
    /// No step can begin: one is under way, or the chart does not run.
    case refused

    package var isSuspended: Bool { if case .suspended = self { true } else { false } }
}

/// An action that suspends, which the engine leaves to who runs it.
@usableFromInline
package enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
    /// No action: the chart has come to its end, and its cancelled activities are awaited.
    case ending(() async -> Void)
}

extension Engine {
    /// An event that states are asked about.
    struct Offer {
        let event: EventPointer
        /// The chart whose event it is.
        var scope: ScopeIndex = 0
        /// The active state that the event belongs to, as that of a timer does; -1 if it is for all.
        var owner: VertexIndex = -1
    }

    /// The reaction of a vertex, with the plan of what it exits and enters.
    struct Answer {
        var reaction: RawReaction
        /// `nil` if nothing is exited or entered.
        let plan: Plan?
        /// The vertex, -1 for the start and the end of the chart.
        let source: VertexIndex
        /// The position of the first leaf that the plan replaces.
        let position: LeafPosition
        /// The reactions of junctions, joins and exit points on the way, in `StepScratch.passed`.
        var passed: Range<Int32> = 0..<0
        /// True if the transition begins with an answer before: it has several domains, with a plan for each.
        var isContinued = false
    }

    /// The reaction of a vertex on the way from the source to the targets.
    struct Passed {
        var reaction: RawReaction
        let source: VertexIndex
    }

    /// A transition before its plan is known.
    struct Transition {
        let source: VertexIndex
        /// True if it stays inside its source.
        let isLocal: Bool
        /// In `StepScratch.targets`, in document order.
        let targets: Range<Int32>
        /// The first state, fork or entry point on the way, by which the plan can be cached; -1 if more than that says
        /// where the way leads.
        let named: VertexIndex
        /// The state that is exited, with everything inside, wherever the way leads: around composites with exit
        /// points, and orthogonal states of joins. -1 for none.
        let exited: VertexIndex
    }

    /// The part of the tree that a transition changes: everything inside `node`, and `node` itself if `includesNode`.
    struct Domain {
        let node: VertexIndex
        let includesNode: Bool
        /// True if all that is inside `node` is exited, although `node`, a top, stays: its histories remember it.
        var exitsInside = false
        /// Those of the transition's targets that are in it.
        let targets: Range<Int32>
    }
}
