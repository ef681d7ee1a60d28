// The state of a port that has one: a current value, or the whole that its messages are changes of.
//
// It changes in the order in which messages come to the port. A system may hold a message of the port's own after it
// has changed the state. A message that passes through was numbered before it came here, so nobody holds it here: it is
// delivered before those that are held.
//
// An example. A port with the value 1 sends 2, and a paused system holds that: the value is 2, and one change is under
// way (`changesUnderWay`). Now 3 passes through. It is delivered at once, before 2 (`isBeforeChanges`). So 2 stays the
// value: it is what everybody gets last.
//
// The same on a port of changes. #1 is made in the whole and held. A change passes through: it is made as #2 and
// delivered at once. As its receivers have not got #1, they get the whole with both (`isBeforeOthers`).
//
// An introduction is held as well. If a message passes meanwhile and changes the state (`passedChanges`), the ends have
// got something newer when the introduction's turn comes: then it is left out (`isDue`).

extension OutputStorage {
    /// The current value, or the whole: what late receivers and snapshots get.
    var current: Message? { fold.map { $0.whole() } ?? latest }

    /// Lets a message change the state if it may, and sends it on. Answers `false` if the contract says later whether
    /// it may.
    func changeStateIfAllowed(by delivery: StateMachine.Delivery) -> Bool {
        if isRepetition(delivery) { return true }
        guard contract.isInForce else {
            change(by: delivery)
            return true
        }
        // The message has no identity of its own yet: it becomes one when it has passed.
        let parcel = Parcel(message: delivery.message, context: delivery.context ?? Tracing.present)
        let verdict = LateAnswer<Void>()
        contract.judge(parcel) { [self] answer in
            if case .accept = answer { change(by: delivery) }
            if !verdict.set(()) { drain() }
        }
        return verdict.takeOrGoOn() != nil
    }

    /// True if everybody has the value already. Compared outside the lock, because `==` is foreign code.
    private func isRepetition(_ delivery: StateMachine.Delivery) -> Bool {
        guard let isSame, let before = state.withLock({ $0.value(before: delivery) }) else { return false }
        callingOut()
        return isSame(before, delivery.message)
    }

    private func change(by delivery: StateMachine.Delivery) {
        var changed = delivery
        changed.isJudged = true
        if let fold {
            let isBeforeOthers = delivery.passes && identity.activeJournal?.hasMessages(of: identity) ?? false
            callingOut()
            changed.message = fold.apply(delivery.message)
            // The numbers of the others are lower. Who has the whole with this one needs none of them.
            if isBeforeOthers, let whole = fold.whole() { changed.message = whole }
            if delivery.passes { state.withLock { $0.passedChanges += 1 } }
        } else {
            let former = state.withLock { $0.setLatest(delivery) }
            // Released outside the lock.
            withExtendedLifetime(former) {}
        }
        submit(changed, isChange: !delivery.passes)
    }

    /// Makes the value of a snapshot the current one, or the whole. Answers the ends that do not know it.
    func restore(_ value: Message, for receivers: StateMachine.Receivers) -> Ends<Message>? {
        guard let fold else {
            let former = state.withLock { $0.setLatest(.init(message: value, ends: nil)) }
            withExtendedLifetime(former) {}
            return receivers.uninformed
        }
        // Who knows the whole of the snapshot knows it by its number there.
        let isRenumbered = !fold.restore(value)
        state.withLock { $0.isRenumbered = isRenumbered }
        return isRenumbered ? receivers.all : receivers.uninformed
    }

    /// Gives the current value, or the whole, to ends that do not know it.
    func introduce(_ ends: Ends<Message>) {
        guard let current else { return }
        let passed = state.withLock { $0.passedChanges }
        submit(.init(message: current, ends: ends, isJudged: true, passedChanges: passed))
    }

    /// False for an introduction if a message has passed meanwhile that its ends got, and that is newer.
    func isDue(_ delivery: StateMachine.Delivery) -> Bool {
        guard let passed = delivery.passedChanges else { return true }
        return passed == state.withLock { $0.passedChanges }
    }
}
