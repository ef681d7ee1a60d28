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

    /// How often something was entered, left, done.
    private typealias Counts = [Int]

    /// Sends the same random events to both, and compares after each what was counted since the beginning.
    private func compare<Top: Statechart, Hand: HandMachine>(
        _ top: Top, _ hand: Hand, _ events: [Top.Event], after preparation: [Top.Event] = [], seed: UInt64,
        _ counts: (Top) -> Counts, _ handCounts: (Counters) -> Counts
    ) throws where Hand.Event == Top.Event {
        let interpreter = Interpreter(top)
        try interpreter.start()
        for event in preparation {
            try interpreter.send(event)
            hand.send(event)
        }
        let (first, handFirst) = (counts(top), handCounts(hand.counters))
        func since(_ now: Counts, _ before: Counts) -> Counts { zip(now, before).map { $0 - $1 } }
        var random = Random(seed: seed)
        for _ in 0..<200 {
            let event = events[random.below(events.count)]
            try interpreter.send(event)
            hand.send(event)
            try #require(
                since(counts(top), first) == since(handCounts(hand.counters), handFirst), "\(Hand.self), \(event)")
        }
        #expect(counts(top) != first, "\(Hand.self) has nothing to do")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what is written by hand counts what its chart counts, whatever comes`(seed: UInt64) throws {
        try compare(FourRegions(), HandRegions(), [.all, .one], seed: seed) {
            [$0.entries, $0.exits, $0.effects]
        } _: {
            [$0.entries, $0.exits, $0.effects]
        }
        try compare(ReturnsByHistory(), HandHistory(), [.again, .next], after: [.next], seed: seed) {
            [$0.entries]
        } _: {
            [$0.entries]
        }
        // Before the first fork nobody waits at the join.
        try compare(ForksAndJoins(), HandForks(), [.done, .again], seed: seed) {
            [$0.entries]
        } _: {
            [$0.entries]
        }
        try compare(Chooses(), HandChoice(), [.go], seed: seed) {
            [$0.entries]
        } _: {
            [$0.entries]
        }
        try compare(Defers(), HandDeferral(), [.work, .done], seed: seed) {
            [$0.taken]
        } _: {
            [$0.effects]
        }
        try compare(GoesOn(), HandAlways(), [.go], seed: seed) {
            [$0.passed]
        } _: {
            [$0.effects]
        }
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
