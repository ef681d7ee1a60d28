/// Conditional branches that tell the branch predictor which vertex is about to be called.
///
/// An indirect call, such as one of a method, is predicted by its address and by the few branches before it. All states
/// are called from the same addresses, and a step has more branches between two calls than those few. So every call was
/// mispredicted, which took half of the time of a step. A conditional branch is predicted by hundreds of branches
/// before it. Conditions on the number of the vertex are predicted well, and which way they went is all that the
/// prediction of the call behind them needs.
struct BranchHints {
    // Nobody reads these. Without something to do on each branch the compiler would remove it.
    var first = false
    var second = false
    var third = false
    var fourth = false

    /// Takes one of sixteen ways through the branches.
    @inline(__always)
    mutating func lead(to vertex: Int32) {
        if vertex & 1 != 0 { first = true }
        if vertex & 2 != 0 { second = true }
        if vertex & 4 != 0 { third = true }
        if vertex & 8 != 0 { fourth = true }
    }
}
