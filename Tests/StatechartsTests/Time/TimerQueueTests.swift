import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

@Suite struct TimerQueueTests {
    /// A queue beside the simplest thing that does the same.
    struct Model {
        let queue = TimerQueue()
        var heads: [Int32: Int32] = [:]
        var timers: [(key: TimerKey, node: Int32, slot: Int32)] = []

        mutating func insert(_ node: Int32, _ key: TimerKey) {
            var head = heads[node, default: -1]
            let timer = TimerQueue.Timer(
                node: node, repeats: false, policy: .startAnew, serial: key.sequence, interval: .zero)
            let slot = queue.insert(timer, due: key, chain: &head)
            heads[node] = head
            timers.append((key, node, slot))
        }

        mutating func remove(at position: Int) {
            let removed = timers.remove(at: position)
            var head = heads[removed.node, default: -1]
            queue.remove(removed.slot, chain: &head)
            heads[removed.node] = head
        }

        mutating func leave(_ node: Int32) {
            queue.removeAll(chain: heads[node, default: -1])
            heads[node] = -1
            timers.removeAll { $0.node == node }
        }

        mutating func takeFirst() -> UInt64? {
            guard let first = timers.indices.min(by: { timers[$0].key < timers[$1].key }) else { return nil }
            let serial = queue.timer(at: queue.firstDue(through: timers[first].key))?.serial
            remove(at: first)
            return serial
        }
    }

    @Test(arguments: 0..<UInt64(amount(6, long: 20)))
    func `whatever is armed, cancelled, left and fired, the order is that of the deadlines`(
        _ seed: UInt64
    ) {
        var random = SplitMix(seed: seed)
        var model = Model()
        var sequence: UInt64 = 0
        for _ in 0..<400 {
            switch random.below(8) {
            case 0...3:
                sequence += 1
                model.insert(Int32(random.below(5)), TimerKey(deadline: .seconds(random.below(30)), sequence: sequence))
            case 4:
                if !model.timers.isEmpty { model.remove(at: random.below(model.timers.count)) }
            case 5:
                if !model.timers.isEmpty {
                    sequence += 1
                    let position = random.below(model.timers.count)
                    let key = TimerKey(deadline: .seconds(random.below(30)), sequence: sequence)
                    model.queue.postpone(model.timers[position].slot, to: key)
                    model.timers[position].key = key
                }
            case 6:
                let expected = model.timers.min { $0.key < $1.key }
                let serial = expected.flatMap { model.queue.timer(at: $0.slot)?.serial }
                #expect(model.takeFirst() == serial)
            default:
                if random.below(10) == 0 { model.leave(Int32(random.below(5))) }
            }
            let slots = model.timers.sorted { $0.key < $1.key }.map(\.slot)
            #expect(model.queue.slotsInOrder == slots)
            #expect(model.queue.first == model.timers.map(\.key).min())
            #expect(model.queue.invariantsHold)
        }
    }

    @Test func `of many timers half are cancelled, and the rest fires in order`() {
        let count = 50_000
        var random = SplitMix(seed: 7)
        let queue = TimerQueue()
        var head: Int32 = -1
        var slots: [Int32] = []
        for serial in 1...UInt64(count) {
            let timer = TimerQueue.Timer(
                node: 0, repeats: false, policy: .startAnew, serial: serial, interval: .zero)
            let key = TimerKey(deadline: .nanoseconds(random.below(1 << 40)), sequence: serial)
            slots.append(queue.insert(timer, due: key, chain: &head))
        }
        for slot in slots where slot % 2 == 0 { queue.remove(slot, chain: &head) }
        #expect(queue.count == count / 2)
        let everything = TimerKey(deadline: .seconds(1 << 40), sequence: 0)
        var previous: TimerKey?
        var isOrdered = true
        var fired = 0
        while let timer = queue.timer(at: queue.firstDue(through: everything)) {
            let slot = queue.firstDue(through: everything)
            let key = queue.first
            if let previous, let key { isOrdered = isOrdered && previous < key }
            isOrdered = isOrdered && timer.serial % 2 == 0
            previous = key
            queue.remove(slot, chain: &head)
            fired += 1
        }
        #expect(isOrdered)
        #expect(fired == count / 2)
        #expect(head == -1)
    }
}
