import Foundation
import Statecharts
import StatechartsTesting
import Testing

/// Counts; while it is closed, whoever asks has to wait.
private final class Tally: TopState<Tally.Event> {
    enum Event: Codable, Hashable { case count, open, total(Reply<Int>) }
    struct Saved: Codable { var count: Int }

    let closed = Closed(), open = Open()
    var count = 0

    override func configure() { substates(closed, open) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .count: .handled { count += 1 }
        case .total(let reply):
            .handled {
                count += 10
                reply.answer(count)
            }
        case .open: .unhandled
        }
    }

    final class Closed: State<Tally, Tally> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .total: .deferred
            case .open: .to(superior.open)
            case .count: .unhandled
            }
        }
    }
    final class Open: State<Tally, Tally> {}
}

extension Tally: Snapshotting {
    func save() -> Tally.Saved { Tally.Saved(count: count) }
    func restore(_ saved: Tally.Saved) { count = saved.count }
}

@Suite struct ReplySnapshotTests {
    let clock = ManualClock()

    @Test func `a question that is deferred goes into a snapshot, and is answered where it was asked`() async throws {
        let machine = Machine(Tally(), clock: clock)
        try await machine.start()
        let total = machine.question { .total($0) }
        try await machine.send(.count)
        let snapshot = try await machine.snapshot().throughJSON()

        let continued = Machine(restoring: snapshot, Tally(), clock: clock)
        try await continued.start()
        try await continued.send(.open)
        #expect(try await continued.withTop { $0.count } == 11)
        // It was not asked there, and nobody has the answer.
        #expect(!total.isAnswered)

        try await machine.send(.open)
        #expect(try await total.value == 11)
        #expect(try await continued.ask { .total($0) } == 21)
    }

    @Test func `events with a reply are equal if it is the same one`() async throws {
        let coder = (JSONEncoder(), JSONDecoder())
        let read = try (1...2).map { _ in try coder.1.decode(Reply<Int>.self, from: coder.0.encode("anything")) }
        #expect(Set(read.map { Tally.Event.total($0) }).count == 2)
        #expect(Tally.Event.total(read[0]) == .total(read[0]))
        #expect(Tally.Event.total(read[0]) != .total(read[1]))
        #expect(String(decoding: try coder.0.encode(read[0]), as: UTF8.self) == #""Reply<Int>""#)
    }
}
