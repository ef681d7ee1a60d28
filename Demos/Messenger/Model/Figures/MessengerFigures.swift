import Statecharts
import StatechartsSimulation

/// What things cost here, beside what the reactive messenger measured that this one was built after. Ratios count, not
/// times: a plain message send took 1183 ns there.
public enum MessengerFigures {
    /// Begins counting allocations, or ends it; answers how many there were, or a number below 0 where they cannot be
    /// counted.
    public typealias Counter = @Sendable (_ on: Bool) -> Int64

    private struct Row {
        let what: String
        /// What it took there with signals, and with the platform's own means, in nanoseconds.
        let signals: String, platform: String
        let here: [Duration]

        init(_ what: String, _ signals: String = "–", _ platform: String = "–", _ here: Duration...) {
            self.what = what
            self.signals = signals
            self.platform = platform
            self.here = here
        }
    }

    /// A table of Markdown. Takes some seconds; the machine should have nothing else to do.
    public static func lines(allocations counter: @escaping Counter) async throws -> [String] {
        let small = try await costs(of: 1_000, counter), big = try await costs(of: 100_000, counter)
        let few = try await loadedCosts(of: 1_000), many = try await loadedCosts(of: 100_000)
        let rows = [
            Row(
                "make a stream; with a filter: make a port; and connect it with a filter", "700; 2100", "–",
                streams(isMapped: false), streams(isMapped: true)),
            Row(
                "subscribe; bind to a property: connect an input, and take it away again", "4550; 7600", "–",
                subscribing()),
            Row(
                "observe a property: the same with a current value (there in ms, perhaps meaning µs)", "4.8 ms",
                "2.3 ms",
                observing()),
            Row(
                "set a property: send a current value to a machine; to a port where it takes the place of the one before",
                "360", "30",
                try await setting(), settingFull()),
            Row(
                "make a command object, of 1,000; of 100,000: start a machine with two states", "0.58 ms; 18 ms", "–",
                try await starting()),
            Row("property change to observer: current value to step", "14,300", "1650", try await changing()),
            Row("event to subscriber: message to step", "2465", "1183; 1820", try await sending(receivers: 1)),
            Row(
                "notification to handler: one output, eight inputs, each", "3370", "2670",
                try await sending(receivers: 8)),
            Row("start the machine of a chat's screen, first page included", "–", "–", small.start),
            Row(
                "open a chat of 1,000 messages; of 100,000, through all components", "–", "–", small.opening,
                big.opening),
            Row("a page of 15, of 1,000; of 100,000, through all components", "–", "–", small.page, big.page),
            Row("a message in the open chat, of 1,000; of 100,000, the same", "–", "–", small.message, big.message),
            Row("scroll where 1,000 are loaded; 100,000", "–", "–", few.scroll, many.scroll),
            Row("tap where 1,000 are loaded; 100,000", "–", "–", few.tap, many.tap),
            Row("a message where 1,000 are loaded; 100,000", "–", "–", few.message, many.message),
            Row("a page where 1,000 are loaded; 100,000", "–", "–", few.page, many.page),
        ]
        return [
            "| what: here | signals, ns | platform, ns | here, ns |", "| --- | --- | --- | --- |",
            "| allocations when a chat of 1,000 is opened; of 100,000 | – | – | \(small.allocations); \(big.allocations) |",
        ]
            + rows.map { row in
                let here = row.here.map { "\(nanoseconds($0))" }.joined(separator: "; ")
                return "| \(row.what) | \(row.signals) | \(row.platform) | \(here) |"
            }
    }

    private static func nanoseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1_000_000_000 + Int(duration.components.attoseconds / 1_000_000_000)
    }

    /// What one of so many takes: the best of five attempts.
    private static func each(of count: Int, _ body: () -> Void) -> Duration {
        (0..<5).map { _ in ContinuousClock().measure { body() } / count }.min() ?? .zero
    }

    // MARK: Ports

    private static func streams(isMapped: Bool) -> Duration {
        let input = InputPort<Int>("in")
        return each(of: 10_000) {
            for _ in 0..<10_000 {
                let port = OutputPort<Int>("out")
                if isMapped { connect(port, to: input) { $0 > 0 ? $0 : nil } }
            }
        }
    }

    private static func subscribing() -> Duration {
        each(of: 10_000) {
            let port = OutputPort<Int>("out")
            for _ in 0..<10_000 {
                let input = InputPort<Int>("in")
                connect(port, to: input).disconnect()
            }
        }
    }

    private static func observing() -> Duration {
        let port = OutputPort("value", current: 1)
        return each(of: 10_000) {
            for _ in 0..<10_000 {
                let input = InputPort<Int>("in")
                connect(port, to: input).disconnect()
            }
        }
    }

    /// Until a machine has the value in its mailbox.
    private static func setting() async throws -> Duration {
        let port = OutputPort("value", current: 1), button = Button()
        connect(port, to: button.taps)
        let machine = Machine(button)
        try await machine.start()
        var best = Duration.seconds(1)
        for _ in 0..<20 {
            best = min(best, ContinuousClock().measure { for value in 0..<1_000 { port.send(value) } } / 1_000)
            _ = await machine.isActive(\.on)
        }
        return best
    }

    /// Each value takes the place of the one before.
    private static func settingFull() -> Duration {
        let port = OutputPort("value", current: 1), input = InputPort<Int>("in", buffering: .bufferingNewest(1))
        connect(port, to: input)
        return each(of: 10_000) { for value in 0..<10_000 { port.send(value) } }
    }

    // MARK: Machines

    private static func starting() async throws -> Duration {
        var best = Duration.seconds(1)
        for _ in 0..<5 {
            best = min(
                best,
                try await ContinuousClock().measure {
                    for _ in 0..<1_000 { try await Machine(Button()).start() }
                } / 1_000)
        }
        return best
    }

    private static func changing() async throws -> Duration {
        try await delivering(OutputPort("value", current: 0), receivers: 1)
    }

    private static func sending(receivers: Int) async throws -> Duration {
        try await delivering(OutputPort("event"), receivers: receivers) / receivers
    }

    /// From sending to the end of the last receiver's step, a thousand messages at a time.
    private static func delivering(_ port: OutputPort<Int>, receivers: Int) async throws -> Duration {
        var machines: [Machine<Button>] = []
        for _ in 0..<receivers {
            let button = Button()
            connect(port, to: button.taps)
            let machine = Machine(button)
            try await machine.start()
            machines.append(machine)
        }
        var best = Duration.seconds(1)
        for _ in 0..<50 {
            best = min(
                best,
                await ContinuousClock().measure {
                    for number in 0..<1_000 { port.send(number) }
                    for machine in machines { _ = await machine.isActive(\.on) }
                } / 1_000)
        }
        return best
    }
}

//   Button
//   ┌──────────────────────┐
//   │        tap           │
//   │ ●──▶ Off ⇄ On        │
//   └──────────────────────┘
private final class Button: TopState<Button.Event> {
    enum Event { case tap(Int) }
    let taps = InputPort<Int>("taps")
    let off = Off(), on = On()
    override func configure() {
        receive(taps) { .tap($0) }
        substates(off, on)
    }

    final class Off: State<Button, Button> {
        override func handle(_ event: Event) -> Reaction { .to(superior.on) }
    }
    final class On: State<Button, Button> {
        override func handle(_ event: Event) -> Reaction { .to(superior.off) }
    }
}
