@testable import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// Snapshots of machines with children, and what continues from them.
@Suite struct ChildSnapshotTests {
    let clock = ManualClock(), later = ManualClock()

    private func opened(_ hall: sending Hall) async throws -> Machine<Hall> {
        let machine = Machine(hall, clock: clock)
        try await machine.start()
        try await machine.send(.open)
        await clock.settle()
        return machine
    }

    private func restored(_ snapshot: Snapshot, _ hall: sending Hall) async throws -> Machine<Hall> {
        let machine = Machine(restoring: try snapshot.throughJSON(), hall, clock: later)
        try await machine.start()
        await later.settle()
        return machine
    }

    @Test func `a machine continues with its children, their timers and what they had`() async throws {
        let machine = try await opened(Hall())
        try await machine.send(.add(7))
        try await machine.withTop { _ = $0.open.desk.post(.add(5)) }
        await clock.advance(by: .milliseconds(2_500))
        let snapshot = try await machine.snapshot()
        #expect(snapshot.omitted.isEmpty)
        let continued = try await restored(snapshot, Hall())
        #expect(
            try await continued.logs() == [
                "hall": ["level(0)", "sum(5)", "level(5)", "restored, with 1 tills"],
                "desk": ["entry", "+5", "tick", "tick", "restored"],
                "cash": ["entry", "+5", "tick", "tick", "restored"],
                "till 7": ["entry", "tick", "tick", "restored"],
            ])
        await later.advance(by: .milliseconds(499))
        #expect(try await continued.logs()["till 7"]?.last == "restored")
        await later.advance(by: .milliseconds(1))
        #expect(try await continued.logs()["till 7"]?.last == "tick")
        // Connections, events from ports and ends are as before.
        try await continued.withTop { hall in
            _ = hall.open.desk.post(.add(1))
            _ = hall.open.tills[7]?.post(.end)
            _ = hall.open.desk.post(.end)
        }
        await later.settle()
        #expect(
            Set(try await continued.logs()["hall"]?.suffix(4) ?? [])
                == ["sum(6)", "level(6)", "ended(6)", "tillEnded(7, 0)"])
        #expect(try await continued.logs()["cash"]?.last == "+6")
        #expect(try await continued.withTop { $0.open.tills.count } == 0)
        // The machine itself has gone on.
        await clock.advance(by: .seconds(1))
        #expect(try await machine.logs()["cash"] == ["entry", "+5", "tick", "tick", "tick"])
        try await continued.stop()
        try await machine.stop()
    }

    /// The cash waits for its time, and is held while a till comes to the end of its step.
    @Test func `who visits a child that is held before it begins waits for the snapshot, and not for the child`()
        async throws
    {
        let gate = Gate()
        let machine = try await opened(Hall(inner: gate, backOff: .exponential(from: .seconds(10), cap: .seconds(10))))
        try await machine.withTop { _ = $0.open.cash.post(.fail) }
        await clock.settle()
        // Held behind the new life of the cash.
        try await machine.send(.add(7))
        await clock.settle()
        try await machine.withTop { _ = $0.open.tills.post(.wait, to: 7) }
        await gate.reached()
        let cash = try #require(await machine.port(\.open.cash.machine))
        #expect(await cash.status == .new)
        let snapshot = Task { try await machine.snapshot() }
        try await eventually { await cash.holder == .snapshot }
        let visits = Notes()
        Task {
            _ = try await cash.withTop { $0.sum }
            visits.add("here")
        }
        Task {
            let accepts = try await cash.accepts(.add(1))
            #expect(!accepts)
            visits.add("here")
        }
        Task {
            await cash.tellConfiguration(to: 0)
            visits.add("here")
        }
        gate.open()
        _ = try await snapshot.value
        var count = 0
        try await eventually {
            count += visits.take().count
            return count == 3
        }
        #expect(await cash.status == .new)
        try await machine.stop()
    }

    @Test func `a value that a child has said is not said again`() async throws {
        let machine = try await opened(Hall())
        try await machine.withTop { _ = $0.open.desk.post(.add(5)) }
        await clock.settle()
        let continued = try await restored(try await machine.snapshot(), Hall())
        #expect(try await continued.logs()["hall"]?.filter { $0.hasPrefix("level") } == ["level(0)", "level(5)"])
        let desk = try #require(await continued.port(\.open.desk.machine))
        #expect(await desk.port(\.level).current == 5)
    }

    @Test func `an end that its owner has not heard of waits in the owner's mailbox`() async throws {
        let gate = Gate()
        let machine = try await opened(Hall(gate))
        machine.post(.wait)
        await gate.reached()
        let desk = try #require(await machine.port(\.open.desk.machine))
        try await desk.send(.add(3))
        try await desk.send(.end)
        let taken = Task { try await machine.snapshot() }
        try await eventually { await machine.isAskedForSnapshots }
        gate.open()
        let snapshot = try await taken.value
        let activity = snapshot.activations.flatMap(\.activities).first { $0.name == "desk" }
        #expect(activity?.child == Snapshot.Child(property: "desk", life: .ended))
        let continued = try await restored(snapshot, Hall())
        #expect(
            try await continued.logs()["hall"] == [
                "level(0)", "waited", "restored, with 0 tills", "sum(3)", "level(3)", "ended(3)",
            ])
        #expect(await continued.port(\.open.desk.machine) == nil)
    }

    @Test func `a child that waits to be made anew waits on, with its mail, and its restarts count`() async throws {
        let backOff = BackOff.exponential(from: .seconds(10), cap: .seconds(100))
        let machine = try await opened(Hall(backOff: backOff))
        try await machine.withTop { _ = $0.open.cash.post(.fail) }
        await clock.settle()
        let waiting = await clock.pending.map(\.description)
        #expect(waiting == ["Open: tick at 1.0 seconds, every 1.0 seconds", "Open/cash: asleep until 10.0 seconds"])
        await clock.advance(by: .seconds(4))
        try await machine.withTop { hall in
            _ = hall.open.cash.post(.add(1))
            hall.prices.send(2)
            _ = hall.open.desk.post(.add(3))
        }
        await clock.settle()
        let continued = try await restored(try await machine.snapshot(), Hall(backOff: backOff))
        await later.advance(by: .milliseconds(5_999))
        #expect(try await continued.logs()["cash"] == [])
        await later.advance(by: .milliseconds(1))
        #expect(try await continued.logs()["cash"] == ["entry", "+1", "+2", "+3"])
        // The second wait is twice as long, and the third failure is one too many.
        try await continued.withTop { _ = $0.open.cash.post(.fail) }
        await later.settle()
        await later.advance(by: .milliseconds(19_999))
        #expect(try await continued.logs()["cash"] == [])
        await later.advance(by: .milliseconds(1))
        try await continued.withTop { _ = $0.open.cash.post(.fail) }
        await later.settle()
        #expect(try await continued.logs()["hall"]?.last == "error")
    }

    @Test func `a list continues in its order, without those that were removed`() async throws {
        let machine = try await opened(Hall())
        for number in [5, 3, 9, 1] { try await machine.send(.add(number)) }
        try await machine.send(.remove(3))
        await clock.settle()
        try await machine.withTop { _ = $0.open.tills[9]?.post(.add(4)) }
        await clock.settle()
        let continued = try await restored(try await machine.snapshot(), Hall())
        #expect(try await continued.withTop { $0.open.tills.keys } == [5, 9, 1])
        #expect(try await continued.logs()["till 9"] == ["entry", "+4", "restored"])
        try await continued.send(.add(3))
        try await continued.send(.remove(9))
        await later.settle()
        #expect(try await continued.withTop { $0.open.tills.keys } == [5, 1, 3])
        #expect(try await continued.logs()["till 3"] == ["entry"])
    }

    @Test func `what a child has said is dropped where that is taken behind its removal`() async throws {
        let gate = Gate()
        let machine = try await opened(Hall(gate))
        try await machine.send(.add(1))
        await clock.settle()
        machine.post(.wait)
        await gate.reached()
        machine.post(.remove(1))
        let till = try #require(await machine.port(\.open.tills[1]))
        try await till.send(.add(4))
        let taken = Task { try await machine.snapshot() }
        try await eventually { await machine.isAskedForSnapshots }
        gate.open()
        let continued = try await restored(try await taken.value, Hall())
        #expect(try await continued.logs()["hall"] == ["level(0)", "waited", "restored, with 1 tills"])
        #expect(try await continued.withTop { $0.open.tills.count } == 0)
        await clock.settle()
        #expect(try await machine.logs()["hall"] == ["level(0)", "waited"])
    }

    @Test func `what waits for a child in an input that it does not take from is in the snapshot`() async throws {
        let machine = try await opened(Hall())
        try await machine.withTop { hall in
            _ = hall.open.cash.post(.lock)
            _ = hall.open.cash.post(.add(1))
        }
        await clock.settle()
        try await machine.withTop { $0.prices.send(2) }
        await clock.settle()
        let continued = try await restored(try await machine.snapshot(), Hall())
        try await continued.withTop { _ = $0.open.cash.post(.unlock) }
        await later.settle()
        #expect(try await continued.logs()["cash"] == ["entry", "entry", "+1", "+2"])
    }

    @Test func `children have their children in the snapshot`() async throws {
        let machine = Machine(Street(), clock: clock)
        try await machine.start()
        await clock.settle()
        let hall = try #require(await machine.port(\.hall.machine))
        try await hall.send(.open)
        await clock.settle()
        try await hall.withTop { _ = $0.open.desk.post(.add(2)) }
        await clock.settle()
        let snapshot = try await machine.snapshot().throughJSON()
        let continued = Machine(restoring: snapshot, Street(), clock: later)
        try await continued.start()
        await later.settle()
        let inner = try #require(await continued.port(\.hall.machine))
        #expect(inner.name == "Street/hall")
        #expect(
            await continued.activePaths == [
                "Street", "Street/hall:Open", "Street/hall:Open/desk:Open", "Street/hall:Open/cash:Open",
                "Street/plain:Plain",
            ])
        #expect(
            try await inner.logs() == [
                "hall": ["level(0)", "sum(2)", "level(2)", "restored, with 0 tills"],
                "desk": ["entry", "+2", "restored"], "cash": ["entry", "+2", "restored"],
            ])
    }

    // MARK: What does not fit

    private func refusal(_ snapshot: Snapshot, _ hall: sending Hall = Hall()) async throws -> SnapshotError {
        let machine = Machine(restoring: snapshot, hall, clock: later)
        return try await #require(throws: SnapshotError.self) { try await machine.start() }
    }

    @Test func `a part that is of another chart, or of no child, refuses the snapshot`() async throws {
        let snapshot = try await opened(Hall()).snapshot()
        let place = try #require(snapshot.activations[0].activities.firstIndex { $0.name == "desk" })
        let child = try #require(snapshot.activations[0].activities[place].child)
        let part = try #require(child.part)
        func changed(_ change: (inout Snapshot.Child) -> Void) -> Snapshot {
            var snapshot = snapshot, child = child
            change(&child)
            snapshot.activations[0].activities[place].child = child
            return snapshot
        }
        var older = part, other = part
        older.version = 0
        other.chart = "Bakery"
        #expect(
            try await refusal(changed { $0.life = .runs(older) }).message
                == "the chart of the child desk is Register version 1, the snapshot is of Register version 0")
        #expect(
            try await refusal(changed { $0.life = .runs(other) }).message
                == "the chart of the child desk is Register version 1, the snapshot is of Bakery version 1")
        #expect(
            try await refusal(changed { $0.property = "counter" }).message
                == "there is a child Open.counter, which the chart does not have")
        #expect(try await refusal(changed { $0.property = "cash" }).message == "the child Open.cash is told twice")
        #expect(
            try await refusal(changed { $0.life = .ended }).message
                == "the child Open.desk has ended and its end does not wait, or the other way round")
    }

    @Test func `a part is migrated by its owner's migration`() async throws {
        var snapshot = try await opened(Hall()).snapshot()
        let place = try #require(snapshot.activations[0].activities.firstIndex { $0.name == "desk" })
        var part = try #require(snapshot.activations[0].activities[place].child?.part)
        part.version = 0
        snapshot.activations[0].activities[place].child?.life = .runs(part)
        let continued = Machine(restoring: snapshot, Hall(), clock: later) { part in
            if part.version == 0 { part.data[""] = try SnapshotValue(encoding: Register.Saved(sum: 40)) }
        }
        try await continued.start()
        await later.settle()
        try await continued.withTop { _ = $0.open.desk.post(.add(2)) }
        await later.settle()
        #expect(try await continued.logs()["hall"]?.suffix(2) == ["sum(42)", "level(42)"])
    }

    @Test func `a part whose states differ is an error of its state, and is not begun afresh`() async throws {
        var snapshot = try await opened(Hall()).snapshot()
        let place = try #require(snapshot.activations[0].activities.firstIndex { $0.name == "cash" })
        var part = try #require(snapshot.activations[0].activities[place].child?.part)
        part.states.removeLast()
        snapshot.activations[0].activities[place].child?.life = .runs(part)
        let continued = try await restored(snapshot, Hall(restart: .permanent))
        #expect(try await continued.logs()["hall"]?.last == "error")
    }

    @Test func `what cannot be saved says in which child it is`() async throws {
        let machine = Machine(Street(), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.withTop { _ = $0.plain.machine?.post(.keep(1)) }
        await clock.settle()
        let error = try await #require(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(error.code == .notCodable)
        #expect(error.message == "in Street/plain: the deferred event keep(1) is not Codable")
        // Nobody stands still.
        let plain = try #require(await machine.port(\.plain.machine))
        #expect(try await plain.send(.keep(2)) == .deferred)
    }

    @Test func `a child that does not come to the end of its step in time is named`() async throws {
        let gate = Gate()
        let machine = try await opened(Hall(inner: gate))
        try await machine.withTop { _ = $0.open.desk.post(.wait) }
        await gate.reached()
        let taken = Task { try await machine.snapshot(within: .seconds(3)) }
        try await eventually { await machine.holder == .snapshot }
        let desk = try #require(await machine.port(\.open.desk.machine))
        try await eventually { await desk.isAskedForSnapshots }
        await clock.advance(by: .seconds(3))
        let error = try await #require(throws: SnapshotError.self) { try await taken.value }
        #expect(
            error.description
                == "Open/desk has not come to the end of its step within 3.0 seconds; allow more by snapshot(within:), "
                + "or let its actions be short [late]")
        // All go on.
        try await machine.send(.add(1))
        gate.open()
        await clock.settle()
        let after = try await machine.snapshot()
        #expect(after.activations[0].activities.count == 3)
    }

    @Test func `of a supervised machine with children no snapshot is taken after its steps`() async throws {
        let machine = try await opened(Hall())
        let error = try await #require(throws: SnapshotError.self) {
            _ = try await machine.snapshotAmidSteps()
        }
        #expect(error.code == .notCodable)
        #expect(error.message == "Hall has the child machine desk, of which a restart keeps nothing")
    }
}

extension Snapshot.Child {
    /// Its own snapshot, if it runs.
    fileprivate var part: Snapshot? { if case .runs(let part) = life { part } else { nil } }
}

extension Machine {
    fileprivate func snapshotAmidSteps() throws -> Snapshot { try interpreter.snapshot(waiting: nil) }
}

private final class Street: TopState<Int> {
    let hall = Child(of: Street.self) { _ in Hall() }
    let plain = Child(of: Street.self) { _ in Plain() }
    override func configure() { children(hall, plain) }

    final class Plain: TopState<Plain.Event> {
        enum Event: Sendable { case keep(Int) }
        override func handle(_ event: Event) -> Reaction { .deferred }
    }
}
