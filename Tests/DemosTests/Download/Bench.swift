import Statecharts
import StatechartsTesting

@testable import download

/// A started item on a clock of its own, and short ways to use it.
struct Bench<S: Source>: Sendable {
    let clock: ManualClock
    let source: S
    let machine: Machine<Item>
    private let steps: Machine<Item>.Steps

    init(_ source: S, clock: ManualClock) async throws {
        self.clock = clock
        self.source = source
        machine = Machine(Item(source: source), clock: clock)
        steps = machine.steps
        try await machine.start()
    }

    var state: String {
        get async {
            await clock.settle()
            return await machine.configuration.description
        }
    }

    var pending: [String] { get async { await clock.pending.map(\.description) } }

    func send(_ events: Item.Event...) async throws {
        for event in events { try await machine.send(event) }
        await clock.settle()
    }

    /// Stops the machine; answers with the records of all its steps.
    func stop() async throws -> [String] {
        try await machine.stop()
        var records: [String] = []
        for await step in steps { records.append(step.description) }
        return records
    }
}

extension Bench where S == SimulatedSource<ManualClock> {
    init() async throws {
        let clock = ManualClock()
        try await self.init(SimulatedSource(clock: clock), clock: clock)
    }

    /// Breaks the connection and lets the item hear of it.
    func fail() async {
        source.fail()
        await clock.settle()
    }

    /// Does what the lines say, which are separated by semicolons.
    func take(_ script: String) async throws {
        for line in script.split(separator: ";") {
            switch try Command(String(line)) {
            case .event(let event): try await send(event)
            case .fail: await fail()
            case .advance(let duration): await clock.advance(by: duration)
            case .help, nil: break
            }
        }
    }

    /// All states in which an item can rest, each with a way from the start.
    static var ways: [(state: String, script: String)] {
        let fetched = "present; advance 1s"
        let broken = "advance 250ms; fail"
        return [
            ("Initial", ""),
            ("Fetching.Transferring", "present"),
            ("Fetching.BackingOff", "present; \(broken); advance 1s; \(broken)"),
            ("Fetching.Failed", "present; \(broken); advance 1s; \(broken); advance 2s; \(broken)"),
            ("Fetched", fetched),
            ("Downloading.Transferring", "\(fetched); download"),
            ("Downloading.BackingOff", "\(fetched); download; \(broken)"),
            (
                "Downloading.Failed",
                "\(fetched); download; \(broken); advance 1s; \(broken); advance 2s; \(broken)"
            ),
            ("Downloaded", "\(fetched); download; advance 5s"),
        ]
    }
}
