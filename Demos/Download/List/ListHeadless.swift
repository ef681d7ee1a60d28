import DemoSupport
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

/// A list without a terminal: its time passes when a command says so.
struct ListHeadless {
    private let clock: ManualClock
    private let files: SimulatedFiles<ManualClock>
    private let machine: Machine<Downloads>
    private let output: (String) -> Void
    private var shown: ListDisplay?

    init(
        on clock: ManualClock = ManualClock(), _ recorder: Recorder? = nil, printing output: @escaping (String) -> Void
    ) {
        self.clock = clock
        files = SimulatedFiles(clock: clock)
        machine = Machine(Downloads(files), clock: clock)
        self.output = output
        recorder?.record(machine, named: "Downloads")
    }

    /// Takes the lines one after the other, see ``Script``.
    mutating func run(_ place: String, _ nextLine: () -> String?) async throws {
        try await machine.start()
        do {
            try await Script.run(place, nextLine) { line in
                if let command = try ListCommand(line) { try await perform(command) }
            }
        } catch {
            try await machine.stop()
            throw error
        }
        try await machine.stop()
    }

    private mutating func perform(_ command: ListCommand) async throws {
        switch command {
        case .event(let event): try await machine.send(event)
        case .fail(let name): files.fail(name)
        case .help: for line in ListCommand.vocabulary.lines { output(line) }
        case .figures: output("\(clock.now.offset.text)\t\(try await machine.display.figures)")
        case .advance(let duration): try await Script.advance(clock, by: duration) { try await show() }
        }
        try await show()
    }

    /// Prints what is to be seen when everything has come to rest, as far as that is not what was seen before.
    private mutating func show() async throws {
        await clock.settle()
        let display = try await machine.display
        for line in display.news(since: shown) { output("\(clock.now.offset.text)\t\(line)") }
        shown = display
    }
}
