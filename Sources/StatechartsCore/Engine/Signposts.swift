/// Tells the processor which vertex is about to be called.
///
/// A processor guesses where a call through a table leads by the place of the call and by the few jumps before it. A
/// step has more jumps than those few between its calls, and all states are called from the same places: so every call
/// was guessed wrong, which took half of the time of a step. Which way a condition goes, on the other hand, is guessed
/// by hundreds of jumps before it. Conditions on the number of the vertex that come first are guessed well, and the way
/// through them is all that the guesses of the calls need.
struct Signposts {
    // Nobody reads them: they are what there is to do on each way, without which there would be no ways.
    var first = false
    var second = false
    var third = false
    var fourth = false

    /// Goes one of sixteen ways.
    @inline(__always)
    mutating func lead(to vertex: Int32) {
        if vertex & 1 != 0 { first = true }
        if vertex & 2 != 0 { second = true }
        if vertex & 4 != 0 { third = true }
        if vertex & 8 != 0 { fourth = true }
    }
}
