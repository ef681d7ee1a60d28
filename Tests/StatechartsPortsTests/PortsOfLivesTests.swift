import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Input ports of a supervised machine, from one life to the next.
@Suite struct PortsOfLivesTests {
    private let clock = ManualClock()

    @Test func `in a second run who is connected to a port of the first one is heard in the states of the present one`()
        async throws
    {
        let supervisor = Supervisor(limit: RestartLimit(9, in: .seconds(60)), backOff: .none, clock: clock)
        let office = OutputPort<Int>("office")
        let clock = clock
        let notes = Guarded<[Hand.Event]>([])
        let hand = supervisor.add("hand") {
            Machine(Hand(InputPort<Int>("jobs")) { event in notes.withLock { $0.append(event) } }, clock: clock)
        }
        let first = Task { try await supervisor.run() }
        while await hand.machine?.status != .running { await Task.yield() }
        let port = await (try #require(hand.machine)).port(\.jobs)
        connect(office, to: port)
        first.cancel()
        try await first.value
        let second = Task { try await supervisor.run() }
        while await hand.machine?.status != .running { await Task.yield() }
        office.send(1)
        await clock.settle()
        #expect(notes.withLock { $0 } == [])
        #expect([port.bufferedCount, port.undeliveredCount] == [1, 0])
        try await hand.send(.wake)
        await clock.settle()
        #expect(notes.withLock { $0 } == [.wake, .job(1)])
        second.cancel()
        try await second.value
    }

    @Test func `a machine that is started again gets the next message when it has dealt with the one that was kept`()
        async throws
    {
        let supervisor = Supervisor(limit: RestartLimit(9, in: .seconds(60)), backOff: .none, clock: clock)
        let port = InputPort<Int>("parcels", buffering: .waiting(8))
        let (opening, gate) = AsyncStream.makeStream(of: Void.self)
        let notes = Guarded<[Int]>([])
        let clock = clock
        let porter = supervisor.add("porter") {
            Machine(Porter(port, opening) { parcel in notes.withLock { $0.append(parcel) } }, clock: clock)
        }
        let run = Task { try await supervisor.run() }
        while await porter.machine?.status != .running { await Task.yield() }
        porter.post(.stumble)
        await clock.settle()
        for parcel in 1...3 { port.send(parcel) }
        var waiting = [port.bufferedCount]
        for _ in 1...4 {
            gate.yield()
            await clock.settle()
            waiting.append(port.bufferedCount)
        }
        // The first opening lets it stumble, and its next life begin with the parcel that was under way.
        #expect(waiting == [2, 2, 1, 0, 0])
        #expect(notes.withLock { $0 } == [1, 2, 3])
        run.cancel()
        try await run.value
    }
}

/// Waits for an opening before the end of each step.
private final class Porter: TopState<Porter.Event> {
    enum Event { case parcel(Int), stumble }
    struct Stumbled: Error {}

    private let parcels: InputPort<Int>
    private let opening: AsyncStream<Void>
    private let note: @Sendable (Int) -> Void

    init(_ parcels: InputPort<Int>, _ opening: AsyncStream<Void>, note: @escaping @Sendable (Int) -> Void) {
        self.parcels = parcels
        self.opening = opening
        self.note = note
    }

    override func configure() { receive(parcels) { .parcel($0) } }

    override func handle(_ event: Event) -> Reaction {
        let opening = opening, note = note
        return switch event {
        case .parcel(let number):
            .handled {
                note(number)
                for await _ in opening { break }
            }
        case .stumble:
            .handled {
                for await _ in opening { break }
                throw Stumbled()
            }
        }
    }
}
