// What helps the processor to guess where a step goes on, and changes nothing else. The page about performance has what
// was measured.

/// Says that a condition nearly always holds: what follows is compiled in line, and the rest out of the way.
@inline(__always)
func likely(_ condition: Bool) -> Bool { _fastPath(condition) }

/// Says that a condition nearly never holds: what follows is compiled out of the way.
@inline(__always)
func unlikely(_ condition: Bool) -> Bool { _slowPath(condition) }

/// Conditions on a number, by which a processor tells apart the calls that follow.
///
/// Some processors guess where a call through a table leads by the outcomes of the conditions before it, and by nothing
/// else. If none depends on the active leaf, a call of one state looks to them like a call of any other.
struct BranchHistory {
    private var isOdd = false
    private var isInOddPair = false

    /// Adds the outcomes of two conditions, which tell four numbers apart. Something is written where they hold: the
    /// compiler would drop them otherwise. Nobody reads it.
    @inline(__always)
    mutating func add(_ number: Int32) {
        if number & 1 != 0 { isOdd = true }
        if number & 2 != 0 { isInOddPair = true }
    }
}
