public import Statecharts
import Synchronization

/// The violations of contracts that nobody has been told of yet.
public final class Violations: Sendable {
    private let all = Mutex<[ContractViolation]>([])

    /// None.
    public init() {}

    /// Keeps one: what a contract reports to.
    public func note(_ violation: ContractViolation) { all.withLock { $0.append(violation) } }

    /// Those since the last time.
    public func take() -> [ContractViolation] {
        all.withLock { all in
            defer { all = [] }
            return all
        }
    }
}
