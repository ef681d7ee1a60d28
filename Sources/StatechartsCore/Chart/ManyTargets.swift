/// Carries the targets of a reaction that has more than two, and its effect, through the place of the effect: called,
/// that throws them, and the engine, which knows from their number that it will, catches them. So a reaction has
/// everything that it leads to in it, also if it is kept and answered later, or twice.
///
/// `@unchecked Sendable`, because errors have to be: who throws it is called by `RawReaction.manyTargets` only, on the
/// isolation on which the handler made the effect, and what is thrown is caught there.
///
/// Tried against it: see KeptReactionTests.
struct ManyTargets: Error, @unchecked Sendable {
    let targets: [Int32]
    var effect: (() throws -> Void)?
    /// The effect if it suspends.
    var kept: KeptEffect?
    /// The words of the guard, for which a reaction with two targets has no room either.
    var guardText: GuardText?
}

extension RawReaction {
    /// The targets if there are more than two, or two and the words of a guard.
    var manyTargets: ManyTargets? {
        guard targetCount > 2 else { return nil }
        do { try effect() } catch let many as ManyTargets { return many } catch {}
        return nil
    }

    /// What remains of the reaction when its targets are taken out.
    func effectOnly(of many: ManyTargets) -> RawReaction {
        let rest =
            if let kept = many.kept { RawReaction(kind, keeping: kept) } else { RawReaction(kind, effect: many.effect) }
        return many.guardText.map { rest.with($0) } ?? rest
    }
}
