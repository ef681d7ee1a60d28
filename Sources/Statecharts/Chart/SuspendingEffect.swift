/// Carries an effect that suspends through the place of one that does not: called, the synchronous wrapper throws it, and the engine,
/// which knows from the reaction that it will, catches it and has it awaited.
///
/// `@unchecked Sendable`, because errors have to be: the wrapper is called by the engine only, which runs on the isolation on which the
/// handler made the effect, and what is thrown is caught by the caller of the wrapper, so that the closure never leaves it.
///
/// Tried against it: reactions with such effects that are kept, answered again and given to an interpreter that cannot await (KeptReactionTests,
/// StepErrorTests).
struct SuspendingEffect: Error, @unchecked Sendable {
    let body: () async throws -> Void
}

extension RawReaction {
    @usableFromInline
    static func wrap(_ body: @escaping () async throws -> Void) -> () throws -> Void {
        { throw SuspendingEffect(body: body) }
    }

    /// The effect, to be awaited; of a reaction that suspends.
    var suspendingEffect: () async throws -> Void {
        do { try effect() } catch let suspending as SuspendingEffect {
            return suspending.body
        } catch {
            return { throw error }
        }
        return {}
    }
}
