/// The words for a guard, by the place of their bytes, which are a constant of the program.
///
/// A reaction carries the place instead of a text, in bits that are of no other use, so that words cost nothing until
/// somebody wants to have them. A text is made of them for records only.
@safe
@usableFromInline
struct GuardText: Sendable {
    /// Of bytes that are there as long as the program runs, and end with a zero. Addresses have 48 bits at most.
    @usableFromInline let place: UInt64

    @usableFromInline init(place: UInt64) { self.place = place }

    /// `nil` for what is no constant of the usual kind.
    @inlinable @inline(__always) init?(_ words: StaticString) {
        guard words.hasPointerRepresentation else { return nil }
        let place = unsafe UInt64(UInt(bitPattern: words.utf8Start))
        guard place >> 48 == 0 else { return nil }
        self.place = place
    }

    /// The words.
    var text: String {
        // Made of a StaticString only, of which it is known that it ends with a zero and is never freed.
        guard let start = unsafe UnsafePointer<CChar>(bitPattern: UInt(place)) else { return "" }
        return unsafe String(cString: start)
    }
}

extension RawReaction {
    @usableFromInline static var guardBit: UInt64 { 1 << 10 }

    /// The same with the words for its guard; without them where nothing is taken.
    @inlinable @inline(__always) consuming func when(_ words: StaticString) -> RawReaction {
        guard let guardText = GuardText(words) else { return self }
        // Two targets leave no room for them.
        if head & (0xf << 12) > 1 << 12 { return manyWhen(guardText) }
        return with(guardText)
    }

    @inlinable @inline(__always) func with(_ guardText: GuardText) -> RawReaction {
        RawReaction(
            head: head & ~(0xffff << 16) | Self.guardBit | (guardText.place >> 32) << 16,
            tail: tail & ~0xffff_ffff | guardText.place & 0xffff_ffff, effect: effect)
    }

    @usableFromInline func manyWhen(_ guardText: GuardText) -> RawReaction {
        var many = manyTargets ?? ManyTargets(targets: [first, second])
        if targetCount == 2 {
            if suspends { many.kept = KeptEffect(effect) } else if hasEffect { many.effect = effect }
        }
        many.guardText = guardText
        let all = many
        return RawReaction(kind, targets: 3, first: first, tag: tag, suspends: suspends, effect: { throw all })
    }

    /// The words for its guard, as far as it carries them itself.
    var guardText: GuardText? {
        hasGuard ? GuardText(place: (head >> 16 & 0xffff) << 32 | tail & 0xffff_ffff) : nil
    }
}

extension Reaction {
    /// Gives the guard of this answer a text (UML 2.5.1, 14.2.3.9.1 guard).
    ///
    ///     case .wrong(let count):
    ///         count < 3 ? .handled.when("one more try") : .to(superior.locked).when("too many tries")
    ///
    /// Guards are code, of which a drawing knows nothing. The text appears in records of steps, previews, drawings,
    /// tables and explorations; it decides nothing. It may also be given to what choices, junctions, joins, exit
    /// points, `always()` and `completed()` return: the texts on the way through a junction are joined by "and".
    ///
    /// - Parameter words: a literal. Nothing is done with it unless a record is wanted; it only makes a reaction with
    ///   several targets slightly more expensive.
    /// - Returns: the same reaction with these words instead of earlier ones. On `.unhandled` and `.deferred` they are
    ///   not shown.
    @inlinable @inline(__always) public consuming func when(_ words: StaticString) -> Self { Self(raw?.when(words)) }
}

extension TopState.Reaction {
    /// Gives the guard of this answer a text (UML 2.5.1, 14.2.3.9.1 guard).
    ///
    /// The text appears in records of steps, previews, drawings, tables and explorations; it decides nothing, and
    /// nothing is done with it unless a record is wanted.
    /// - Parameter words: a literal.
    /// - Returns: the same reaction with these words instead of earlier ones. On `.unhandled` and `.deferred` they are
    ///   not shown.
    @inlinable @inline(__always) public consuming func when(_ words: StaticString) -> Self { Self(raw?.when(words)) }
}
