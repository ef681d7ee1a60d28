public import Synchronization

/// The contract of a port, if it has one.
@usableFromInline
final class ContractSlot<Message: Sendable>: Sendable {
    /// What becomes of a message that violates the contract.
    enum Verdict {
        case pass
        case refuse
        case fail(StepError)
    }
    enum Policy: Sendable {
        case report, refuse, fail
    }
    private struct Terms: Sendable {
        let contract: Contract<Message>
        let policy: Policy
        let report: @Sendable (ContractViolation) -> Void
    }

    @usableFromInline let isSet = Atomic<Bool>(false)
    private let terms = Guarded<Terms?>(nil)

    func set(
        _ contract: Contract<Message>, _ policy: Policy, _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        terms.withLock { $0 = Terms(contract: contract, policy: policy, report: report) }
        isSet.store(true, ordering: .releasing)
    }

    init() {}

    /// Whether messages have to be judged: one load.
    @inlinable var isInForce: Bool { isSet.load(ordering: .acquiring) }

    /// A load and a branch for a port without a contract.
    @inline(__always)
    func judge(_ parcel: Parcel<Message>, at identity: PortIdentity) -> Verdict {
        isInForce ? examine(parcel, identity) : .pass
    }

    private func examine(_ parcel: Parcel<Message>, _ identity: PortIdentity) -> Verdict {
        guard let terms = terms.withLock({ $0 }), let breach = terms.contract.breach(parcel.message) else {
            return .pass
        }
        let violation = ContractViolation(
            port: identity.label, message: parcel.message, state: breach.state, history: breach.history,
            trace: parcel.origin.map { identity.trace(of: $0) } ?? [])
        identity.report(violation)
        terms.report(violation)
        switch terms.policy {
        case .report: return .pass
        case .refuse: return .refuse
        case .fail:
            return .fail(
                StepError(
                    .contractViolation, path: violation.port.description, "\(violation)",
                    fix: "send what the contract allows, or change the contract"))
        }
    }
}
