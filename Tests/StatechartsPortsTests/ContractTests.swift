import Statecharts
import Testing

@Suite struct ContractTests {
    @Test func `a violation is named with the trace that led there`() async throws {
        let words = OutputPort<String>("words")
        let first = Stage("!"), second = Stage("?")
        connect(words, to: first.words)
        connect(first.left, to: second.words)
        second.words.enforce(Contract(DoorRules())) { .init($0) }
        let system = System()
        let violations = system.violations
        system.add("Guest", ports: words)
        let machines = (Machine(first), Machine(second))
        await system.add(machines.0, named: "First")
        await system.add(machines.1, named: "Second")
        try await machines.0.start()
        try await machines.1.start()
        for word in ["open", "knock", "close", "close"] { words.send(word) }
        let violation = try #require(await violations.first(1).first)
        #expect(violation.trace.map(\.sender.description) == ["Guest.words", "First.left"])
        #expect(violation.trace.map { "\($0.message)" } == ["close", "close!"])
        #expect(violation.history == ["open!", "close!"])
        #expect(violation.state == "Closed")
        #expect(
            violation.description.hasPrefix(
                "Second.words: close! came after open!, close!, in Closed of DoorRules; caused by #"))
        // Reported only: the message arrives all the same.
        var seen: [String] = []
        while seen.count < 4 { seen = try await machines.1.withTop { $0.seen } }
        #expect(seen == ["open!", "knock!", "close!", "close!"])
    }

    @Test func `by choice a violation fails the machine`() async throws {
        let chart = Stage("!")
        let words = chart.words
        words.enforce(Contract(DoorRules()), onViolation: .fail) { .init($0) }
        let machine = Machine(chart)
        try await machine.start()
        words.send("open")
        words.send("open")
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error?.code == .contractViolation)
        #expect(error?.message == "String: open came after open, in Open of DoorRules")
        #expect(try await machine.withTop { $0.seen } == ["open"])
    }

    @Test func `an output refuses what its contract does not allow`() async throws {
        let output = OutputPort<String>("out")
        let stream = output.stream()
        let reported = InputPort<String>()
        let contract = Contract(DoorRules()) { reported.send($0.description) }
        output.enforce(contract, onViolation: .refuse) { .init($0) }
        for word in ["close", "open", "open", "knock", "close"] { output.send(word) }
        output.finish()
        reported.finish()
        #expect(await Array(stream) == ["open", "knock", "close"])
        #expect(
            await Array(reported) == [
                "out: close came as the first message, in Closed of DoorRules",
                "out: open came after open, in Open of DoorRules",
            ])
    }

    @Test func `a contract holds for what comes through a channel`() async throws {
        let channel = PointToPointChannel<String>("doors")
        let words = OutputPort<String>("words")
        connect(words, to: channel)
        let chart = Stage("!"), read = InputPort<String>("read")
        chart.words.enforce(Contract(DoorRules()), onViolation: .refuse) { .init($0) }
        connect(channel, to: chart.words)
        let machine = Machine(chart)
        try await machine.start()
        for word in ["close", "open", "open", "knock", "close"] { words.send(word) }
        var seen: [String] = []
        while seen.count < 3 { seen = try await machine.withTop { $0.seen } }
        #expect(seen == ["open", "knock", "close"])

        let others = PointToPointChannel<String>("others")
        read.enforce(Contract(DoorRules()), onViolation: .refuse) { .init($0) }
        connect(words, to: others)
        connect(others, to: read)
        let reader = Task { await read.first(2) }
        for word in ["close", "open", "open", "knock"] { words.send(word) }
        #expect(await reader.value == ["open", "knock"])
    }

    @Test func `a protocol that is over allows nothing more`() async throws {
        let output = OutputPort<String>("out")
        let reported = InputPort<String>()
        output.enforce(Contract(DoorRules()) { reported.send($0.state) }) { .init($0) }
        for word in ["lock", "open"] { output.send(word) }
        reported.finish()
        #expect(await Array(reported) == ["the end"])
    }
}

/// Which words may come to a door.
///
///     ● ▶ Closed ── open ──▶ Open
///            │  ◀── close ──┘
///            └── lock ──▶ ◉
final class DoorRules: TopState<DoorRules.Event> {
    enum Event: Sendable {
        case open, close, lock
        /// Other words say nothing about the door.
        init?(_ word: String) {
            switch word.prefix(while: \.isLetter) {
            case "open": self = .open
            case "close": self = .close
            case "lock": self = .lock
            default: return nil
            }
        }
    }
    let closed = Closed(), open = Open(), locked = Locked()
    override func configure() { substates(closed, open, locked) }

    final class Closed: State<DoorRules, DoorRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .open: .to(superior.open)
            case .lock: .to(superior.locked)
            case .close: .unhandled
            }
        }
    }
    final class Open: State<DoorRules, DoorRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .close: .to(superior.closed)
            case .open, .lock: .unhandled
            }
        }
    }
    final class Locked: FinalState<DoorRules, DoorRules> {}
}
