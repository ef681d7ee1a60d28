import Synchronization
import Testing

@testable import Statecharts

/// How much of its mailbox a machine takes before others of its executor have their turn.
@Suite struct DrainBudgetTests {
    @Test(arguments: [(turn: 10, taken: 100), (turn: 1_000, taken: 101)])
    @MainActor func `a batch is taken whole; if the budget is spent then, others have their turn`(
        turn: Int, taken expected: Int
    ) async throws {
        let taken = Taken()
        let (turns, hasTurn) = AsyncStream.makeStream(of: Int.self)
        let machine = Machine(Counting(), on: MainActor.shared)
        machine.take(atMost: turn)
        try await machine.start()
        try await machine.withTop { [unowned machine] top in
            top.note = { number in
                taken.add()
                if number > 0 { return }
                // In the mailbox while the batch is taken, and so in the next one.
                machine.post(100)
                Task { @MainActor in hasTurn.yield(taken.count) }
            }
        }
        for number in 0..<100 { machine.post(number) }
        for await count in turns {
            #expect(count == expected)
            break
        }
        try await machine.stop()
        #expect(taken.count == 101)
    }

    /// The reason for batches that are taken whole.
    @Test @MainActor func `who looks at the machine finds everything taken, whatever the budget`() async throws {
        let taken = Taken()
        let machine = Machine(Counting(), on: MainActor.shared)
        machine.take(atMost: 10)
        try await machine.start()
        try await machine.withTop { top in top.note = { _ in taken.add() } }
        for number in 1...100 { machine.post(number) }
        #expect(machine.present == "Counting")
        #expect(taken.count == 100)
        try await machine.stop()
    }
}

private final class Taken: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

// On the machine's executor, and not in an `async` function: nothing comes in between.
extension Machine<Counting> {
    fileprivate nonisolated func take(atMost turn: Int) { assumeIsolated { $0.envelopesPerTurn = turn } }
    fileprivate nonisolated var present: String { assumeIsolated { "\($0.configuration)" } }
}

private final class Counting: TopState<Int> {
    var note: @Sendable (Int) -> Void = { _ in }
    override func handle(_ event: Int) -> Reaction { .handled { self.note(event) } }
}
