import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A machine that nobody keeps does not disappear in silence: what is sent to it through ports is counted and told.
@Suite struct ReleasedMachineTests {
    /// What is told of machines with this name.
    private final class Told: Sendable {
        private final class Lines: Sendable {
            let all = Guarded<[String]>([])
        }
        private let lines: Lines
        private let end: @Sendable () -> Void

        init(of name: String) {
            let lines = Lines()
            self.lines = lines
            end = Misuse.hear { line in
                if line.contains("machine \(name) ") { lines.all.withLock { $0.append(line) } }
            }
        }

        deinit { end() }

        var all: [String] { lines.all.withLock { $0 } }
    }

    @Test func `messages to a machine that was released after its start are counted and told now and then`()
        async throws
    {
        let told = Told(of: "left counter"), numbers = OutputPort<Int>("numbers"), input = InputPort<Int>("input")
        connect(numbers, to: input)
        var machine: Machine<Abacus>? = Machine(Abacus(input), named: "left counter")
        try await machine?.start()
        numbers.send(1)
        try await machine?.send(0)
        weak let former = machine
        machine = nil
        // Who has served its mailbox may keep it for a moment.
        for _ in 0..<100_000 where former != nil { await Task.yield() }
        for number in 2..<202 { numbers.send(number) }
        #expect(input.undeliveredCount == 200)
        #expect(
            told.all
                == [
                    "a message was sent to it afterwards (2)", "10 messages were sent to it afterwards (11)",
                    "100 messages were sent to it afterwards (101)",
                ].map {
                    "the machine left counter was released before it had come to its end, and \($0); connections do not keep a "
                        + "machine: whoever makes it keeps it until it is done"
                })
    }

    @Test func `what a channel gives to another machine is not lost, and nothing is told`() async throws {
        let told = Told(of: "left worker"), numbers = OutputPort<Int>("numbers")
        let channel = PointToPointChannel<Int>("channel")
        let first = InputPort<Int>("first"), second = InputPort<Int>("second")
        connect(numbers, to: channel)
        connect(channel, to: first)
        var machine: Machine<Abacus>? = Machine(Abacus(first), named: "left worker")
        try await machine?.start()
        weak let former = machine
        machine = nil
        // Who has served its mailbox may keep it for a moment.
        for _ in 0..<100_000 where former != nil { await Task.yield() }
        numbers.send(1)
        #expect([channel.bufferedCount, first.undeliveredCount] == [1, 0])
        let other = Machine(Abacus(second), named: "other worker")
        try await other.start()
        connect(channel, to: second)
        #expect(try await other.withTop { $0.sum } == 1)
        #expect([channel.bufferedCount, first.undeliveredCount] == [0, 0])
        #expect(told.all == [])
        // Without a channel it is lost.
        connect(numbers, to: first)
        numbers.send(2)
        #expect(first.undeliveredCount == 1)
        #expect(told.all.count == 1 && told.all.first?.contains("a message was sent to it afterwards (2)") == true)
    }

    @Test func `messages to a machine that has come to its end are counted, and nothing is told`() async throws {
        let told = Told(of: "done counter"), numbers = OutputPort<Int>("numbers"), input = InputPort<Int>("input")
        connect(numbers, to: input)
        var machine: Machine<Abacus>? = Machine(Abacus(input), named: "done counter")
        try await machine?.start()
        try await machine?.stop()
        numbers.send(1)
        machine = nil
        numbers.send(2)
        #expect(input.undeliveredCount == 2)
        #expect(told.all == [])
    }

    @Test func `what waits in the ports of a machine that was never started is told when it is released`() async {
        let told = Told(of: "LoneAbacus"), numbers = OutputPort<Int>("numbers")
        do {
            let top = LoneAbacus()
            let input = top.input
            connect(numbers, to: input)
            let machine = Machine(top)
            numbers.send(1)
            numbers.send(2)
            withExtendedLifetime(machine) {}
        }
        #expect(
            told.all == [
                "the machine LoneAbacus was released before start(), and 2 messages with it that waited in its port input "
                    + "(1, …); call start(), and keep the machine until it is done"
            ])
        numbers.send(3)
        #expect(told.all.count == 1)
    }

    @Test func `what comes to such a machine only after its release is told too`() async {
        let told = Told(of: "LateAbacus"), numbers = OutputPort<Int>("numbers")
        do {
            let top = LateAbacus()
            connect(numbers, to: top.input)
            _ = Machine(top)
        }
        numbers.send(3)
        #expect(
            told.all == [
                "the machine LateAbacus was released before start(), and a message was sent to its port input afterwards (3); "
                    + "connections do not keep a machine: call start(), and keep it until it is done"
            ])
    }

    @Test func `a port that others keep waits for the next machine, and nothing is told`() async throws {
        let told = Told(of: "Abacus"), input = InputPort<Int>("input")
        input.send(1)
        do { _ = Machine(Abacus(input)) }
        do {
            let stopped = Machine(LoneAbacus())
            stopped.post(1)
            try await stopped.stop()
        }
        #expect(input.bufferedCount == 1 && input.undeliveredCount == 0)
        let machine = Machine(Abacus(input), named: "second")
        try await machine.start()
        #expect(try await machine.withTop { $0.sum } == 1)
        #expect(told.all == [])
    }
}

//  Abacus, LoneAbacus, LateAbacus                                              sum
//  ┌────────────────────────────────────────────────────────────────────────────┐
//  │ any number / sum += it                                                       │
//  └────────────────────────────────────────────────────────────────────────────┘
private final class Abacus: TopState<Int> {
    let input: InputPort<Int>
    var sum = 0
    init(_ input: InputPort<Int>) { self.input = input }
    override func configure() { receive(input) }
    override func handle(_ event: Int) -> Reaction { .handled { self.sum += event } }
}

private final class LoneAbacus: TopState<Int> {
    let input = InputPort<Int>()
    override func configure() { receive(input) }
}

private final class LateAbacus: TopState<Int> {
    let input = InputPort<Int>()
    override func configure() { receive(input) }
}
