import TestSupport
import Testing

@testable import Statecharts

@Suite struct MailboxTests {
    /// Its address may have nobody else to give it to: a connection to a machine that a supervisor is about to start.
    @Test func `a message of a port that comes while a machine gathers what waits for it is kept`() {
        let mailbox = Mailbox<Int>()
        let address = MachineAddress(mailbox, of: ObjectIdentifier(mailbox), handover: nil) {}
        mailbox.beginGathering()
        #expect(address.put(.event(1, .nobody)))
        mailbox.endGathering([.event(2, .nobody)])
        var inbox = Inbox<Int>()
        #expect(mailbox.moveEnvelopes(into: &inbox) == 2)
    }

    @Test func `8 tasks post 20,000 events each: none is lost and each sender's order is kept`() async throws {
        let machine = Machine(Tally(senders: 8))
        try await machine.start()
        let count = amount(20_000, long: 100_000)
        await withTaskGroup { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<count { machine.post(.init(sender: sender, number: number)) }
                }
            }
        }
        let (next, total, outOfOrder) = try await machine.withTop { ($0.next, $0.total, $0.outOfOrder) }
        #expect(next == Array(repeating: count, count: 8))
        #expect(total == 8 * count)
        #expect(outOfOrder == 0)
        try await machine.stop()
    }

    @Test func `1,000 senders who wait are all answered`() async throws {
        let machine = Machine(Tally(senders: 1_000))
        try await machine.start()
        let handled = await withTaskGroup { group in
            for sender in 0..<1_000 {
                group.addTask {
                    var handled = 0
                    for number in 0..<5
                    where (try? await machine.send(.init(sender: sender, number: number))) == .handled {
                        handled += 1
                    }
                    return handled
                }
            }
            return await group.reduce(0, +)
        }
        #expect(handled == 5_000)
        let (total, outOfOrder) = try await machine.withTop { ($0.total, $0.outOfOrder) }
        #expect(total == 5_000)
        #expect(outOfOrder == 0)
    }

    @Test func `1,000 senders who wait behind a suspended step are all answered`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        try await machine.start()
        machine.post("enter")
        await gate.arrival()
        let answers = await withTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try? await machine.send("count") } }
            group.addTask {
                await gate.open()
                return nil
            }
            return await group.reduce(into: 0) { count, outcome in count += outcome == .handled ? 1 : 0 }
        }
        #expect(answers == 1_000)
        #expect(try await machine.withTop { $0.count } == 1_000)
    }

    @Test func `what is posted inside a step is taken after it, in order`() async throws {
        let machine = Machine(Poster())
        try await machine.start()
        try await machine.withTop { top in top.post = { machine.post($0) } }
        try await machine.send(9)
        // What the steps post is behind the visit only if it is posted later: wait until the last zero was taken.
        var taken: [Int] = []
        while taken.count < 1 << 10 - 1 { taken = try await machine.withTop { $0.taken } }
        let breadthFirst = (0...9).flatMap { level in Array(repeating: 9 - level, count: 1 << level) }
        #expect(taken == breadthFirst)
        try await machine.withTop { top in top.post = { _ in } }
    }

    @Test func `who looks at the machine from inside a step, on its executor, makes nothing come earlier`() async throws
    {
        let machine = Machine(Peeking())
        try await machine.start()
        try await machine.withTop { top in
            top.look = { [unowned top] in
                machine.post("later")
                top.notes.append(machine.assumeIsolated { $0.configuration.description })
            }
        }
        #expect(try await machine.send("go") == .handled)
        let notes = try await machine.withTop { top in
            top.look = {}
            return top.notes
        }
        #expect(notes == ["+Peeking", "+One", "-One", "+Two", "Two", "later in Two"])
    }

    @Test func `send takes what its task has posted before`() async throws {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        for number in 0..<100 { machine.post(.init(sender: 0, number: number)) }
        #expect(try await machine.send(.init(sender: 0, number: 100)) == .handled)
        let (next, outOfOrder) = try await machine.withTop { ($0.next, $0.outOfOrder) }
        #expect(next == [101])
        #expect(outOfOrder == 0)
    }

    @Test func `what is posted before the start is taken by it, in order`() async throws {
        let machine = Machine(Tally(senders: 1))
        for number in 0..<100 { #expect(machine.post(.init(sender: 0, number: number))) }
        try await machine.start()
        #expect(try await machine.withTop { $0.next } == [100])
    }

    @Test func `stop takes what was accepted and refuses the rest`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        try await machine.start()
        machine.post("enter")
        await gate.arrival()
        #expect(machine.post("count"))
        let stopping = Task { try await machine.stop() }
        // Once the mailbox refuses, the stop is in it.
        var accepted = 1
        while machine.post("count") {
            accepted += 1
            await Task.yield()
        }
        await gate.open()
        try await stopping.value
        #expect(await machine.status == .stopped)
        #expect(try await machine.withTop { $0.count } == accepted)
        #expect(try await machine.withTop { $0.notes.suffix(2) } == ["-Busy", "-Slowly"])
        #expect(try await machine.send("count") == .finished)
        #expect(machine.post("count") == false)
    }

    @Test func `accepted events are taken although the last reference to the machine is gone`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        do {
            let machine = Machine(Reporter { continuation.yield($0) })
            try await machine.start()
            for number in 0..<100 { machine.post(number) }
        }
        var seen: [Int] = []
        for await number in stream {
            seen.append(number)
            if number == 99 { break }
        }
        #expect(seen == Array(0..<100))
    }
}

/// Reports what it takes.
private final class Reporter: TopState<Int> {
    let report: @Sendable (Int) -> Void
    init(_ report: @escaping @Sendable (Int) -> Void) { self.report = report }
    override func handle(_ event: Int) -> Reaction { .handled { self.report(event) } }
}

/// Looks around while it enters its second state.
private final class Peeking: NotedTop<String> {
    let one = One(), two = Two()
    var look: () -> Void = {}
    override func configure() { substates(one, two) }

    final class One: Noted<Peeking, Peeking> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.two) : .unhandled }
    }
    final class Two: Noted<Peeking, Peeking> {
        override func entry() throws {
            try super.entry()
            top.look()
        }
        override func handle(_ event: String) -> Reaction { .handled { self.top.notes.append("\(event) in Two") } }
    }
}
