@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// What was needed for a burst of events is given back when it is over.
@Suite struct BurstTests {
    @Test func `a queue gives memory back while it is worked off, and keeps a little`() {
        var queue = FIFO<Int>()
        for number in 0..<100_000 { queue.append(number) }
        var taken: [Int] = []
        while queue.count > 1_000, let number = queue.popFirst() { taken.append(number) }
        #expect(queue.slots.capacity < 8_000)
        while let number = queue.popFirst() { taken.append(number) }
        #expect(taken == Array(0..<100_000))
        #expect(queue.slots.capacity <= FIFO<Int>.mostKept)
        for number in 0..<50 { queue.append(number) }
        let capacity = queue.slots.capacity
        while queue.popFirst() != nil {}
        #expect(queue.slots.capacity == capacity)
        for number in 0..<100_000 { queue.append(number) }
        while queue.remove(where: { _ in true }) != nil, queue.count > 99_000 {}
        _ = queue.removeAll()
        #expect(queue.slots.capacity == 0)
    }

    @Test func `a mailbox gives letters' memory back unless as many come again`() {
        let mailbox = Mailbox<Int>(), many = 4 * Inbox<Int>.mostKept
        func burst(_ count: Int) { for number in 0..<count { _ = mailbox.put(.event(number, .nobody)) } }
        var inbox = Inbox<Int>()
        func take(_ count: Int) {
            #expect(mailbox.moveEnvelopes(into: &inbox) == count)
            while inbox.next() != nil {}
        }
        burst(many)
        take(many)
        // As many wait behind them.
        burst(many)
        mailbox.trim(&inbox)
        #expect(inbox.reversed.capacity >= many)
        take(many)
        mailbox.trim(&inbox)
        #expect(inbox.reversed.capacity == 0)
        // Nothing comes: the mailbox gives its own memory back too.
        take(0)
        burst(100)
        take(100)
        let capacity = inbox.reversed.capacity
        #expect(capacity >= 100)
        mailbox.trim(&inbox)
        #expect(inbox.reversed.capacity == capacity)
    }

    @Test func `a machine at rest after a burst keeps little`() async throws {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        let idle = machine.steps(buffering: .bufferingNewest(1))
        for number in 0..<amount(50_000, long: 200_000) { machine.post(.init(sender: 0, number: number)) }
        _ = await machine.configuration
        #expect(await machine.inboxCapacity <= Inbox<Tally.Event>.mostKept)
        #expect(machine.mailbox.withContents { $0.envelopes.capacity } <= Inbox<Tally.Event>.mostKept)
        withExtendedLifetime(idle) {}
        try await machine.stop()
    }
}

extension Machine {
    var inboxCapacity: Int { inbox.reversed.capacity }
}
