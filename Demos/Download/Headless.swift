import DemoSupport
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

/// An item without a terminal: its time passes when a command says so.
struct Headless {
    private let clock: ManualClock
    private let source: SimulatedSource<ManualClock>
    private let machine: Machine<Item>
    private let output: (String) -> Void
    private var shown: Display?

    init(
        on clock: ManualClock = ManualClock(), _ recorder: Recorder? = nil, printing output: @escaping (String) -> Void
    ) {
        self.clock = clock
        source = SimulatedSource(clock: clock)
        machine = Machine(Item(source: source), clock: clock)
        self.output = output
        recorder?.record(machine, named: "Item", data: Display.data)
    }

    /// Takes the lines one after the other, see ``Script``.
    mutating func run(_ place: String, _ nextLine: () -> String?) async throws {
        try await machine.start()
        try await show()
        do {
            try await Script.run(place, nextLine) { line in
                if let command = try Command(line) { try await perform(command) }
            }
        } catch {
            try await machine.stop()
            throw error
        }
        try await machine.stop()
    }

    private mutating func perform(_ command: Command) async throws {
        switch command {
        case .event(let event): try await machine.send(event)
        case .fail: source.fail()
        case .help: for line in Command.vocabulary.lines { output(line) }
        case .advance(let duration): try await Script.advance(clock, by: duration) { try await show() }
        }
        try await show()
    }

    /// Prints what is to be seen when everything has come to rest, if that is not what was seen before.
    private mutating func show() async throws {
        await clock.settle()
        let display = try await machine.display
        var lines = display.news(since: shown)
        if display.line != shown?.line { lines.insert(display.line, at: 0) }
        shown = display
        for line in lines { output("\(clock.now.offset.text)\t\(line)") }
    }
}
