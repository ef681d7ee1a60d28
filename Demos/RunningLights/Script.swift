import DemoSupport
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

/// The events of a scripted run, by the names that the command line has for them.
struct Script {
    static let names: KeyValuePairs<String, RunningLights.Event> = ["tick": .timerTick, "tap": .buttonTap]

    private(set) var events: [(name: String, event: RunningLights.Event)] = []

    /// Reads a list such as `tick,tick,tap`; the empty one has no events.
    init(_ list: String) throws(UsageError) {
        for name in list.split(separator: ",", omittingEmptySubsequences: list.isEmpty) {
            guard let known = Self.names.first(where: { $0.key == name }) else {
                throw UsageError(Vocabulary(Self.names.map(\.key), of: "event").unknown(name))
            }
            events.append((known.key, known.value))
        }
    }

    /// Runs the events one after the other and prints where each leads. Time stands still, so that no tick comes but
    /// those of the script.
    func run(
        on clock: ManualClock = ManualClock(), _ recorder: Recorder? = nil, printing output: (String) -> Void
    ) async throws {
        let machine = Machine(RunningLights(leds: LampBoard()), clock: clock)
        recorder?.record(machine, named: "Lights")
        try await machine.start()
        output("start\t\(await machine.configuration)")
        for (name, event) in events {
            try await machine.send(event)
            output("\(name)\t\(await machine.configuration)")
        }
        try await machine.stop()
    }
}
