import Statecharts
import StatechartsSimulation

/// What things cost here, beside what the reactive messenger measured that this one was built after. Ratios count, not times: a plain message send took
/// 1183 ns there.
public enum MessengerFigures {
    /// Begins counting allocations, or ends it; answers how many there were, or a number below 0 where they cannot be counted.
    public typealias Counter = @Sendable (_ on: Bool) -> Int64

    /// A table of Markdown. Takes some seconds; the machine should have nothing else to do.
    public static func lines(allocations counter: @escaping Counter) async throws -> [String] {
        let small = try await costs(of: 1_000, counter), big = try await costs(of: 100_000, counter)
        let rows: [(what: String, there: String, here: Duration)] = [
            ("make a port; with a filter or a mapping: and connect it", "700; 2100", streams(isMapped: false)),
            ("… connected with a mapping", "", streams(isMapped: true)),
            ("subscribe: connect an input", "4550 (to a property 7600)", subscribing()),
            ("observe a property: connect to a current value", "4.8 ms", observing()),
            ("set a property: send a current value that one observes", "360", await setting()),
            ("make a command object: start a machine with two states", "580,000 (of 1,000)", try await starting()),
            ("property change to observer: current value to step", "14,300", try await changing()),
            ("event to subscriber: message to step", "2465", try await sending(receivers: 1)),
            ("notification to handler: one output, eight inputs, each", "3370", try await sending(receivers: 8)),
            ("start the machine of a chat's screen, first page included", "", small.start),
            ("open a chat of 1,000 messages, through all components", "", small.opening),
            ("open a chat of 100,000 messages", "", big.opening),
            ("a page of 15, of 1,000", "", small.page),
            ("a page of 15, of 100,000", "", big.page),
            ("a message in the open chat, of 1,000", "", small.message),
            ("a message in the open chat, of 100,000", "", big.message),
        ]
        return ["| what | signals, ns | here, ns |", "| --- | --- | --- |"]
            + [
                "| allocations when a chat of 1,000 is opened; of 100,000 | – | \(small.allocations); \(big.allocations) |"
            ]
            + rows.map { "| \($0.what) | \($0.there.isEmpty ? "–" : $0.there) | \(nanoseconds($0.here)) |" }
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

    private static func setting() async -> Duration {
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

    // MARK: Chats

    private struct Costs {
        var start = Duration.seconds(1), opening = Duration.seconds(1), page = Duration.seconds(1)
        var message = Duration.seconds(1)
        var allocations = Int64.max
    }

    /// Of a chat of so many messages; everything that follows in all components included.
    private static func costs(of count: Int, _ counter: Counter) async throws -> Costs {
        let me = ContactID.me, ada = ContactID(1), chat = ChatID(1), clock = ContinuousClock()
        let store = Store(
            chats: [Chat(id: chat, title: "Ada", participants: [me, ada], peer: ada, date: .start)],
            contacts: Store.demoContacts,
            messages: (0..<count).map {
                Message(
                    id: $0 + 1, chat: chat, sender: $0.isMultiple(of: 3) ? me : ada,
                    date: Moment(9) + ($0 - count) * 40, text: "note \($0 + 1)")
            })
        let messenger = Messenger(manual: ManualClock(), on: Lane(), store: store)
        try await messenger.start()
        var best = Costs()
        for _ in 0..<20 {
            best.opening = min(best.opening, await clock.measure { _ = await messenger.give(.tap(1)) })
            best.page = min(best.page, await clock.measure { _ = await messenger.give(.scroll(-99)) })
            _ = await messenger.give(.scroll(99))
            _ = await messenger.give(.type("hello"))
            best.message = min(best.message, await clock.measure { _ = await messenger.give(.send) })
            _ = await messenger.give(.back)
        }
        for _ in 0..<5 {
            _ = counter(true)
            _ = await messenger.give(.tap(1))
            best.allocations = min(best.allocations, counter(false))
            _ = await messenger.give(.back)
        }
        try await messenger.stop()
        let first = store.log(of: chat).page(before: nil, size: ChatManager.pageSize)
        for _ in 0..<200 {
            let ports = ConversationPorts()
            ports.pages.send(
                Page(chat: chat, before: nil, messages: first.messages, hasOlder: first.hasOlder))
            best.start = min(
                best.start,
                try await clock.measure {
                    let machine = Machine(Conversation(chat, ports, frame: 320))
                    try await machine.start()
                    _ = await machine.isActive(\.pages.idle)
                })
        }
        return best
    }

    private actor Lane {}
}

//   Button
//   ┌──────────────────────┐
//   │        tap           │
//   │ ●──▶ Off ⇄ On        │
//   └──────────────────────┘
private final class Button: TopState<Button.Event> {
    enum Event: Sendable { case tap(Int) }
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
