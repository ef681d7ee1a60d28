// Unsafe storage of its own: an effect that suspends is kept in the place of one that does not. Why it is sound:
//
// - A closure is two words, the code and what it captures, whether it suspends or not; captures are retained and
//   released in the same way. Both are cast inside of a struct. As a value of a generic type or of an `Optional` a
//   closure is wrapped for code that does not know what it is, and the wrapper would be synchronous: so a kept effect
//   is passed on as a `KeptEffect` until it is in its place.
// - What is in the place is called only where `RawReaction.suspends` says that it does not suspend. `suspends` is part
//   of the reaction, made with it and never changed. A reaction with more than two targets is the exception: there it
//   is `ManyTargets` that has the effect, and what is in the place is a synchronous closure that brings them.
//
// Tried against it: reactions with such effects that are kept, answered again and given to an interpreter that cannot
// await (KeptReactionTests, StepErrorTests); effects that run, fail, are preempted or let go of, with one target and
// with many (SuspendingEffectTests), not optimised, which is where wrappers are not removed.

/// An effect that suspends, in the form in which a reaction keeps it: not to be called.
@usableFromInline
struct KeptEffect {
    @usableFromInline let body: () throws -> Void

    init(_ body: @escaping () throws -> Void) { self.body = body }
}

private struct SuspendingEffect {
    let body: () async throws -> Void
}

extension RawReaction {
    @usableFromInline
    static func keep(_ body: @escaping () async throws -> Void) -> KeptEffect {
        unsafe unsafeBitCast(SuspendingEffect(body: body), to: KeptEffect.self)
    }

    /// The effect, to be awaited; of a reaction that suspends and has no more than two targets.
    var suspendingEffect: () async throws -> Void {
        precondition(suspends && targetCount < 3, "an effect would be awaited that does not suspend")
        return unsafe unsafeBitCast(KeptEffect(effect), to: SuspendingEffect.self).body
    }
}
