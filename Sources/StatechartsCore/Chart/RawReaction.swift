/// What a handler answered, without its chart's type. One that did not react has answered `nil`.
///
/// Four words on 64 bits, which travel in registers. Targets are numbers, so that an answer costs no reference
/// counting. The tag says which machine they are numbers of. A reaction has all that it leads to in it, also if it is
/// kept and answered later, or twice.
@usableFromInline
enum RawReaction {
    /// The effect is called. Where there is none, or it was taken out, `nothing` stands in its place: then nothing is
    /// left to be destroyed.
    case called(Head, effect: () throws -> Void)
    /// The effect suspends, and is awaited.
    case awaited(Head, effect: () async throws -> Void)
    /// There are more than two targets, or two and words for a guard, which need the place of the second one. The head
    /// says nothing of targets then: `leadsToOne` is false.
    case many(Head, ManyTargets)

    @usableFromInline
    enum Kind: UInt8 {
        case `internal`, external, local, deferred
    }

    /// All but the effect. Every case begins with one, so that it is read without asking which case it is. The number
    /// of the case needs no word of its own, because it has room in the byte of `Kind`.
    @usableFromInline
    struct Head {
        /// The first target, -1 for none.
        @usableFromInline var first: Int32
        /// The second target, or the lower half of where the words for the guard are.
        @usableFromInline var second: Int32
        @usableFromInline var tag: UInt32
        /// The upper half of where the words for the guard are.
        @usableFromInline var upperHalf: UInt16 = 0
        @usableFromInline var traits: Traits
        @usableFromInline var kind: Kind

        @inlinable @inline(__always)
        init(_ kind: Kind, _ traits: Traits, first: Int32 = -1, second: Int32 = -1, tag: UInt32 = 0) {
            self.first = first
            self.second = second
            self.tag = tag
            self.traits = traits
            self.kind = kind
        }

        /// True if this leads to one target, by which a plan can be looked up.
        @inline(__always) var leadsToOne: Bool {
            traits.intersection([.hasTarget, .hasSecondTarget]) == .hasTarget
        }
    }

    @usableFromInline
    struct Traits: OptionSet {
        @usableFromInline let rawValue: UInt8
        @inlinable @inline(__always) init(rawValue: UInt8) { self.rawValue = rawValue }
        @inlinable static var hasTarget: Self { Self(rawValue: 1) }
        @inlinable static var hasSecondTarget: Self { Self(rawValue: 2) }
        /// Also when the effect was taken out.
        @inlinable static var hasEffect: Self { Self(rawValue: 4) }
        @inlinable static var hasGuard: Self { Self(rawValue: 8) }
    }
}

/// Targets for which a reaction has no room, and its effect.
@usableFromInline
final class ManyTargets {
    let targets: [Int32]
    let effect: Effect

    enum Effect {
        case called(() throws -> Void)
        case awaited(() async throws -> Void)
    }

    init(_ targets: [Int32], _ effect: Effect) {
        self.targets = targets
        self.effect = effect
    }
}

// MARK: Reading

extension RawReaction {
    @inline(__always) var head: Head {
        switch self {
        case .called(let head, _), .awaited(let head, _), .many(let head, _): head
        }
    }

    @inline(__always) var kind: Kind { head.kind }
    @inline(__always) var tag: UInt32 { head.tag }
    @inline(__always) var isLocal: Bool { head.kind == .local }
    @inline(__always) var hasEffect: Bool { head.traits.contains(.hasEffect) }
    /// True if its guard has words, which a record wants to have.
    @inline(__always) var hasGuard: Bool { head.traits.contains(.hasGuard) }
    var guardText: GuardText? { head.guardText }

    var targetCount: Int {
        if case .many(_, let many) = self { return many.targets.count }
        return head.traits.contains(.hasSecondTarget) ? 2 : head.traits.contains(.hasTarget) ? 1 : 0
    }

    func target(_ place: Int) -> Int32 {
        if case .many(_, let many) = self { return many.targets[place] }
        return place == 0 ? head.first : head.second
    }

    /// Drops the targets for which there is no room. A reaction of the other two cases is returned as it is.
    consuming func withoutMany() -> RawReaction {
        guard case .many(let head, let many) = self else { return self }
        return switch many.effect {
        case .called(let effect): .called(head, effect: effect)
        case .awaited(let effect): .awaited(head, effect: effect)
        }
    }

    /// The effect, to be awaited.
    var suspendingEffect: () async throws -> Void {
        guard case .awaited(_, let effect) = self else {
            trap("an effect would be awaited that does not suspend", "please report this as a bug")
        }
        return effect
    }

    /// Moves the effect out of a reaction in a list, to be called: a copy would be retained. What remains then needs no
    /// destruction, see `FixedList.forgetAll`. Answers `nil` and changes nothing if the effect is to be awaited. Not
    /// for reactions with `ManyTargets`.
    @inline(__always) mutating func takeEffect() -> (() throws -> Void)? {
        switch consume self {
        case .called(let head, let effect):
            self = .called(head, effect: Self.nothing)
            return effect
        case let other:
            if case .many = other { assertionFailure("a reaction was listed with many targets") }
            self = other
            return nil
        }
    }

    /// Destroys the effect, which nobody wants any more.
    @inline(__always) mutating func letGoOfEffect() { self = .called(head, effect: Self.nothing) }
}

// MARK: Making

extension RawReaction {
    @usableFromInline static func nothing() {}

    /// Nothing is exited or entered, and there is no effect.
    @inlinable static var handled: RawReaction { RawReaction(.internal, effect: nil) }

    @inlinable @inline(__always) init(_ kind: Kind, effect: (() throws -> Void)?) {
        self = .called(Head(kind, effect == nil ? [] : .hasEffect), effect: effect ?? Self.nothing)
    }

    @inlinable @inline(__always) init(_ kind: Kind, suspending effect: @escaping () async throws -> Void) {
        self = .awaited(Head(kind, .hasEffect), effect: effect)
    }

    @inlinable @inline(__always) init(_ kind: Kind, _ target: StateNode, effect: (() throws -> Void)?) {
        let traits: Traits = effect == nil ? .hasTarget : [.hasTarget, .hasEffect]
        self = .called(Head(kind, traits, first: target.index, tag: target.tag), effect: effect ?? Self.nothing)
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ target: StateNode, suspending effect: @escaping () async throws -> Void
    ) {
        self = .awaited(
            Head(kind, [.hasTarget, .hasEffect], first: target.index, tag: target.tag), effect: effect)
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode], effect: (() throws -> Void)?
    ) {
        self = RawReaction(kind, effect: effect).leading(to: first, second, others)
    }

    @inlinable @inline(__always) init(
        _ kind: Kind, _ first: StateNode, _ second: StateNode, _ others: [StateNode],
        suspending effect: @escaping () async throws -> Void
    ) {
        self = RawReaction(kind, suspending: effect).leading(to: first, second, others)
    }

    /// Adds the targets; the tag becomes 0, which no machine has, if they are of several.
    @usableFromInline
    consuming func leading(to first: StateNode, _ second: StateNode, _ others: [StateNode]) -> RawReaction {
        let areOfOne = second.tag == first.tag && others.allSatisfy { $0.tag == first.tag }
        var head = head
        head.tag = areOfOne ? first.tag : 0
        if others.isEmpty {
            head.first = first.index
            head.second = second.index
            head.traits.formUnion([.hasTarget, .hasSecondTarget])
            return with(head)
        }
        return with(head, [first.index, second.index] + others.map { $0.index })
    }

    /// Adds words for the guard, in place of earlier ones.
    @usableFromInline
    consuming func with(_ guardText: GuardText) -> RawReaction {
        var head = head
        let (first, second) = (head.first, head.second), leadsToTwo = head.traits.contains(.hasSecondTarget)
        if leadsToTwo { head.traits.subtract([.hasTarget, .hasSecondTarget]) }
        head.setGuardText(guardText)
        // Two targets leave no room for words.
        return leadsToTwo ? with(head, [first, second]) : with(head)
    }

    private consuming func with(_ head: Head) -> RawReaction {
        switch consume self {
        case .called(_, let effect): .called(head, effect: effect)
        case .awaited(_, let effect): .awaited(head, effect: effect)
        case .many(_, let many): .many(head, many)
        }
    }

    /// Replaces the head, and adds targets for which there is no room.
    private consuming func with(_ head: Head, _ targets: [Int32]) -> RawReaction {
        assert(!head.leadsToOne)
        return switch consume self {
        case .called(_, let effect): .many(head, ManyTargets(targets, .called(effect)))
        case .awaited(_, let effect): .many(head, ManyTargets(targets, .awaited(effect)))
        case .many(_, let many): .many(head, ManyTargets(targets, many.effect))
        }
    }
}
