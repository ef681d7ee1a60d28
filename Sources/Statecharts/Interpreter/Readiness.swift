/// What tells code that is compiled for a chart whether an event can go the shortest way, and whom to ask about it.
@usableFromInline
struct Readiness {
    @usableFromInline var phase = Engine.Phase.idle
    /// Whether the step under way, or else the next one, is over once its actions have run: see
    /// `Engine.updatePlainness`.
    @usableFromInline var isPlain = false
    /// Whether leaving a state ends nothing but the state: none has begun a timer or an activity, and no deferred event
    /// belongs to one.
    @usableFromInline var endsNothing = false
    /// Between steps, while `isPlain`: the first vertex to be asked about an event, or one of `FirstHandler`.
    @usableFromInline var next = FirstHandler.refused
    /// Whether something may follow an event that nobody has reacted to: there are eventless transitions, or a mistake
    /// was made that is to be offered.
    @usableFromInline var mustSettle = false
    @usableFromInline var signposts = Signposts()
    /// The vertex that is being asked or whose action is being called, or was last. While exits and entries run it says
    /// what is active, see `Engine.isActive`; in all other phases only whose code it is.
    @usableFromInline var acting: Int32 = -1
}

/// Tells the processor which vertex is about to be called.
///
/// A processor guesses where a call through a table leads by the place of the call and by the few jumps before it. A
/// step has more jumps than those few between its calls, and all states are called from the same places: so every call
/// was guessed wrong, which took half of the time of a step. Which way a condition goes, on the other hand, is guessed
/// by hundreds of jumps before it. Conditions on the number of the vertex that come first are guessed well, and the way
/// through them is all that the guesses of the calls need.
@usableFromInline
struct Signposts {
    // Nobody reads them: they are what there is to do on each way, without which there would be no ways.
    @usableFromInline var first = false
    @usableFromInline var second = false
    @usableFromInline var third = false
    @usableFromInline var fourth = false

    @usableFromInline init() {}

    /// Goes one of sixteen ways.
    @inlinable @inline(__always)
    mutating func lead(to vertex: Int32) {
        if vertex & 1 != 0 { first = true }
        if vertex & 2 != 0 { second = true }
        if vertex & 4 != 0 { third = true }
        if vertex & 8 != 0 { fourth = true }
    }
}
