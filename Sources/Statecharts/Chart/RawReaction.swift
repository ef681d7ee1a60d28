/// An effect, by whether the step has to wait for it.
@usableFromInline
enum Effect {
    case immediate(() throws -> Void)
    case suspending(() async throws -> Void)
}

/// What a handler answered, without its chart's type: targets are numbers, so that an answer costs no reference counting.
@usableFromInline
struct RawReaction {
    @usableFromInline
    enum Kind: UInt8 {
        case unhandled, `internal`, external, local, deferred
    }

    @usableFromInline let kind: Kind
    /// The number of targets in `first` and `second`; further ones are in `others`.
    @usableFromInline let inlineTargets: UInt8
    @usableFromInline let first: Int32
    @usableFromInline let second: Int32
    /// The chart that the targets belong to, to tell apart two machines with the same chart; `nil` if not all are the same.
    @usableFromInline let table: NodeTable?
    @usableFromInline let effect: Effect?
    @usableFromInline let others: [Int32]?

    @inlinable static var unhandled: RawReaction { RawReaction(.unhandled, effect: nil) }

    @inlinable init(_ kind: Kind, effect: Effect?) {
        self.kind = kind
        inlineTargets = 0
        first = -1
        second = -1
        table = nil
        self.effect = effect
        others = nil
    }

    @inlinable init(_ kind: Kind, _ target: StateNode, effect: Effect?) {
        self.kind = kind
        inlineTargets = 1
        first = target.index
        second = -1
        table = target.table
        self.effect = effect
        others = nil
    }

    @inlinable init(_ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode], effect: Effect?) {
        self.kind = kind
        inlineTargets = 2
        self.first = first.index
        self.second = second.index
        let together = first.table == second.table && others.allSatisfy { $0.table == first.table }
        table = together ? first.table : nil
        self.effect = effect
        self.others = others.isEmpty ? nil : others.map { $0.index }
    }
}
