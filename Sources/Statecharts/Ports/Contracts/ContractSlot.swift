public import Synchronization

/// What a contract says of a message.
enum ContractVerdict: Sendable {
    case pass
    case refuse
    case fail(StepError)
}

/// A contract as it is enforced at one port, until another one is or the port is gone.
final class Clause<Message: Sendable>: Sendable {
    /// Judges a message, and calls the closure with the verdict: at once, or after the messages that came before it.
    typealias Judge = @Sendable (Parcel<Message>, @escaping @Sendable (ContractVerdict) -> Void) -> Void

    let judge: Judge
    /// Does something after everything that was to be judged before.
    let inTurn: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Says that the port has got another contract.
    let replaced: @Sendable () -> Void
    private let membership: Lease

    init<Rules: Statechart>(
        _ contract: Contract<Rules>, _ policy: ContractCore<Rules>.Policy, at identity: PortIdentity,
        _ membership: Lease, _ event: @escaping @Sendable (Message) -> Rules.Event?
    ) {
        let (core, lease) = (contract.core, contract.lease)
        judge = { parcel, goOn in
            withExtendedLifetime(lease) { core.judge(parcel, as: event, at: identity, policy, goOn) }
        }
        inTurn = { core.inTurn($0) }
        replaced = { core.leaveToAnother() }
        self.membership = membership
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
            clause = new
            return former
        }
        isSet.store(true, ordering: .releasing)
        former?.replaced()
    }

    /// True if messages have to be judged: one load.
    @inlinable var isInForce: Bool { isSet.load(ordering: .acquiring) }

    /// Judges a message, and calls `goOn` with the verdict. Ask ``isInForce`` first: calling this allocates a closure.
    func judge(_ parcel: Parcel<Message>, _ goOn: @escaping @Sendable (ContractVerdict) -> Void) {
        guard let clause = clause.withLock({ $0 }) else { return goOn(.pass) }
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
