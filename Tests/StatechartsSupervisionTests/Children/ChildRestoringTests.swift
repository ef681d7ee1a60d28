import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Children of a snapshot that are made again: those of the snapshot, and each once.
@Suite struct ChildRestoringTests {
    let clock = ManualClock()

    private func attic(_ numbers: [Int], bringsMore: Bool = false) async throws -> Machine<Attic> {
        let machine = Machine(Attic(bringsMore: bringsMore), clock: clock)
        try await machine.start()
        for number in numbers { try await machine.send(.add(number)) }
        await clock.settle()
        return machine
    }

    private func continued(_ snapshot: Snapshot, _ attic: sending Attic) async throws -> Machine<Attic> {
        let machine = Machine(restoring: try snapshot.throughJSON(), attic, clock: clock)
        try await machine.start()
        await clock.settle()
        return machine
    }

    private func numbers(_ machine: Machine<Attic>) async throws -> [Int] {
        try await machine.withTop { $0.rows.keys.map(\.number) }
    }

    /// How much each child has been told, the single one first.
    private func counts(_ machine: Machine<Attic>) async throws -> [Int] {
        let rows = try await machine.withTop { attic in [attic.lone.machine] + attic.rows.map(\.machine) }
        var counts: [Int] = []
        for row in rows { if let row { counts.append(try await row.withTop { $0.count }) } }
        return counts
    }

    @Test func `a row whose factory adds another row is there once where it continues, and so is the other`()
        async throws
    {
        let machine = try await attic([1], bringsMore: true)
        let before = try await numbers(machine)
        var snapshot = try await machine.snapshot()
        for _ in 0..<2 {
            let next = try await continued(snapshot, Attic(bringsMore: true))
            #expect(try await numbers(next) == before)
            #expect(await next.activePaths.count == 4)
            try await next.withTop { $0.rows.postToAll(.put) }
            await clock.settle()
            snapshot = try await next.snapshot()
        }
        let last = try await continued(snapshot, Attic(bringsMore: true))
        #expect(try await counts(last) == [0, 2, 2])
        // What is added later brings another one again.
        try await last.send(.add(2))
        #expect(Set(try await numbers(last)) == [1, 101, 2, 102])
    }

    @Test func `what a factory would add is not there where the snapshot does not have it`() async throws {
        let machine = try await attic([1], bringsMore: true)
        try await machine.send(.remove(101))
        await clock.settle()
        let next = try await continued(try await machine.snapshot(), Attic(bringsMore: true))
        #expect(try await numbers(next) == [1])
        #expect(await next.activePaths.count == 3)
    }

    @Test func `a list that continues with more rows than its limit keeps them, and takes no more`() async throws {
        let machine = try await attic([1, 2, 3])
        let next = try await continued(try await machine.snapshot(), Attic(limit: 2))
        #expect(try await numbers(next) == [1, 2, 3])
        try await next.send(.add(4))
        try await next.send(.remove(1))
        try await next.send(.add(5))
        #expect(try await numbers(next) == [2, 3])
        try await next.send(.remove(2))
        try await next.send(.add(6))
        #expect(try await numbers(next) == [3, 6])
    }

    // MARK: What does not fit

    private func refusal(_ snapshot: Snapshot) async throws -> String {
        let machine = Machine(restoring: snapshot, Attic(), clock: clock)
        return try await #require(throws: SnapshotError.self) { try await machine.start() }.description
    }

    @Test func `two keys that are one in the chart refuse the snapshot`() async throws {
        var snapshot = try await attic([1, 2]).snapshot()
        for (place, activity) in snapshot.activations[0].activities.enumerated() where activity.child?.key != nil {
            let key = try SnapshotValue(encoding: ["number": 1, "shelf": place])
            snapshot.activations[0].activities[place].child?.key = key
        }
        #expect(
            try await refusal(snapshot)
                == "two children in Attic.rows have the same key; let the migration remove one, or give it another key "
                + "(give migrate:, and raise the snapshotVersion of Attic so that it is called) [inconsistent]")
    }

    @Test func `rows of a list are no single child`() async throws {
        var snapshot = try await attic([1, 2]).snapshot()
        snapshot.activations[0].activities.removeAll { $0.child?.key == nil }
        for place in snapshot.activations[0].activities.indices {
            snapshot.activations[0].activities[place].child?.property = "lone"
        }
        #expect(
            try await refusal(snapshot)
                == "the child lone has a key, which belongs to a list, and is none in the chart; let the migration remove "
                + "the others, and the key (give migrate:, and raise the snapshotVersion of Attic so that it is called) "
                + "[inconsistent]")
    }

    @Test(arguments: [true, false])
    func `a part whose migration throws an error of its own is not begun afresh`(_ isOwn: Bool) async throws {
        struct CannotMigrate: Error {}
        let machine = Machine(Loft(), clock: clock)
        try await machine.start()
        await clock.settle()
        var snapshot = try await machine.snapshot()
        guard case .runs(var part)? = snapshot.activations[0].activities[0].child?.life else {
            Issue.record("the child does not run")
            return
        }
        part.version = 0
        snapshot.activations[0].activities[0].child?.life = .runs(part)
        let next = Machine(restoring: snapshot, Loft(), clock: clock) { _ in
            if isOwn { throw CannotMigrate() }
            throw SnapshotError(.inconsistent, "no", fix: "none")
        }
        try await next.start()
        await clock.settle()
        #expect(
            try await next.withTop { $0.log } == [
                "the child box cannot continue: "
                    + (isOwn
                        ? "its part of the snapshot is of another chart, version or format, and its migration threw "
                            + "CannotMigrate(), CannotMigrate()"
                        : "no, nil")
            ])
        #expect(await next.activePaths == ["Loft"])
    }
}

//  Attic: add(n) · remove(n)    rows ⟨Box⟩, of which those below 100 bring another one if it says so; lone ⟨Box⟩
private final class Attic: TopState<Attic.Event>, Snapshotting {
    enum Event: Codable, Sendable { case add(Int), remove(Int) }
    struct Label: Hashable, Codable, Sendable { var number: Int }

    let rows: ChildMachines<Attic, Label, Box>
    let lone = Child(of: Attic.self) { _ in Box() }
    let bringsMore: Bool

    init(limit: Int = .max, bringsMore: Bool = false) {
        self.bringsMore = bringsMore
        rows = ChildMachines(of: Attic.self, limit: limit) { attic, label in
            if attic.bringsMore, label.number < 100 { attic.rows.add(Label(number: label.number + 100)) }
            return Box()
        }
    }

    override func configure() { children(lone, rows) }
    func save() -> Int { 0 }
    func restore(_ saved: Int) {}
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let number): .handled { self.rows.add(Label(number: number)) }
        case .remove(let number): .handled { self.rows.remove(Label(number: number)) }
        }
    }
}

//  Loft: box ⟨Box⟩, always made anew
private final class Loft: TopState<Loft.Event>, Snapshotting {
    enum Event: Codable, Sendable { case restarted }

    let box = Child(of: Loft.self) { _ in Box() }.restart(.permanent) { _ in .restarted }
    var log: [String] = []

    override func configure() { children(box) }
    func save() -> Int { 0 }
    func restore(_ saved: Int) {}
    override func handle(_ event: Event) -> Reaction { .handled { self.log.append("restarted") } }
    override func failed(_ error: any Error) -> Reaction {
        .handled {
            let error = error as? SnapshotError
            self.log.append("\(error?.message ?? "other"), \(error?.underlying.map { "\($0)" } ?? "nil")")
        }
    }
}

private final class Box: TopState<Box.Event>, Snapshotting {
    enum Event: Codable, Sendable { case put }
    var count = 0
    func save() -> Int { count }
    func restore(_ saved: Int) { count = saved }
    override func handle(_ event: Event) -> Reaction { .handled { self.count += 1 } }
}
