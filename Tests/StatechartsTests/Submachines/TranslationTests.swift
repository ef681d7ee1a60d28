import Statecharts
import StatechartsTesting
import Testing

/// What a host's event is inside, and what an event of the inside is to the host.
@Suite struct TranslationTests {
    private func records(_ office: Office, _ events: Office.Event...) throws -> String {
        let interpreter = Interpreter(office)
        try interpreter.start()
        var lines: [String] = []
        interpreter.onStep = { lines.append($0.description) }
        for event in events { try interpreter.send(event) }
        return lines.joined(separator: "\n")
    }

    @Test func `the translation gets the superior of the submachine`() throws {
        let office = Office()
        #expect(
            try records(office, .order(2)) == """
                order(2): handled → Hall.counter.Teller.Busy
                  event, Hall.counter.Teller.Idle → Hall.counter.Teller.Busy, exits Hall.counter.Teller.Idle, \
                effects Hall.counter.Teller.Idle, entries Hall.counter.Teller.Busy
                """)
        #expect(office.hall.counter.chart.taken == [102])
        let closed = Office()
        closed.hall.isClosed = true
        #expect(try records(closed, .order(2)) == "order(2): unhandled → Hall.counter.Teller.Idle")
    }

    @Test func `an event is translated once, however many states inside are asked about it`() throws {
        let office = Office()
        // Idle and Teller are asked about the first one; Hall alone about the second one, which nobody inside knows.
        #expect(
            try records(office, .finish, .served(1)) == """
                finish: unhandled → Hall.counter.Teller.Idle
                served(1): handled → Hall.counter.Teller.Idle
                  event, Hall ↺, effects Hall
                """)
        #expect(office.hall.translations == 2)
    }

    @Test func `what nobody inside takes is raised in the host, behind what was raised before`() throws {
        let office = Office()
        #expect(
            try records(office, .order(1), .finish) == """
                order(1): handled → Hall.counter.Teller.Busy
                  event, Hall.counter.Teller.Idle → Hall.counter.Teller.Busy, exits Hall.counter.Teller.Idle, \
                effects Hall.counter.Teller.Idle, entries Hall.counter.Teller.Busy
                finish: handled → Hall.counter.Teller.Idle
                  event, Hall.counter.Teller.Busy → Hall.counter.Teller.Idle, exits Hall.counter.Teller.Busy, \
                effects Hall.counter.Teller.Busy, entries Hall.counter.Teller.Idle
                  raised cleaned
                  raised done(101)
                  raised audit, Hall.counter.Teller ↺, effects Hall.counter.Teller
                  raised served(101), Hall ↺, effects Hall
                """)
        #expect(office.hall.served == [101])
        #expect(office.hall.counter.chart.audits == 1)
    }

    @Test func `what somebody inside takes or defers stays inside`() throws {
        let office = Office()
        office.hall.counter.chart.keepsDone = true
        _ = try records(office, .order(1), .finish)
        #expect(office.hall.served == [])
        let deferring = Office()
        deferring.hall.counter.chart.defersDone = true
        let record = try records(deferring, .order(1), .finish, .order(2))
        #expect(deferring.hall.served == [101])
        #expect(record.hasSuffix("raised served(101), Hall ↺, effects Hall"))
    }

    @Test func `a subclass may translate instead, both ways`() throws {
        let chart = Overriding()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        #expect(try interpreter.send("order") == .handled)
        #expect(try interpreter.send("finish") == .handled)
        #expect(try interpreter.send("else") == .unhandled)
        #expect(chart.heard == ["cleaned", "done(7)"])
    }

    @Test func `events go out through several charts, one after the other`() throws {
        let chart = Headquarters()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        try interpreter.send(.order(3))
        try interpreter.send(.finish)
        #expect(chart.served == [103])
    }

    @Test func `running alone a chart's events to its host come to nothing`() throws {
        let clerk = Teller()
        let interpreter = Interpreter(clerk)
        try interpreter.start()
        try interpreter.send(.order(1))
        #expect(try interpreter.send(.finish) == .handled)
        #expect(interpreter.configuration.description == "Idle")
    }

    @Test func `an event of a timer inside that goes out is not unhandled`() async throws {
        let clock = ManualClock()
        let office = Office()
        office.hall.counter.chart.measuresTime = true
        let machine = Machine(office, clock: clock, unhandled: .fail)
        try await machine.start()
        try await machine.send(.order(1))
        let steps = machine.steps
        await clock.advance(by: .seconds(60))
        let step = await steps.first { _ in true }
        #expect(
            step?.description == """
                late: handled → Hall.counter.Teller.Busy
                  raised late, Hall ↺, effects Hall
                """)
        #expect(await machine.configuration.description == "Hall.counter.Teller.Busy")
        #expect(try await machine.withTop { $0.hall.late } == 1)
        try await machine.stop()
    }
}

//    ┌ Teller ───────────────────────────────────────┐
//    │        ──order──▶                            │   a minute in Busy: late
//    │ ●→ Idle         Busy                         │   on finish: raises cleaned, done, audit
//    │        ◀──finish──                           │
//    └──────────────────────────────────────────────┘
final class Teller: TopState<Teller.Event> {
    enum Event: Sendable { case order(Int), finish, cleaned, done(Int), audit, late }
    let idle = Idle(), busy = Busy()
    var taken: [Int] = []
    var audits = 0
    var keepsDone = false, defersDone = false
    /// Whether its timer is armed, which only a machine can do.
    var measuresTime = false
    override func configure() { substates(idle, busy) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .audit: .handled { self.audits += 1 }
        case .done: keepsDone ? .handled : .unhandled
        case .order, .finish, .cleaned, .late: .unhandled
        }
    }

    final class Idle: State<Teller, Teller> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .order(let number): .to(superior.busy) { self.top.taken.append(number) }
            case .done: top.defersDone ? .deferred : .unhandled
            case .finish, .cleaned, .audit, .late: .unhandled
            }
        }
    }
    final class Busy: State<Teller, Teller> {
        override func entry() { if top.measuresTime { after(.seconds(60), send: .late) } }
        override func handle(_ event: Event) -> Reaction {
            guard case .finish = event else { return .unhandled }
            return .to(superior.idle) {
                self.raise(.cleaned)
                self.raise(.done(self.top.taken.last ?? 0))
                self.raise(.audit)
            }
        }
    }
}

//    ┌ Office ────────────────────────┐
//    │ ●→ ┌ Hall ─────────────┐       │
//    │    │ ●→ Counter: Teller │       │
//    │    └───────────────────┘       │
//    └────────────────────────────────┘
final class Office: TopState<Office.Event> {
    enum Event: Sendable { case order(Int), finish, served(Int), late }
    let hall = Hall()
    override func configure() { substates(hall) }

    final class Hall: State<Office, Office> {
        var isClosed = false
        var served: [Int] = []
        var late = 0
        var translations = 0
        let counter = Submachine<Hall, Office, Teller>(Teller()) { hall, event in
            hall.translations += 1
            return switch event {
            case .order(let number): hall.isClosed ? nil : .order(number + 100)
            case .finish: .finish
            case .served, .late: nil
            }
        } outward: { _, event in
            switch event {
            case .done(let number): .served(number)
            case .late: .late
            case .order, .finish, .cleaned, .audit: nil
            }
        }
        override func configure() { substates(counter) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .served(let number): .handled { self.served.append(number) }
            case .late: .handled { self.late += 1 }
            case .order, .finish: .unhandled
            }
        }
    }
}

private final class Overriding: TopState<String> {
    let desk = Desk()
    var heard: [String] = []
    override func configure() { substates(desk) }
    override func handle(_ event: String) -> Reaction {
        event.hasPrefix("heard ") ? .handled { self.heard.append(String(event.dropFirst(6))) } : .unhandled
    }
    final class Desk: Submachine<Overriding, Overriding, Teller> {
        init() { super.init(embedding: Teller()) }
        override func translate(_ event: String) -> Teller.Event? {
            event == "order" ? .order(7) : event == "finish" ? .finish : nil
        }
        override func translateOutward(_ event: Teller.Event) -> String? { "heard \(event)" }
    }
}

private final class Headquarters: TopState<Office.Event> {
    let branch = Submachine<Headquarters, Headquarters, Branch>(Branch()) {
        $0
    } outward: {
        $0
    }
    var served: [Int] = []
    override func configure() { substates(branch) }
    override func handle(_ event: Office.Event) -> Reaction {
        if case .served(let number) = event { .handled { self.served.append(number) } } else { .unhandled }
    }
}

private final class Branch: TopState<Office.Event> {
    let desk = Submachine<Branch, Branch, Teller>(Teller()) { event in
        switch event {
        case .order(let number): .order(number + 100)
        case .finish: .finish
        case .served, .late: nil
        }
    } outward: { event in
        if case .done(let number) = event { .served(number) } else { nil }
    }
    override func configure() { substates(desk) }
}
