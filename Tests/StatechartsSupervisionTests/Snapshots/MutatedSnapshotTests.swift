import Foundation
import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

//   Parlour
//   ├─ Desk (regions)         serve: to Closed
//   │  ├─ Queue (H)  Empty ⇄ Waiting (defers call)     timers: after, every
//   │  └─ Till       counting: work, a scoped value    embedded: Lamp (Off ⇄ On, a timer)
//   └─ Closed                 serve: back to Desk

/// Has everything that a snapshot can have.
private final class Parlour: TopState<Parlour.Event> {
    enum Event: Sendable, Codable, Hashable { case come, go, call(Int), serve, tick, counted(Int), failed(String) }
    let desk = Desk(), closed = Closed()
    var sum = 0
    override func configure() { substates(desk, closed) }

    final class Desk: OrthogonalState<Parlour, Parlour> {
        let queue = Queue(), till = Till()
        override func configure() { regions(queue, till) }
        override func handle(_ event: Event) -> Reaction { event == .serve ? .to(superior.closed) : .unhandled }
    }
    final class Queue: State<Desk, Parlour> {
        let empty = Empty(), waiting = Waiting()
        override func configure() { substates(empty, waiting, history: .deep) }
        override func entry() { every(.seconds(2), send: .tick) }
    }
    final class Empty: State<Queue, Parlour> {
        override func handle(_ event: Event) -> Reaction { event == .come ? .to(superior.waiting) : .unhandled }
    }
    final class Waiting: State<Queue, Parlour> {
        @Scoped var names = ["first"]
        override func entry() { after(.seconds(30), send: .go, whenRestored: .keepDeadline) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .call: .deferred
            case .go: .to(superior.empty)
            default: .unhandled
            }
        }
    }
    final class Till: State<Desk, Parlour> {
        @Scoped var count = 3
        let lamp = Submachine<Till, Parlour, Lamp>(Lamp()) { _, _ in nil }
        override func configure() { substates(lamp) }
        override func entry() {
            run {
                for await _ in AsyncStream<Void>.makeStream().stream {}
                return 1
            } done: {
                .counted($0)
            } failed: {
                .failed("\($0)")
            }
        }
        override func handle(_ event: Event) -> Reaction {
            if case .counted(let number) = event { .handled { self.top.sum += number } } else { .unhandled }
        }
    }
    final class Lamp: TopState<Lamp.Event> {
        enum Event: String, Sendable, Codable { case flip }
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        final class Off: State<Lamp, Lamp> {
            override func entry() { after(.seconds(9), send: .flip) }
            override func handle(_ event: Event) -> Reaction { .to(superior.on) }
        }
        final class On: State<Lamp, Lamp> {}
    }
    final class Closed: State<Parlour, Parlour> {
        override func handle(_ event: Event) -> Reaction { event == .serve ? .to(superior.desk) : .unhandled }
    }
}

extension Parlour: Snapshotting {
    func save() -> [String: Int] { ["sum": sum] }
    func restore(_ saved: [String: Int]) { sum = saved["sum"] ?? 0 }
}

/// How many files each part damages. `MUTATIONS=2500` damages 10,000 of each kind; in debug builds that takes minutes.
private let mutations = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 100

/// Snapshots that were damaged by their structure while they were kept as JSON.
@Suite struct MutatedSnapshotTests {
    private func saved(_ events: [Parlour.Event]) async throws -> JSONTree {
        let machine = Machine(Parlour(), clock: ManualClock())
        try await machine.start()
        for event in events { try await machine.send(event) }
        let snapshot = try await machine.snapshot()
        try await machine.stop()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return JSONTree(String(decoding: try encoder.encode(snapshot), as: UTF8.self))
    }

    @Test(arguments: 0..<4)
    func `damaged snapshots are refused before anything is entered, or a machine goes on from them`(
        part: Int
    ) async throws {
        let trees = [
            try await saved([.come, .call(1), .call(2)]), try await saved([.come, .serve]), try await saved([]),
        ]
        let nodes = trees.map(\.nodes)
        var (refused, taken) = (0, 0)
        for seed in 0..<mutations {
            var random = SplitMix(seed: UInt64(seed * 4 + part))
            let which = random.below(10) < 7 ? 0 : 1 + random.below(2)
            var damaged = trees[which]
            for _ in 0...random.below(2) { damaged.damage(nodes[which], &random) }
            let snapshot: Snapshot
            do { snapshot = try JSONDecoder().decode(Snapshot.self, from: Data(damaged.text.utf8)) } catch {
                #expect(error is DecodingError, "seed \(seed): \(error)")
                refused += 1
                continue
            }
            let clock = ManualClock()
            let machine = Machine(restoring: snapshot, Parlour(), clock: clock)
            do { try await machine.start() } catch let error as SnapshotError {
                #expect(!error.fix.isEmpty && error.description.count < 5_000)
                let configuration = await machine.configuration
                #expect(configuration == .empty, "seed \(seed)")
                refused += 1
                continue
            } catch is StepError {
                // It has gone on, and has failed by itself.
                taken += 1
                continue
            }
            taken += 1
            for event in [Parlour.Event.come, .call(3), .serve, .serve, .go] { _ = try? await machine.send(event) }
            _ = try? await machine.snapshot()
            _ = try? await machine.stop()
        }
        #expect(refused > mutations / 5 && taken > mutations / 20, "\(refused) refused, \(taken) taken")
    }

    @Test func `a value that is nested deeper than anybody writes is refused when it is read`() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SnapshotValue.self, from: Data(deep.utf8)) }
        let allowed = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let value = try JSONDecoder().decode(SnapshotValue.self, from: Data(allowed.utf8))
        #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == allowed)
    }
}
