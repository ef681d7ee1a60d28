/// A peer at the other end of a bridge, with its present state.
public struct BridgePeer: Sendable, Hashable, CustomStringConvertible {
    /// What it calls itself. Several may have the same name.
    public let name: String
    /// Connected; cut, while its place is kept for it; or ended, if it has gone for good.
    public let state: BridgeState
    /// How many messages wait for room there, or went there and were not acknowledged.
    public let waitingCount: Int
    /// How many messages for it the policies of exports have dropped.
    public let droppedCount: Int
    /// How many messages for it had been sent or had waited, and had not been acknowledged, when it ended; 0 before.
    public let lostCount: Int

    /// `guest (connected with guest)`, and the counts that are not 0
    public var description: String {
        let counts = [("waiting", waitingCount), ("dropped", droppedCount), ("lost", lostCount)].filter { $0.1 > 0 }
        return "\(name) (\(([state.description] + counts.map { "\($0.1) \($0.0)" }).joined(separator: ", ")))"
    }
}
