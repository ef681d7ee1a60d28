@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// Every order of calls at an input port: its decisions are a value, so that all of them can be played.
@Suite struct ExhaustiveInputTests {
    private static let policies: [PortBuffering] = [
        .unbounded, .bufferingOldest(1), .bufferingOldest(2), .bufferingNewest(1), .bufferingNewest(2), .waiting(0),
        .waiting(1), .waiting(2),
    ]

    @Test(arguments: policies)
    func `nobody waits for what is there, nothing is lost, doubled or disordered, with consumers`(
        policy: PortBuffering
    ) {
        let exploration = Exploration(from: InputWorld(policy, mayAttach: false), calls: amount(7, long: 8))
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test(arguments: policies)
    func `nor with a taker, attached at any time`(policy: PortBuffering) {
        let exploration = Exploration(from: InputWorld(policy, mayAttach: true), calls: amount(7, long: 8))
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }
}
