@testable import Statecharts
import TestSupport
import Testing

@testable import StatechartsCore

/// What waits in input ports, in snapshots.
@Suite struct InputSnapshotTests {
    @Test func `what waits in an input that is not received at present continues, in front of what comes`() async throws
    {
        let machine = Machine(Office())
        try await machine.start()
        let jobs = await machine.port(\.jobs)
        jobs.send(1)
        jobs.send(2)
        let snapshot = try await machine.snapshot()
        #expect(snapshot.inputs == ["jobs": [.int(1), .int(2)]])
        #expect(snapshot.queued == [])
        let next = Office()
        next.jobs.send(3)
        let continued = Machine(restoring: try snapshot.throughJSON(), next)
        try await continued.start()
        await continued.port(\.jobs).send(4)
        try await continued.send(.open)
        #expect(try await continued.withTop { $0.log } == [1, 2, 3, 4])
        try await machine.send(.open)
        #expect(try await machine.withTop { $0.log } == [1, 2])
    }

    @Test func `what waits goes on through an interpreter, which receives nothing`() async throws {
        let machine = Machine(Office())
        try await machine.start()
        let jobs = await machine.port(\.jobs)
        jobs.send(1)
        jobs.send(2)
        let interpreter = Interpreter(restoring: try await machine.snapshot(), Office())
        try interpreter.start()
        interpreter.top.jobs.send(3)
        let snapshot = try interpreter.snapshot()
        #expect(snapshot.inputs == ["jobs": [.int(1), .int(2), .int(3)]])
        #expect(snapshot.queued == [])
        let continued = Machine(restoring: try snapshot.throughJSON(), Office())
        try await continued.start()
        try await continued.send(.open)
        #expect(try await continued.withTop { $0.log } == [1, 2, 3])
        interpreter.top.keys.send(Key())
        #expect(try #require(throws: SnapshotError.self) { try interpreter.snapshot() }.code == .notCodable)
    }

    @Test func `what comes while it is put in front is not lost`() async throws {
        let input = InputPort<Int>("in")
        async let sent: Void = sendMany(to: input)
        for _ in 0..<1_000 { try input.storage.restoration(ofBuffered: [.int(0)])?() }
        await sent
        #expect(input.bufferedCount == 2_000)
        input.finish()
        var rest: [Int] = []
        for await number in input where number > 0 { rest.append(number) }
        #expect(rest == Array(1...1_000))
    }

    @concurrent private func sendMany(to input: InputPort<Int>) async {
        for number in 1...1_000 { input.send(number) }
    }

    @Test func `what it is put in front of keeps its order of sending`() throws {
        let input = InputPort<Int>("in")
        input.send(1)
        let sent = input.storage.withState { $0.queue.first?.sent }
        try input.storage.restoration(ofBuffered: [.int(0)])?()
        let waiting = input.storage.withState { $0.queue.elements }
        #expect(waiting.map(\.parcel.message) == [0, 1])
        #expect(sent != nil)
        #expect(waiting.map(\.sent) == [nil, sent])
    }

    @Test func `a task that waits already gets it`() async throws {
        let input = InputPort<Int>("in")
        let taken = Guarded<[Int]>([])
        let handler = input.handle { number in taken.withLock { $0.append(number) } }
        try await eventually { input.storage.withState { !$0.consumers.isEmpty } }
        try input.storage.restoration(ofBuffered: [.int(1), .int(2)])?()
        input.send(3)
        input.finish()
        await handler.value
        #expect(taken.withLock { $0 } == [1, 2, 3])
    }

    @Test func `what waits and is not Codable refuses the snapshot`() async throws {
        let machine = Machine(Office())
        try await machine.start()
        await machine.port(\.keys).send(Key())
        let error = try await #require(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(
            error.description
                == "the event Key() in the input keys is not Codable; make Key Codable, or take the snapshot when there "
                + "is none [notCodable]")
        try await machine.send(.open)
        // Behind the key, which waits in its port until it is taken.
        try await machine.send(.open)
        #expect(try await machine.snapshot().inputs == [:])
    }

    @Test func `what waits for an input that there is not, or does not fit, refuses the snapshot`() async throws {
        let machine = Machine(Office())
        try await machine.start()
        var snapshot = try await machine.snapshot()
        snapshot.inputs = ["tasks": [.int(1)]]
        let none = try await #require(throws: SnapshotError.self) {
            try await Machine(restoring: snapshot, Office()).start()
        }
        #expect(none.message == "messages wait in the input tasks, which the chart does not have")
        snapshot.inputs = ["jobs": [.string("many")]]
        let other = try await #require(throws: SnapshotError.self) {
            try await Machine(restoring: snapshot, Office()).start()
        }
        #expect(other.code == .undecodable)
    }
}

private struct Key: Sendable {}

//  ● ──▶ Closed ──open──▶ Open, which takes jobs and keys
private final class Office: TopState<Office.Event> {
    enum Event: Codable, Sendable { case open, job(Int), key }

    let closed = Closed(), opened = Opened()
    let jobs = InputPort<Int>("jobs"), keys = InputPort<Key>("keys")
    var log: [Int] = []

    override func configure() {
        substates(closed, opened)
        receive(jobs, while: opened) { .job($0) }
        receive(keys, while: opened) { _ in .key }
    }

    final class Closed: State<Office, Office> {
        override func handle(_ event: Event) -> Reaction { .to(superior.opened) }
    }
    final class Opened: State<Office, Office> {
        override func handle(_ event: Event) -> Reaction {
            if case .job(let number) = event { .handled { top.log.append(number) } } else { .handled }
        }
    }
}
