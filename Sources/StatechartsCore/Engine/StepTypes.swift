// The values that the parts of a step hand on.

/// What sets a step off, besides an event.
package enum StepInput {
    /// The chart is entered: at these states, or by default.
    case start(at: [Int32])
    /// Data were changed from outside, or events raised there.
    case touched
    /// An activity of the state has ended without an event of its own.
    case activityEnd(Int32, (any Error)?)
    /// The chart continues from a snapshot.
    case restored
    /// Something outside has gone wrong.
    case failure(StepError)
    /// Everything is left.
    case stop
    /// The chart ends without exits: somebody else continues where it stands.
    case abandon
}

/// How far a step has come when the engine returns.
@usableFromInline
package enum StepEnd {
    /// The step is complete, and the chart goes on.
    case over(Outcome)
    /// It is complete, and was the last one.
    case ended
    /// An action is to be awaited, see `Engine.pause`.
    case suspended
    /// A deferred event is next, and came with something else than what is noted: see `DeferredCauses`.
    case recalls
    /// No step can begin: one is under way, or the chart does not run.
    case refused

    package var isSuspended: Bool {
        switch self {
        case .suspended: true
        case .over, .ended, .recalls, .refused: false
        }
    }
}

/// A deferred event; the event itself is in the store of its chart.
package struct Deferred {
    package let scope: Int16
    package let number: Int
    /// The state with which it goes, -1 for none.
    package var owner: Int32 = -1
    /// True if that state was left while the event was being taken again.
    var isOver = false

    package init(scope: Int16, number: Int, owner: Int32 = -1) {
        self.scope = scope
        self.number = number
        self.owner = owner
    }
}

extension Engine {
    /// An event while states are asked about it.
    struct Offer {
        let event: EventPointer
        /// The chart whose event it is.
        var scope: Int16 = 0
        /// The active state that the event belongs to, as that of a timer does; -1 if it is for all.
        var owner: Int32 = -1

        /// True if it is one of the chart itself, and belongs to no state.
        @inline(__always) var isForAll: Bool { scope == 0 && owner < 0 }
    }

    /// What a vertex has answered, with the plan of what comes of it.
    struct Answer {
        var reaction: RawReaction
        /// `nil` if nothing is left or entered.
        let plan: Plan?
        /// Who has answered, -1 for the start and the end of the chart.
        let source: Int32
        /// That of the first leaf that the plan replaces.
        let position: Int32
        /// What junctions, joins and exit points on the way have answered, in `StepScratch.passed`.
        var passed: Range<Int32> = 0..<0
        /// True if the plan is another one of the answer before.
        var isContinued = false

        /// True if a transition begins with it.
        var isFirst: Bool { source >= 0 && !isContinued }

        func isOf(_ vertex: Int32, _ passed: FlatStack<Passed>?) -> Bool {
            if source == vertex, !isContinued { return true }
            guard let passed else { return false }
            return self.passed.contains { passed[$0].source == vertex }
        }
    }

    /// What a vertex on the way to the targets has answered.
    struct Passed {
        var reaction: RawReaction
        let source: Int32
    }

    /// Where a reaction leads.
    enum Resolution {
        /// Nowhere: a junction on the way has no branch, or the sources of a join are not all active.
        case closed
        /// Nowhere, by a mistake.
        case refused(StepError)
        case leads(Transition)
    }

    /// A transition before its plan is known.
    struct Transition {
        let source: Int32
        /// True if it stays inside its source.
        let isLocal: Bool
        /// In `StepScratch.targets`, in document order.
        let targets: Range<Int32>
        /// The one vertex that it was found by; -1 if what it leads to depends on more than that.
        let named: Int32
        /// What holds everything that the way leaves behind, wherever it leads: composites with exit points, and the
        /// orthogonal states of joins. -1 for none.
        let left: Int32
    }

    /// The part of the tree that a transition changes: everything inside `node`, and `node` itself if `includesNode`.
    struct Domain {
        let node: Int32
        let includesNode: Bool
        /// True if what is inside `node` is left as a whole, although `node`, a top, stays: its histories remember it.
        var leavesInside = false
        /// Those of the transition's targets that are in it.
        let targets: Range<Int32>
    }

    /// An error until it is offered to the states.
    struct Failure {
        let node: Int32
        let error: any Error
        let action: StepError.Action?
        /// True if it is a mistake of the chart's code: a `StepError` of its own, see `Engine.noteMistake`.
        var isMistake = false
        /// The first state that it is offered to, if it is active.
        let askedFirst: Int32
        /// The transition that the action is part of, as text.
        var transition: String?
    }
}
