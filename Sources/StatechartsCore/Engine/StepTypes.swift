// The values that the parts of a step hand on.

/// What begins a step, besides an event.
package enum StepInput {
    /// The chart is entered: at these states, or by default.
    case start(at: [Int32])
    /// Data were changed from outside a step, or events raised there.
    case touched
    /// An activity of the state has ended without an event of its own.
    case activityEnd(Int32, (any Error)?)
    /// The chart continues from a snapshot.
    case restored
    /// Something outside has gone wrong.
    case failure(StepError)
    /// Everything is left.
    case stop
    /// The chart ends without exits: another machine continues where it stands.
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
    /// A deferred event with another cause is recalled next, see `DeferredCauses`.
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
    /// The state that it belongs to and is dropped with, -1 for none.
    package var owner: Int32 = -1
    /// True if it was dropped while it was being recalled: it goes when that step is over.
    var isDropped = false

    package init(scope: Int16, number: Int, owner: Int32 = -1) {
        self.scope = scope
        self.number = number
        self.owner = owner
    }
}

extension Engine {
    /// An event that states are asked about.
    struct Offer {
        let event: EventPointer
        /// The chart whose event it is.
        var scope: Int16 = 0
        /// The active state that the event belongs to, as that of a timer does; -1 if it is for all.
        var owner: Int32 = -1

        /// True if it is one of the chart itself, and belongs to no state.
        @inline(__always) var isForAll: Bool { scope == 0 && owner < 0 }
    }

    /// The reaction of a vertex, with the plan of what it leaves and enters.
    struct Answer {
        var reaction: RawReaction
        /// `nil` if nothing is left or entered.
        let plan: Plan?
        /// The vertex, -1 for the start and the end of the chart.
        let source: Int32
        /// The position of the first leaf that the plan replaces.
        let position: Int32
        /// The reactions of junctions, joins and exit points on the way, in `StepScratch.passed`.
        var passed: Range<Int32> = 0..<0
        /// True if the transition begins with an answer before: it has several domains, with a plan for each.
        var isContinued = false

        /// The start or the end of the chart, which nobody was asked about.
        static func ofChart(_ plan: Plan) -> Answer {
            Answer(reaction: .unhandled, plan: plan, source: -1, position: 0)
        }

        /// True if a transition begins with this answer.
        var isFirst: Bool { source >= 0 && !isContinued }

        /// True if the vertex is the source, or on the way.
        func isOf(_ vertex: Int32, _ passed: FlatStack<Passed>?) -> Bool {
            if source == vertex, !isContinued { return true }
            guard let passed else { return false }
            return self.passed.contains { passed[$0].source == vertex }
        }
    }

    /// The reaction of a vertex on the way from the source to the targets.
    struct Passed {
        var reaction: RawReaction
        let source: Int32
    }

    /// Where a reaction leads.
    enum Resolution {
        /// Nowhere: a junction on the way has no branch, or the sources of a join are not all active.
        case closed
        /// Nowhere, by a mistake of the chart's code.
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
        /// The one target that the reaction has named, by which the plan can be cached; -1 if it depends on more.
        let named: Int32
        /// What holds everything that the way leaves behind, wherever it leads: composites with exit points, and the
        /// orthogonal states of joins. -1 for none.
        var left: Int32
    }

    /// The part of the tree that a transition changes: everything inside `node`, and `node` itself if `includesNode`.
    struct Domain: Equatable {
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
        /// True if it is a mistake of the chart's code, see `Engine.noteMistake`, and not an error that was thrown.
        var isMistake = false
        /// The state that it is offered to first, if that is active.
        let askedFirst: Int32
        /// The transition that the action is part of, as text.
        var transition: String?
    }
}
