// How an event is deferred, and taken again, without being handed to `Engine.take`: by `Interpreter.dispatch`, which
// knows its type.

extension Engine {
    /// What the step under way began with, if it was not opened for more.
    var beginning: MacrostepTrigger {
        cells.value.recalled < 0 ? .event : .recalled(scope: 0, number: cells.value.recalled)
    }

    /// Whether events can be deferred and recalled without anybody being told.
    private var defersDirectly: Bool {
        asksDirectly && !settlesAlways && !cells.value.wantsRecord && belongings == nil && bookmarks == nil
            && cells.value.ownedDeferrals == 0 && cells.value.owner < 0
            && raised.isEmpty && failures.isEmpty && leaves.count == 1
    }

    /// Defers the event under way, if that is all its step does. The caller keeps the event under the number that this
    /// answers; -1 if `deferEvent` is to be called instead.
    @usableFromInline
    func beginDeferral() -> Int {
        guard defersDirectly, readiness.value.phase == .asking, deferred.count < deferralLimit else { return -1 }
        let number = cells.value.nextNumber
        cells.value.nextNumber += 1
        deferred.append(Deferred(scope: 0, number: number))
        readiness.value.isPlain = false
        cells.value.answer = .deferred
        readiness.value.phase = .idle
        return number
    }

    /// Begins to take the next deferred event again, with the only leaf. Answers its number, under which the caller has
    /// kept it; -1 if there is none or the engine has to take it.
    @usableFromInline
    func beginRecall() -> Int {
        guard readiness.value.phase == .recalling, defersDirectly, !failsUnhandled else { return -1 }
        let number = deferred[Int32(cells.value.recallCursor)].number
        cells.value.recalled = number
        cells.value.didChange = false
        readiness.value.phase = .asking
        return number
    }

    /// Ends the step of a recalled event in which nothing happened.
    @usableFromInline
    func endRecall(_ outcome: Outcome) {
        if failures.isEmpty { return closeDirectStep(outcome) }
        open(beginning)
        cells.value.outcome = outcome
        cells.value.trigger = .event
        readiness.value.phase = .settle
    }

    /// Keeps the event because a vertex that was asked deferred it.
    @usableFromInline
    func deferEvent(_ event: EventPointer, by source: Int32) {
        open(.event)
        cells.value.deferredBy = source
        keep(event, scope: 0)
        goOn(.deferred, as: .event)
    }
}
