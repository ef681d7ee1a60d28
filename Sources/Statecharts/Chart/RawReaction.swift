/// What a handler answered, without its chart's type: targets are numbers, so that an answer costs no reference counting.
@usableFromInline
struct RawReaction {
    @usableFromInline
    enum Kind: UInt8 {
        case unhandled, `internal`, external, local, deferred
    }

    /// What few reactions have, apart so that the others stay small.
    @usableFromInline
    final class More {
        /// Targets after the second.
        @usableFromInline let targets: [Int32]
        @usableFromInline let effect: (() async throws -> Void)?

        @usableFromInline init(targets: [Int32], effect: (() async throws -> Void)?) {
            self.targets = targets
            self.effect = effect
        }
    }

    @usableFromInline let kind: Kind
    /// The number of targets in `first` and `second`; further ones are in `more`.
    @usableFromInline let inlineTargets: UInt8
    @usableFromInline let first: Int32
    @usableFromInline let second: Int32
    /// The chart that the targets belong to, to tell apart two machines with the same chart; `nil` if not all are the same.
    @usableFromInline let table: NodeTable?
    @usableFromInline let effect: (() throws -> Void)?
    @usableFromInline let more: More?

    /// Runs the effect where it lies: a copy would be retained.
    @inline(__always) borrowing func runEffect() throws { try effect?() }

    @inlinable static var unhandled: RawReaction { RawReaction(.unhandled, effect: nil) }

    @inlinable init(_ kind: Kind, effect: (() throws -> Void)?) {
        self.kind = kind
        inlineTargets = 0
        first = -1
        second = -1
        table = nil
        self.effect = effect
        more = nil
    }

    @inlinable init(_ kind: Kind, suspending effect: @escaping () async throws -> Void) {
        self.kind = kind
        inlineTargets = 0
        first = -1
        second = -1
        table = nil
        self.effect = nil
        more = More(targets: [], effect: effect)
    }

    @inlinable init(_ kind: Kind, _ target: StateNode, effect: (() throws -> Void)?) {
        self.kind = kind
        inlineTargets = 1
        first = target.index
        second = -1
        table = target.table
        self.effect = effect
        more = nil
    }

    @inlinable init(_ kind: Kind, _ target: StateNode, suspending effect: @escaping () async throws -> Void) {
        self.kind = kind
        inlineTargets = 1
        first = target.index
        second = -1
        table = target.table
        self.effect = nil
        more = More(targets: [], effect: effect)
    }

    @inlinable init(
        _ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode],
        effect: (() throws -> Void)?, suspending: (() async throws -> Void)? = nil
    ) {
        self.kind = kind
        inlineTargets = 2
        self.first = first.index
        self.second = second.index
        let together = first.table == second.table && others.allSatisfy { $0.table == first.table }
        table = together ? first.table : nil
        self.effect = effect
        more = others.isEmpty && suspending == nil ? nil : More(targets: others.map { $0.index }, effect: suspending)
    }
}
