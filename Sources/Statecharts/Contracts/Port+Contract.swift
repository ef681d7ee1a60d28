extension OutputPort {
    /// What an output does about a message that its contract does not allow.
    public enum ViolationPolicy: Sendable, Hashable {
        /// Reports it and sends it all the same.
        case report
        /// Reports it and does not send it.
        case refuse
    }

    /// Checks what is sent from now on against a protocol; replaces an earlier contract of this port.
    ///
    /// Violations are reported by the ``Contract``, and on ``System/violations`` with the messages that led there. The
    /// same contract may be enforced at other ports too.
    ///
    /// At a port with a current value, or for changes, a message is judged before it changes anything: what is refused
    /// does not become current, is not applied to the whole and gets no number, and no ``System`` sees it. What late
    /// receivers are given has already passed and is not judged again; neither is the value of a snapshot.
    /// - Parameters:
    ///   - contract: the protocol, which starts now unless it is enforced elsewhere already.
    ///   - policy: what becomes of a message that violates it.
    ///   - event: the protocol's event for a message; `nil` for messages that it says nothing about. Called where
    ///     messages are sent, before they go on. A change has no number yet.
    public func enforce<Rules: Statechart>(
        _ contract: Contract<Rules>, onViolation policy: ViolationPolicy = .report,
        _ event: @escaping @Sendable (Message) -> Rules.Event?
    ) {
        storage.enforce(Clause(contract, policy == .report ? .report : .refuse, at: storage.identity, event))
    }
}

extension InputPort {
    /// What an input does about a message that its contract does not allow.
    public enum ViolationPolicy: Sendable, Hashable {
        /// Reports it and takes it all the same.
        case report
        /// Reports it and does not take it.
        case refuse
        /// Reports it, does not take it, and fails the machine that takes the port's messages with a ``StepError``; if
        /// no machine takes them, this is the same as ``refuse``. A machine behind a proxy goes on: enforce the
        /// contract on its own port.
        case fail
    }

    /// Checks what arrives from now on against a protocol; replaces an earlier contract of this port.
    ///
    /// Violations are reported by the ``Contract``, and on ``System/violations`` with the messages that led there. The
    /// same contract may be enforced at other ports too.
    /// - Parameters:
    ///   - contract: the protocol, which starts now unless it is enforced elsewhere already.
    ///   - policy: what becomes of a message that violates it.
    ///   - event: the protocol's event for a message; `nil` for messages that it says nothing about. Called where
    ///     messages are sent, before they are taken.
    public func enforce<Rules: Statechart>(
        _ contract: Contract<Rules>, onViolation policy: ViolationPolicy = .report,
        _ event: @escaping @Sendable (Message) -> Rules.Event?
    ) {
        let debtor: @Sendable () -> ContractCore<Rules>.Debtor? = { [weak storage] in
            guard let taker = storage?.taker else { return nil }
            return .init(machine: taker.machine) { taker.fail($0) }
        }
        let inner: ContractCore<Rules>.Policy =
            switch policy {
            case .report: .report
            case .refuse: .refuse
            case .fail: .fail
            }
        storage.enforce(Clause(contract, inner, at: storage.identity, debtor: debtor, event))
    }
}

extension Clause {
    /// Enters the port into the contract, which starts with its first one.
    /// - Parameter debtor: answers the taker of the port's messages; `nil` for an output.
    fileprivate convenience init<Rules: Statechart>(
        _ contract: Contract<Rules>, _ policy: ContractCore<Rules>.Policy, at identity: PortIdentity,
        debtor: (@Sendable () -> ContractCore<Rules>.Debtor?)? = nil,
        _ event: @escaping @Sendable (Message) -> Rules.Event?
    ) {
        let (core, lease) = (contract.core, contract.lease)
        identity.keepTrace()
        self.init(
            core: core, membership: core.join(identity, debtor: debtor),
            judge: { parcel, goOn in
                withExtendedLifetime(lease) { core.judge(parcel, as: event, at: identity, policy, goOn) }
            },
            inTurn: { core.inTurn($0) }, leaveToAnother: { core.leaveToAnother() })
    }
}
