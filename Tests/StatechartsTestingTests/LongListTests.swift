import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Synchronization
import Testing

/// A message without `==`, which counts how often it is described.
private struct Counted: Sendable, CustomStringConvertible {
    let number: Int
    let looks: Looks
    var description: String {
        looks.add()
        return "\(number)"
    }
}

private final class Looks: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}

private struct Large: Error { let numbers: [Int] }

private final class Many: TopState<Many.Event> {
    enum Event: Sendable { case send(Int), sendCounted(Int), arm(Int), due(Int), fail(Int) }
    let out = OutputPort<Int>("out"), counted = OutputPort<Counted>("counted"), looks: Looks
    init(_ looks: Looks = Looks()) { self.looks = looks }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .send(let count): .handled { for number in 0..<count { self.out.send(number) } }
        case .sendCounted(let count):
            .handled {
                for number in 0..<count { self.counted.send(Counted(number: number, looks: self.looks)) }
            }
        case .arm(let count):
            .handled { for number in 0..<count { self.after(.seconds(number + 1), send: .due(number)) } }
        case .due: .handled
        case .fail(let count): .handled { throw Large(numbers: Array(0..<count)) }
        }
    }
}

/// Reports of what there is much of have the first of it, and how much more there is.
@Suite struct LongListTests {
    private let kept = Kept()

    @Test func `a list has a hundred lines at most, and one that says how many more there are`() {
        #expect(LongList.lines(of: 0..<100) { "\($0)" }.count == 100)
        let lines = LongList.lines(of: 0..<103) { "\($0)" }
        #expect(lines.count == 101)
        #expect(lines.suffix(2) == ["99", "… 3 more"])
    }

    @Test func `a wait that never ends tells of the first timers that are pending`() async throws {
        let clock = ManualClock(failures: kept.report, limits: .init(expiries: 1))
        let machine = Machine(Many(), clock: clock)
        try await machine.start()
        try await machine.send(.arm(1_000))
        await clock.advance(by: .seconds(1_000))
        try await machine.stop()
        let lines = try #require(kept.messages.first).split(separator: "\n")
        // What is waited for, and what to do, are three lines.
        #expect(lines.count == 3 + LongList.most + 1)
        #expect(lines.dropLast().last == "  … 898 more")
    }

    @Test func `what is left at the end of a test is told up to a length`() async throws {
        let test = TestMachine(Many(), failures: kept.report)
        try await test.start()
        await test.send(.arm(1_000), .partial)
        test.finish()
        let message = try #require(kept.messages.first)
        #expect(message.contains("\n  … 900 more\n"))
        #expect(message.split(separator: "\n").count < LongList.most + 10)
    }

    @Test func `a difference of many lines begins where they differ`() async throws {
        let test = TestMachine(Many(), failures: kept.report)
        try await test.start()
        await test.send(.send(1_000)) {
            for number in 0..<500 { $0.sends(\.out, number) }
            $0.sends(\.out, -1)
            for number in 500..<1_000 { $0.sends(\.out, number) }
            $0.reacts(\.self)
        }
        let lines = try #require(kept.messages.first).split(separator: "\n").map(String.init)
        #expect(lines.count < LongList.most + 10)
        #expect(lines.contains("    … 501 that agree"))
        #expect(lines.contains("  - sends out: -1"))
        #expect(lines.contains("    sends out: 500"))
        #expect(lines.contains("  - … 401 more") && lines.contains("  + … 401 more"))
    }

    /// It is no matter of how many pairs there are.
    @Test func `the text of each line is made once`() async throws {
        let looks = Looks()
        let test = TestMachine(Many(looks), failures: kept.report)
        try await test.start()
        await test.send(.sendCounted(80)) {
            for number in (0..<80).reversed() { $0.sends(\.counted, Counted(number: number, looks: looks)) }
            $0.reacts(\.self)
        }
        #expect(kept.messages.count == 1)
        #expect(looks.count == 160)
    }

    @Test func `errors with much in them are told up to a length`() async throws {
        let result = try await Explorer(events: [.fail(100_000)]) { Many() }
            .randomRuns(.init(runs: 1, steps: 1, seed: 1))
        let example = try #require(result.counterexample)
        #expect("\(example)".utf8.count < 10 * ValueText.mostBytes)
        #expect(example.file.utf8.count < 2 * ValueText.mostBytes)
        let test = TestMachine(Player(), failures: kept.report)
        try await test.start()
        await test.fail(\.loading, with: Large(numbers: Array(0..<100_000)))
        #expect(try #require(kept.messages.first).utf8.count < 2 * ValueText.mostBytes)
    }
}
