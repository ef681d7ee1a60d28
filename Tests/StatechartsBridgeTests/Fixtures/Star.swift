import Statecharts
import StatechartsTesting

@testable import StatechartsBridge

/// A bridge with several peers inside the process.
struct Star {
    let shop: Bridge, guests: [Bridge]
    let middle: MemoryLink, points: [MemoryLink], gates: [GatedLink]

    /// - Parameters:
    ///   - connections: how many peers there may be; by default all.
    ///   - permits: how often each guest may connect; by default as often as it likes.
    init<C: Clock>(
        points count: Int, connections: Int? = nil, limits: BridgeLimits = .patient,
        faults: MemoryLink.Faults = .init(),
        gates permits: [Int] = [], clock: C = ContinuousClock()
    ) where C.Duration == Duration {
        (middle, points) = MemoryLink.star(points: count, clock: clock, faults: faults)
        gates = zip(points, permits).map { GatedLink($0, permits: $1) }
        shop = Bridge(over: middle, name: "shop", connections: connections ?? count, limits: limits, clock: clock)
        let ways: [any BridgeLink] = gates.isEmpty ? points : gates
        guests = ways.enumerated().map { Bridge(over: $1, name: "guest \($0)", limits: limits, clock: clock) }
    }

    /// One after the other, so that the first guest is the first peer.
    func start() async throws {
        shop.begin()
        for guest in guests { try await guest.start() }
    }
}

extension BridgeState {
    var isConnected: Bool {
        switch self {
        case .connected: true
        case .new, .connecting, .cut, .ended: false
        }
    }
}
