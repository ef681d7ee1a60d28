@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// Every order of calls at outputs, channels, journals and readers.
@Suite struct ExhaustivePortTests {
    @Test(arguments: [false, true])
    func `each end gets what is sent while it is connected, in order, and is told once`(hasCurrent: Bool) {
        let calls = amount(5, long: 6) + (hasCurrent ? 1 : 0)
        let exploration = Exploration(from: OutputWorld(hasCurrent: hasCurrent), calls: calls)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test func `a channel keeps nothing from a receiver that is ready, and gives each message once, in order`() {
        let exploration = Exploration(from: ChannelWorld(), calls: 8)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test func `a system that is paused, stepped and closed delivers everything once, in each port's order`() {
        let exploration = Exploration(from: JournalWorld(), calls: 8)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test(arguments: [[0, 1], [0, 0]])
    func `what readers use is released after them, and nothing is kept in the end`(places: [Int]) {
        let exploration = Exploration(from: ReclaimerWorld(places: places, reads: 2, writes: 1), calls: 0)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }
}
