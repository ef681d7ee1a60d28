import Statecharts
import StatechartsTesting
import Synchronization
import Testing

@Suite struct PrinterTests {
    @Test func `a step that awaits is complete when its action is`() async throws {
        let clock = ManualClock(), device = Paper(sheets: 3)
        // snippet: ask
        let printer = Machine(Printer(device: device), clock: clock)
        try await printer.start()
        try await printer.send(.turnOn)  // returns when the device is warm
        printer.post(.print("one"))
        printer.post(.print("two"))  // waits until the first is printed
        let pages = try await printer.ask(within: .seconds(10)) { .pages(reply: $0) }  // waits for both: 2
        // end snippet
        #expect(pages == 2)
        try await printer.send(.turnOff)
        #expect(device.log == ["warm", "one", "two", "cool"])
    }

    @Test func `an error in an action is offered to its state after the step is complete`() async throws {
        let device = Paper(sheets: 1)
        let printer = Machine(Printer(device: device))
        let steps = printer.steps
        try await printer.start()
        // snippet: failing
        try await printer.send(.turnOn)
        try await printer.send(.print("the only sheet"))
        try await printer.send(.print("no sheet left"))  // throws inside, and On says what follows
        print(await printer.configuration)  // Jammed
        // end snippet
        #expect(await printer.configuration.description == "Jammed")
        #expect(device.log == ["warm", "the only sheet", "cool"])
        try await printer.stop()
        var records: [String] = []
        for await step in steps { records.append(step.description) }
        #expect(
            records[3] == """
                print("no sheet left"): handled → Jammed
                  event, On ↺, effects On
                  failure of On: PaperIsOut(), On → Jammed, exits On, entries Jammed
                """)
    }

    @Test func `an error in an entry is offered to the state that was entered`() async throws {
        let printer = Machine(Printer(device: Paper(sheets: 0)))
        try await printer.start()
        try await printer.send(.turnOn)
        #expect(await printer.configuration.description == "Jammed")
        try await printer.send(.turnOff)
        #expect(await printer.configuration.description == "Off")
    }
}

private struct PaperIsOut: Error {}

private final class Paper: PrintingDevice {
    private let state: Mutex<(sheets: Int, log: [String])>
    var log: [String] { state.withLock { $0.log } }

    init(sheets: Int) { state = Mutex((sheets, [])) }

    func warmUp() async throws {
        await Task.yield()
        if state.withLock({ $0.sheets }) == 0 { throw PaperIsOut() }
        state.withLock { $0.log.append("warm") }
    }

    func coolDown() async { state.withLock { $0.log.append("cool") } }

    func print(_ text: String) async throws {
        await Task.yield()
        try state.withLock { state in
            guard state.sheets > 0 else { throw PaperIsOut() }
            state.sheets -= 1
            state.log.append(text)
        }
    }
}
