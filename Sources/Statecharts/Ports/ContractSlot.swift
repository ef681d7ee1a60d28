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
    fileprivate struct Terms: Sendable {
        let contract: Contract<Message>
        let policy: Policy
        let report: @Sendable (ContractViolation) -> Void
    }

    @usableFromInline let isSet = Atomic<Bool>(false)
    private let terms = Guarded<Terms?>(nil)

    func set(
        _ contract: Contract<Message>, _ policy: Policy, _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        let new = Terms(contract: contract, policy: policy, report: report)
        let former = terms.withLock { terms in
            let former = terms
            terms = new
            return former
        }
        isSet.store(true, ordering: .releasing)
        withExtendedLifetime(former) {}
    }

    init() {}

    /// Whether messages have to be judged: one load.
    @inlinable var isInForce: Bool { isSet.load(ordering: .acquiring) }

    /// Goes on with what is to become of a message: at once, or when those that came to the contract before have been judged. A load and a
    /// branch for a port without a contract.
    @inline(__always)
    func judge(_ parcel: Parcel<Message>, at identity: PortIdentity, _ goOn: @escaping @Sendable (Verdict) -> Void) {
        if isInForce { examine(parcel, identity, goOn) } else { goOn(.pass) }
    }

    /// Does something after everything that was given to the contract before.
    func inTurn(_ body: @escaping @Sendable () -> Void) {
        guard isInForce, let terms = terms.withLock({ $0 }) else { return body() }
        terms.contract.inTurn(body)
    }

    private func examine(
        _ parcel: Parcel<Message>, _ identity: PortIdentity, _ goOn: @escaping @Sendable (Verdict) -> Void
    ) {
        guard let terms = terms.withLock({ $0 }) else { return goOn(.pass) }
        terms.contract.judge(parcel.message) { breach in
            goOn(breach.map { terms.verdict(on: parcel, $0, identity) } ?? .pass)
        }
    }
}

extension ContractSlot.Terms {
    /// Reports a violation and says what follows.
    func verdict(
        on parcel: Parcel<Message>, _ breach: Contract<Message>.Breach, _ identity: PortIdentity
    ) -> ContractSlot<Message>.Verdict {
        let violation = ContractViolation(
            port: identity.label, message: parcel.message, state: breach.state, history: breach.history,
            trace: parcel.origin.map { identity.trace(of: $0) } ?? [])
        identity.report(violation)
        callingOut()
        report(violation)
        switch policy {
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
