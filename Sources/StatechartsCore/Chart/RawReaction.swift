/// What a handler answered, without its chart's type: four words that travel in registers. One that did not react has
/// answered `nil`.
///
/// Targets are numbers, so that an answer costs no reference counting. The tag says which machine they are numbers of.
@usableFromInline
struct RawReaction {
    @usableFromInline
    enum Kind: UInt8 {
        case `internal` = 1, external, local, deferred
    }

    /// The kind (8 bits), then whether the effect suspends, whether there is one, whether the guard has words; from bit
    /// 12 on the number of targets, 3 for all above 2; from bit 16 on the upper half of where the guard's words are;
    /// from bit 32 on the first target.
    @usableFromInline let head: UInt64
    /// The second target, or the lower half of where the guard's words are; then the tag.
    @usableFromInline let tail: UInt64
    /// The effect, or one that does nothing: a closure that is always there is called where it lies, without being
    /// retained. One that suspends is kept in its place, see `KeptEffect`, and must not be called. Where there are more
    /// than two targets it brings them, as `ManyTargets`.
    @usableFromInline private(set) var effect: () throws -> Void

    @inlinable @inline(__always)
    init(
        _ kind: Kind, targets: Int = 0, first: Int32 = -1, second: Int32 = -1, tag: UInt32 = 0, suspends: Bool = false,
        effect: (() throws -> Void)?
    ) {
        head =
            UInt64(kind.rawValue) | (suspends ? 1 << 8 : 0) | (effect == nil ? 0 : 1 << 9) | UInt64(
                truncatingIfNeeded: targets) << 12
            | UInt64(UInt32(bitPattern: first)) << 32
        tail = UInt64(UInt32(bitPattern: second)) | UInt64(tag) << 32
        self.effect = effect ?? Self.nothing
    }

    /// The same with an effect that suspends. It must not become the value of an `Optional`, nor of anything else that
    /// is generic, where it would be wrapped.
    @inlinable @inline(__always)
    init(
        _ kind: Kind, targets: Int = 0, first: Int32 = -1, second: Int32 = -1, tag: UInt32 = 0,
        keeping effect: KeptEffect
    ) {
        head =
            UInt64(kind.rawValue) | 3 << 8 | UInt64(truncatingIfNeeded: targets) << 12
            | UInt64(UInt32(bitPattern: first)) << 32
        tail = UInt64(UInt32(bitPattern: second)) | UInt64(tag) << 32
        self.effect = effect.body
    }

    @inlinable @inline(__always)
    init(head: UInt64, tail: UInt64, effect: @escaping () throws -> Void) {
        self.head = head
        self.tail = tail
        self.effect = effect
    }

    @usableFromInline static func nothing() {}

    /// Nothing is exited or entered, and there is no effect.
    @inlinable static var handled: RawReaction { RawReaction(.internal, effect: nil) }

    @inlinable var kind: Kind {
        switch UInt8(truncatingIfNeeded: head) {
        case 1: .internal
        case 2: .external
        case 3: .local
        case _: .deferred
        }
    }
    @usableFromInline var suspends: Bool { head & (1 << 8) != 0 }
    /// Also when the effect was taken out.
    var hasEffect: Bool { head & (1 << 9) != 0 }
    /// 3 for all above 2, see ``manyTargets``.
    var targetCount: Int { Int((head >> 12) & 0xf) }
    var first: Int32 { Int32(bitPattern: UInt32(head >> 32)) }
    var second: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: tail)) }
    var tag: UInt32 { UInt32(tail >> 32) }
    /// True if this leads to one target.
    @inline(__always) var leadsToOne: Bool { head & 0xf8fe == (1 << 12) | UInt64(Kind.external.rawValue) }
    /// Whether its guard has words, which a record wants to have.
    @inline(__always) var hasGuard: Bool { head & Self.guardBit != 0 }
    @inline(__always) var isLocal: Bool { head & 0xff == UInt64(Kind.local.rawValue) }

    /// Moves the effect out of a reaction in a list, to be called: a copy would be retained.
    @inline(__always) mutating func takeEffect() -> () throws -> Void {
        assert(!suspends, "an effect would be called that is to be awaited")
        let taken = effect
        letGoOfEffect()
        return taken
    }

    /// Destroys the effect, which nobody wants any more.
    @inline(__always) mutating func letGoOfEffect() { effect = Self.nothing }
}

extension RawReaction {
    @inlinable @inline(__always) init(_ kind: Kind, suspending effect: @escaping () async throws -> Void) {
        self.init(kind, keeping: Self.keep(effect))
    }

    @inlinable @inline(__always) init(_ kind: Kind, _ target: StateNode, effect: (() throws -> Void)?) {
        self.init(kind, targets: 1, first: target.index, tag: target.tag, effect: effect)
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ target: StateNode, suspending effect: @escaping () async throws -> Void
    ) {
        self.init(kind, targets: 1, first: target.index, tag: target.tag, keeping: Self.keep(effect))
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode], effect: (() throws -> Void)?
    ) {
        let tag = first.tag == second.tag ? first.tag : 0
        if others.isEmpty {
            self.init(kind, targets: 2, first: first.index, second: second.index, tag: tag, effect: effect)
        } else {
            self = Self.many(kind, first, [second] + others, effect: effect)
        }
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode],
        suspending effect: @escaping () async throws -> Void
    ) {
        let tag = first.tag == second.tag ? first.tag : 0
        let effect = Self.keep(effect)
        if others.isEmpty {
            self.init(kind, targets: 2, first: first.index, second: second.index, tag: tag, keeping: effect)
        } else {
            self = Self.many(kind, first, [second] + others, keeping: effect)
        }
    }

    /// As many targets as one likes. More than two do not fit: the effect brings them.
    @usableFromInline
    static func many(
        _ kind: Kind, _ first: StateNode, _ others: [StateNode], effect: (() throws -> Void)? = nil,
        keeping kept: KeptEffect? = nil
    ) -> RawReaction {
        let tag = others.allSatisfy { $0.tag == first.tag } ? first.tag : 0
        let many = ManyTargets(targets: [first.index] + others.map { $0.index }, effect: effect, kept: kept)
        return RawReaction(
            kind, targets: 3, first: first.index, tag: tag, suspends: kept != nil, effect: { throw many })
    }
}
