// Hints by which the usual step gets faster; they change nothing that it does. What was measured is in the article
// about performance.

/// Says that a condition holds in the usual step: what follows is compiled in line, and the rest out of the way.
@inline(__always)
func likely(_ condition: Bool) -> Bool { _fastPath(condition) }

/// Says that a condition does not hold in the usual step: what follows is compiled out of the way.
@inline(__always)
func unlikely(_ condition: Bool) -> Bool { _slowPath(condition) }

/// Conditions on a number, by which a processor tells apart the calls that follow.
///
/// Some processors guess where a call through a table leads by the place of the call and the outcomes of the conditions
/// before it. All states are called from the same few places: if no condition depends on the state, a call of one looks
/// to them like a call of any other.
struct BranchHistory {
    private var wasOdd = false
    private var wasInOddPair = false

    /// Evaluates two conditions on the number. The processor notes how they come out, by which four neighbouring
    /// numbers are told apart. The variables are there because the compiler would drop conditions that do nothing;
    /// nobody reads them.
    @inline(__always)
    mutating func add(_ number: Int32) {
        if number & 1 != 0 { wasOdd = true }
        if number & 2 != 0 { wasInOddPair = true }
    }
}
