import Statecharts
import Testing

@testable import benchmark

/// A floor is honest only if it does the same work as what stands beside it.
@Suite struct FloorTests {
    @Test(arguments: [0, 1, 3, 100]) func `the hand-written tick counts what the chart counts`(ticks: Int) throws {
        let interpreter = Interpreter(ThreeLevels())
        try interpreter.start()
        let hand = HandLights()
        for _ in 0..<ticks {
            #expect(try interpreter.send(.tick) == .handled)
            #expect(hand.send(.tick))
            #expect(try interpreter.send(.ignored) == .unhandled)
            #expect(!hand.send(.ignored))
        }
        // The first entry is that of the start.
        #expect(interpreter.top.entries == hand.counters.entries + 1)
        #expect(interpreter.top.exits == hand.counters.exits)
        #expect(interpreter.top.effects == hand.counters.effects)
        #expect(hand.counters.effects == ticks)
    }

    @Test func `the hand-written swing leaves and enters as many states as the chart`() throws {
        let interpreter = Interpreter(SixLevels())
        try interpreter.start()
        let hand = HandDeep()
        for _ in 0..<7 {
            try interpreter.send(.swing)
            hand.send(.swing)
        }
        #expect(interpreter.configuration.description == "right.Middle.Leaf")
        #expect(interpreter.top.entries == hand.counters.entries + 3)
        #expect(interpreter.top.exits == hand.counters.exits)
        #expect(hand.counters.exits == 21)
    }

    @Test func `the hand-written heap gives deadlines in order, whatever is taken back`() {
        var random = Random(seed: 7)
        var heap = HandHeap()
        var slots: [(slot: Int32, deadline: Int64)] = []
        for _ in 0..<2_000 {
            let deadline = Int64(random.below(1_000_000))
            slots.append((heap.push(deadline), deadline))
            if random.below(3) == 0 {
                let removed = slots.remove(at: random.below(slots.count))
                let isRemoved = heap.remove(removed.slot)
                #expect(isRemoved)
            }
        }
        let expected = slots.map(\.deadline).sorted()
        #expect(heap.count == expected.count)
        var taken: [Int64] = []
        while let first = heap.popFirst() { taken.append(first) }
        #expect(taken == expected)
        for slot in slots.map(\.slot) {
            let isRemoved = heap.remove(slot)
            #expect(!isRemoved)
        }
    }
}
