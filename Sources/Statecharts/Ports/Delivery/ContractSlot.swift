public import Synchronization

/// What a contract says of a message.
enum ContractVerdict: Sendable {
    case accept
    case refuse
    case fail(StepError)
}

/// A contract as it is enforced at one port, until another one is or the port is gone.
final class Clause<Message: Sendable>: Sendable {
    typealias Judge = @Sendable (Parcel<Message>, @escaping @Sendable (ContractVerdict) -> Void) -> Void

    private let judgeNow: Judge
    private let runInTurn: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let leaveToAnother: @Sendable () -> Void
    /// What tells one contract from another.
    private let core: any AnyObject & Sendable
    private let membership: Lease
    /// The clause that this one has replaced, until it is done with what it was given, and how many wait for that.
    private let former = Guarded<(clause: Clause, waiting: Int)?>(nil)
    /// False if there is none: one load.
    private let hasFormer = Atomic<Bool>(false)

    init(
        core: any AnyObject & Sendable, membership: Lease, judge: @escaping Judge,
        inTurn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        leaveToAnother: @escaping @Sendable () -> Void
    ) {
        self.core = core
        self.membership = membership
        judgeNow = judge
        runInTurn = inTurn
        self.leaveToAnother = leaveToAnother
    }

    /// Judges a message, and calls the closure with the verdict: at once, or after the messages that came before it.
    func judge(_ parcel: Parcel<Message>, _ goOn: @escaping @Sendable (ContractVerdict) -> Void) {
        if hasFormer.load(ordering: .acquiring) {
            afterFormer { [self] in judgeNow(parcel, goOn) }
        } else {
            judgeNow(parcel, goOn)
        }
    }

    /// Does something after everything that was to be judged before.
    func inTurn(_ body: @escaping @Sendable () -> Void) { afterFormer { [self] in runInTurn(body) } }

    // MARK: Replacing another one

    // An example. This clause replaces another one, which judges message 1 on another thread. `waiting` counts what
    // this one has put behind that:
    //
    //     replace, beginAfterFormer    the turn that ends the wait      waiting is 1
    //     judge(2)                     the turn that judges 2 here      waiting is 2
    //     the former is done with 1    both turns run, in order         waiting is 1, then 0
    //
    // At 0 the former clause is forgotten, and message 3 is judged here at once.

    /// Notes the clause that this one replaces, before anything comes. ``beginAfterFormer()`` has to follow.
    func replace(_ clause: Clause) {
        former.withLock { $0 = (clause, waiting: 1) }
        hasFormer.store(true, ordering: .releasing)
    }

    /// Begins as soon as the former clause is done with what it was given.
    func beginAfterFormer() {
        guard let clause = former.withLock({ $0?.clause }) else { return }
        if clause.core !== core { clause.leaveToAnother() }
        clause.inTurn { [self] in endWait() }
    }

    /// Does something when the former clause is done with what it was given: otherwise it would overtake that.
    private func afterFormer(_ body: @escaping @Sendable () -> Void) {
        let clause = former.withLock { former in
            former?.waiting += 1
            return former?.clause
        }
        guard let clause else { return body() }
        clause.inTurn { [self] in
            body()
            endWait()
        }
    }

    private func endWait() {
        let done = former.withLock { former -> Clause? in
            former?.waiting -= 1
            guard former?.waiting == 0 else { return nil }
            hasFormer.store(false, ordering: .releasing)
            return former.take()?.clause
        }
        // Released outside the lock.
        withExtendedLifetime(done) {}
    }
}

/// The contract of a port, if it has one.
@usableFromInline
final class ContractSlot<Message: Sendable>: Sendable {
    @usableFromInline let isSet = Atomic<Bool>(false)
    private let clause = Guarded<Clause<Message>?>(nil)

    init() {}

    func set(_ new: Clause<Message>) {
        let former = clause.withLock { clause in
            let former = clause
            if let former { new.replace(former) }
            clause = new
            return former
        }
        isSet.store(true, ordering: .releasing)
        new.beginAfterFormer()
        withExtendedLifetime(former) {}
    }

    /// True if messages have to be judged: one load.
    @inlinable var isInForce: Bool { isSet.load(ordering: .acquiring) }

    /// Judges a message, and calls `goOn` with the verdict. Ask ``isInForce`` first: calling this allocates a closure.
    func judge(_ parcel: Parcel<Message>, _ goOn: @escaping @Sendable (ContractVerdict) -> Void) {
        guard let clause = clause.withLock({ $0 }) else { return goOn(.accept) }
        guard let context = parcel.context else { return clause.judge(parcel, goOn) }
        context.beginDelivery()
        clause.judge(parcel) { verdict in
            goOn(verdict)
            context.endDelivery()
        }
    }

    /// Does something after everything that was given to the contract before.
    func inTurn(_ body: @escaping @Sendable () -> Void) {
        guard isInForce, let clause = clause.withLock({ $0 }) else { return body() }
        clause.inTurn(body)
    }
}
