// Unsafe storage of its own: the lists' headers are one block of memory, which lives until `free()`. Who has it when is proved in WorkspaceStock.swift, where it
// also says what was tried.

/// What a step needs while it runs: lists that are empty between steps, so that machines at rest can share a few of them.
@safe
struct Workspace {
    /// A transition that was selected.
    struct Selected {
        var source: Int32
        var kind: RawReaction.Kind
        var targets: Range<Int32>
        var effects: Range<Int32>
        /// The outermost composite that is left through an exit point, -1 for none.
        var left: Int32 = -1
        /// Its domains, until those of all are put into order.
        var domains: Range<Int32> = 0..<0
        /// What holds them: the domain, or the source if it has one in several regions.
        var domain: Int32 = -1
        /// The words of the guards on the way.
        var guards: Range<Int32> = 0..<0
        var isPreempted = false
    }

    /// The part of the tree that a transition changes: everything inside `node`, and `node` itself if `includesNode`.
    struct Domain {
        var node: Int32
        var includesNode: Bool
        var targets: Range<Int32>
    }

    /// An answer whose effect is to be run. It stays where it is: a copy would be retained.
    struct PendingEffect {
        let reaction: RawReaction
        let source: Int32
    }

    /// What an answer replaces, the leaves from `position` on; no plan if it is internal.
    struct Part {
        let plan: Plan?
        let position: Int32
        let source: Int32
    }

    /// A node to enter, with the targets that lie in it.
    struct Descent {
        let node: Int32
        let targets: Range<Int32>
        let entersNode: Bool
    }

    private struct Block {
        var selected = FlatStack<Selected>.Header()
        var parts = FlatStack<Part>.Header()
        var targets = FlatStack<Int32>.Header()
        var effects = FlatStack<PendingEffect>.Header()
        var domains = FlatStack<Domain>.Header()
        var guards = FlatStack<GuardText>.Header()
        var exits = FlatStack<Plan.Step>.Header()
        var entries = FlatStack<Plan.Step>.Header()
        var newLeaves = FlatStack<Int32>.Header()
        var descents = FlatStack<Descent>.Header()
        var passing = FlatStack<Int32>.Header()
        var completions = FlatStack<Int32>.Header()
        var trail = FlatStack<Int32>.Header()
    }

    private let block: FlatBlock<Block>

    init() { block = FlatBlock(Block()) }

    @inline(__always) var selected: FlatStack<Selected> { unsafe FlatStack(at: &block.place.pointee.selected) }
    /// The answers whose plans are known, in the order of their leaves.
    @inline(__always) var parts: FlatStack<Part> { unsafe FlatStack(at: &block.place.pointee.parts) }
    @inline(__always) var targets: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.targets) }
    @inline(__always) var effects: FlatStack<PendingEffect> { unsafe FlatStack(at: &block.place.pointee.effects) }
    @inline(__always) var domains: FlatStack<Domain> { unsafe FlatStack(at: &block.place.pointee.domains) }
    @inline(__always) var guards: FlatStack<GuardText> { unsafe FlatStack(at: &block.place.pointee.guards) }
    @inline(__always) var exits: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.exits) }
    @inline(__always) var entries: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.entries) }
    @inline(__always) var newLeaves: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.newLeaves) }
    @inline(__always) var descents: FlatStack<Descent> { unsafe FlatStack(at: &block.place.pointee.descents) }
    /// Choices and junctions that were reached and not gone on from.
    @inline(__always) var passing: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.passing) }
    @inline(__always) var completions: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.completions) }
    /// The sources of the last eventless microsteps, to name a cycle.
    @inline(__always) var trail: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.trail) }

    func clear() {
        selected.removeAll()
        parts.removeAll()
        targets.removeAll()
        effects.removeAll()
        domains.removeAll()
        guards.removeAll()
        exits.removeAll()
        entries.removeAll()
        newLeaves.removeAll()
        descents.removeAll()
        passing.removeAll()
        completions.removeAll()
        trail.removeAll()
    }

    func free() {
        selected.free()
        parts.free()
        targets.free()
        effects.free()
        domains.free()
        guards.free()
        exits.free()
        entries.free()
        newLeaves.free()
        descents.free()
        passing.free()
        completions.free()
        trail.free()
        block.free()
    }
}
