@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// Every order of calls at a mailbox and at a subscription of steps.
@Suite struct ExhaustiveTests {
    @Test func `a machine is told of letters once, takes them in order, and nothing overtakes them`() {
        let exploration = Exploration(from: MailboxWorld(), calls: 8)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test(
        arguments: [
            ReaderWorld.Queue.Policy.unbounded, .bufferingOldest(0), .bufferingOldest(1), .bufferingOldest(2),
            .bufferingNewest(0), .bufferingNewest(1), .bufferingNewest(2),
        ], [false, true])
    func `no reader waits for a step that is there, and each step is read once, in order`(
        policy: ReaderWorld.Queue.Policy, inBatches: Bool
    ) {
        let exploration = Exploration(from: ReaderWorld(policy, inBatches: inBatches), calls: 9)
        #expect(exploration.mistake == nil)
        #expect(exploration.worlds > 10)
    }

    @Test func `an iterator that is about to wait gets what another one has taken together`() async throws {
        let machine = Machine(Player())
        let subscription = machine.steps.subscription
        #expect(subscription.nextAtOnce() == nil)
        try await machine.start()
        try await machine.send("faster")
        // Another iterator takes both and reads one.
        #expect(
            subscription.nextAtOnce()?.description
                == "start: handled → Playing.Slow\n  start, entries Player Playing Playing.Slow")
        #expect(await subscription.next()?.event == "faster")
        try await machine.stop()
    }
}
