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

extension RawReaction.Head {
    var guardText: GuardText? {
        guard traits.contains(.hasGuard) else { return nil }
        return GuardText(place: UInt64(upperHalf) << 32 | UInt64(UInt32(bitPattern: second)))
    }

    mutating func setGuardText(_ guardText: GuardText) {
        traits.insert(.hasGuard)
        upperHalf = UInt16(truncatingIfNeeded: guardText.place >> 32)
        second = Int32(truncatingIfNeeded: guardText.place)
    }
}

extension RawReaction {
    /// Adds words for the guard, unless they are no constant of the usual kind.
    @inlinable @inline(__always) consuming func when(_ words: StaticString) -> RawReaction {
        guard let guardText = GuardText(words) else { return self }
        return with(guardText)
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
    ///   two targets slightly more expensive.
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
