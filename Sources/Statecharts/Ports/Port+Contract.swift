extension OutputPort {
    /// What an output does about a message that its contract does not allow.
    public enum ViolationPolicy: Sendable, Hashable {
        /// Reports it and sends it all the same.
        case report
        /// Reports it and does not send it.
        case refuse
    }

    /// Checks what is sent from now on against a protocol; replaces an earlier contract.
    ///
    /// Violations are reported on ``System/violations``, with the messages that led there, and to the closure.
    public func enforce(
        _ contract: Contract<Message>, onViolation policy: ViolationPolicy = .report,
        reporting report: @escaping @Sendable (ContractViolation) -> Void = { _ in }
    ) {
        storage.identity.keepTrace()
        storage.enforce(contract, policy == .report ? .report : .refuse, report)
    }
}

extension InputPort {
    /// What an input does about a message that its contract does not allow.
    public enum ViolationPolicy: Sendable, Hashable {
        /// Reports it and takes it all the same.
        case report
        /// Reports it and does not take it.
        case refuse
        /// Reports it, does not take it, and fails the machine that takes the port's messages with a ``StepError``; where no machine does, this
        /// is as ``refuse``. A machine behind a proxy goes on: enforce the contract on its own port.
        case fail
    }

    /// Checks what arrives from now on against a protocol; replaces an earlier contract.
    ///
    /// Violations are reported on ``System/violations``, with the messages that led there, and to the closure.
    public func enforce(
        _ contract: Contract<Message>, onViolation policy: ViolationPolicy = .report,
        reporting report: @escaping @Sendable (ContractViolation) -> Void = { _ in }
    ) {
        let inner: ContractSlot<Message>.Policy =
            switch policy {
            case .report: .report
            case .refuse: .refuse
            case .fail: .fail
            }
        storage.identity.keepTrace()
        storage.enforce(contract, inner, report)
    }
}
