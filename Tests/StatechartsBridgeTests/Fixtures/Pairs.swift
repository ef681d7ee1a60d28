import Statecharts
import StatechartsBridge
import StatechartsTesting

extension BridgeLimits {
    /// Where many other tests run at the same time, nobody is to be taken for dead.
    static let patient = BridgeLimits(patience: .seconds(600))
}

/// Two bridges inside the process, over a link without faults unless some are planted.
struct Pair {
    let left: Bridge, right: Bridge
    let leftLink: MemoryLink, rightLink: MemoryLink

    init<C: Clock>(
        clock: C = ContinuousClock(), faults: MemoryLink.Faults = .init(), limits: BridgeLimits = .patient
    ) where C.Duration == Duration {
        (leftLink, rightLink) = MemoryLink.pair(clock: clock, faults: faults)
        left = Bridge(over: leftLink, name: "left", limits: limits, clock: clock)
        right = Bridge(over: rightLink, name: "right", limits: limits, clock: clock)
    }

    func start() async throws {
        left.begin()
        try await right.start()
        try await left.start()
    }
}

extension AsyncSequence where Failure == Never {
    /// The first elements.
    func first(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        if count == 0 { return elements }
        for await element in self {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }
}

extension ManualClock {
    /// Moves the clock on and on, until the task is cancelled, and lets others have their turn in between.
    func ticking(by step: Duration) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await advance(by: step)
                await Task.yield()
            }
        }
    }
}
