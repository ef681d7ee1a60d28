import Statecharts
import Testing

@Suite struct SnapshotRefusalTests {
    private func shop(_ events: ShopEvent...) throws -> Snapshot {
        let interpreter = Interpreter(Shop())
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return try interpreter.snapshot()
    }

    @Test func `a snapshot of another version names the states that differ`() throws {
        let interpreter = Interpreter(restoring: try shop(.pay), NewShop())
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(
            error.description == """
                the chart is NewShop version 2, the snapshot is of Shop version 1; migrate the snapshot, or start afresh \
                [otherChart]
                  - Cart.Open was of kind state and is of kind composite
                  - Cart.Paid is missing in the chart
                  - Help is missing in the chart
                  - Cart.Open.Empty is not in the snapshot
                  - Cart.Paying is not in the snapshot
                  - Archive is not in the snapshot
                """)
        #expect(interpreter.status == .new && interpreter.configuration == .empty && interpreter.top.cents == 0)
    }

    @Test func `a snapshot of the same chart in another shape is refused too`() throws {
        var snapshot = try shop()
        snapshot.states.removeAll { $0.path == "Help" }
        let interpreter = Interpreter(restoring: snapshot, Shop())
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(error.code == .otherChart)
        #expect(error.differences.map(\.description) == ["Help is not in the snapshot"])
        #expect(error.message == "the chart is Shop version 1, the snapshot is of another shape of it")
    }

    @Test func `a refusal is one line where a supervisor tells of it`() async throws {
        var snapshot = try shop()
        snapshot.states.removeAll { $0.path == "Help" }
        let supervisor = Supervisor()
        supervisor.add("shop") { [snapshot] in Machine(restoring: snapshot, Shop()) }
        let error = try await #require(throws: SupervisorError.self) { try await supervisor.run() }
        #expect(
            error.description
                == "shop: the supervisor gave up: the chart is Shop version 1, the snapshot is of another shape of it; "
                + "migrate the snapshot, or start afresh [otherChart] (Help is not in the snapshot) [gaveUp]")
    }

    @Test func `generic charts of one class are told apart by their versions only`() throws {
        let metres = Interpreter(Meter<Metres>())
        try metres.start()
        let snapshot = try metres.snapshot()
        #expect(snapshot.chart == "Meter")
        let yards = Interpreter(restoring: snapshot, Meter<Yards>())
        try yards.start()
        #expect(yards.status == .running)
        let feet = Interpreter(restoring: snapshot, Meter<Feet>())
        #expect(
            try #require(throws: SnapshotError.self) { try feet.start() }.message
                == "the chart is Meter version 2, the snapshot is of Meter version 1")
    }

    @Test func `a snapshot in an unknown format is refused`() throws {
        var snapshot = try shop()
        snapshot.format = 99
        let interpreter = Interpreter(restoring: snapshot, Shop())
        #expect(try #require(throws: SnapshotError.self) { try interpreter.start() }.code == .unknownFormat)
    }

    @Test func `a migration renames states and converts data`() throws {
        let old = try shop(.help, .pay, .help, .pay, .help, .pay)
        #expect(old.configuration == ["Help"] && old.deferred.count == 1)
        let interpreter = Interpreter(restoring: try old.throughJSON(), NewShop()) { snapshot in
            snapshot.rename("Help", to: "Archive")
            snapshot.rename("Cart.Paid", to: "Cart.Paying")
            snapshot.data[""] = .int((try snapshot.data[""]?["total"]?.decode(Int64.self) ?? 0) * 100)
        }
        try interpreter.start()
        #expect(interpreter.configuration.description == "Archive")
        #expect(interpreter.top.cents == 500)
        try interpreter.send(.help)
        #expect(interpreter.configuration.description == "Cart.Paying")
        #expect(interpreter.top.log == [])
        let snapshot = try interpreter.snapshot()
        #expect(snapshot.chart == "NewShop" && snapshot.version == 2)
    }

    @Test func `a migration that is not needed is not called`() throws {
        let interpreter = Interpreter(restoring: try shop(.pay), Shop()) { _ in Issue.record("called") }
        try interpreter.start()
        #expect(interpreter.configuration.description == "Cart.Paid")
    }

    @Test func `what a migration throws, start throws, and it may be called again`() throws {
        struct No: Error {}
        var fails = true
        let interpreter = Interpreter(restoring: try shop(), NewShop()) { snapshot in
            if fails { throw No() }
            snapshot.configuration = ["Archive"]
            snapshot.data = [:]
        }
        #expect(throws: No.self) { try interpreter.start() }
        fails = false
        try interpreter.start()
        #expect(interpreter.configuration.description == "Archive")
    }

    @Test(arguments: [
        (["Nowhere"], "the configuration names the state Nowhere, which the chart does not have"),
        ([], "the configuration () cannot be: Shop has no active state"),
        (["Cart"], "the configuration (Cart) cannot be: Cart needs an active substate"),
        (["Cart.Open", "Help"], "the configuration (Cart.Open, Help) cannot be: Shop has several active substates"),
        (
            ["Cart.Open", "Cart.Paid"],
            "the configuration (Cart.Open, Cart.Paid) cannot be: Cart has several active substates"
        ),
        (["Help", "Help"], "the configuration (Help, Help) cannot be: Help contains other states of it"),
        (["Cart.Open", "Cart"], "the configuration (Cart.Open, Cart) cannot be: Cart contains other states of it"),
        ([""], "the configuration () cannot be: Shop needs an active substate"),
    ])
    func `a configuration that cannot be is refused`(paths: [String], message: String) throws {
        var snapshot = try shop()
        snapshot.configuration = paths
        let interpreter = Interpreter(restoring: snapshot, Shop())
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(error.message == message)
        #expect(error.code == .inconsistent)
    }

    @Test func `a region without an active state is refused`() throws {
        let interpreter = Interpreter(Workshop())
        try interpreter.start()
        try interpreter.send(.work)
        var snapshot = try interpreter.snapshot()
        snapshot.configuration.removeLast()
        let restored = Interpreter(restoring: snapshot, Workshop())
        let error = try #require(throws: SnapshotError.self) { try restored.start() }
        #expect(error.message == "the configuration (Bench.Saw.Off) cannot be: Bench.Paint has no active state")
    }

    @Test(arguments: [
        (
            Snapshot.History(state: "Help", substate: nil, leaves: []),
            "the history of Help cannot be: the state has none"
        ),
        (
            .init(state: "Cart", substate: "Help", leaves: ["Cart.Open"]),
            "the history of Cart cannot be: Help is not directly inside"
        ),
        (
            .init(state: "Cart", substate: "Cart.Open", leaves: ["Help"]),
            "the history of Cart cannot be: Help is not inside Cart, or there twice"
        ),
        (
            .init(state: "Cart", substate: "Cart.Old", leaves: []),
            "the history of Cart names the state Cart.Old, which the chart does not have"
        ),
    ])
    func `a history that cannot be is refused`(history: Snapshot.History, message: String) throws {
        var snapshot = try shop()
        snapshot.history = [history]
        let interpreter = Interpreter(restoring: snapshot, Shop())
        #expect(try #require(throws: SnapshotError.self) { try interpreter.start() }.message == message)
    }

    @Test func `a history that leads to itself is refused`() throws {
        let paused = Interpreter(Pausable())
        try paused.start()
        try paused.send("pause")
        var snapshot = try paused.snapshot()
        #expect(snapshot.history == [.init(state: "Work", substate: "Work.Idle", leaves: ["Work.Idle"])])
        snapshot.history = [.init(state: "Work", substate: "Work.past", leaves: ["Work.Idle"])]
        let interpreter = Interpreter(restoring: snapshot, Pausable())
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(error.message == "the history of Work names the state Work.past, which the chart does not have")
    }

    @Test func `an event that is refused is named by its outline, without its data`() throws {
        var snapshot = try shop()
        snapshot.queued = [.event(.object(["card": .string("4111")]))]
        let interpreter = Interpreter(restoring: snapshot, Shop())
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(error.message.hasPrefix("a queued event does not fit ShopEvent: { card: … }, "))
        #expect(!error.description.contains("4111"))
    }

    @Test func `a snapshot with very many states, names and paths is refused in some words`() throws {
        func refusal(_ change: (inout Snapshot) -> Void) throws -> SnapshotError {
            var snapshot = try shop()
            change(&snapshot)
            let interpreter = Interpreter(restoring: snapshot, Shop())
            let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
            #expect(error.description.utf8.count < 10_000)
            return error
        }
        let states = try refusal { snapshot in
            snapshot.states += (0..<5_000).map { .init(path: "State\($0)", kind: "state") }
        }
        #expect(states.differences.count == 5_000)
        #expect(states.description.hasSuffix("  - State19 is missing in the chart\n  - … and 4980 more"))
        let names = try refusal { snapshot in
            snapshot.queued = [.event(.object(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("k\($0)", .null) })))]
        }
        #expect(names.message.contains("… and 4980 more }, "))
        let paths = try refusal { $0.configuration = Array(repeating: "Help", count: 5_000) }
        #expect(paths.message.contains("Help, … and 4980 more) cannot be: "))
        let long = try refusal { $0.configuration = [String(repeating: "x", count: 100_000)] }
        #expect(long.message.hasPrefix("the configuration names the state xxx"))
    }

    @Test func `a snapshot with more deferred events than are kept is refused`() throws {
        var snapshot = try shop(.help, .pay)
        snapshot.deferred += [snapshot.deferred[0], snapshot.deferred[0]]
        let interpreter = Interpreter(restoring: snapshot, Shop())
        interpreter.deferralLimit = 2
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(
            error.description
                == "the snapshot has 3 deferred events, and at most 2 are kept here; raise the deferralLimit, "
                + "or let the migration remove some (give migrate:, and raise the snapshotVersion of Shop so that it is "
                + "called) [inconsistent]")
        #expect(interpreter.status == .new)
        let roomy = Interpreter(restoring: snapshot, Shop())
        roomy.deferralLimit = 3
        try roomy.start()
        #expect(try roomy.snapshot().deferred == snapshot.deferred)
    }

    @Test func `events and data that do not fit their types are refused, and nothing is changed`() throws {
        var snapshot = try shop()
        snapshot.data[""] = .string("?")
        let data = Interpreter(restoring: snapshot, Shop())
        #expect(try #require(throws: SnapshotError.self) { try data.start() }.code == .undecodable)
        snapshot = try shop()
        snapshot.data[""] = .object(["total": .int(9)])
        snapshot.queued = [.event(.string("pay")), .event(.string("shout"))]
        let queued = Interpreter(restoring: snapshot, Shop())
        #expect(try #require(throws: SnapshotError.self) { try queued.start() }.code == .undecodable)
        #expect(queued.top.total == 5)
        snapshot.queued = []
        snapshot.deferred = [.init(chart: "Help", event: .string("pay"))]
        let deferred = Interpreter(restoring: snapshot, Shop())
        #expect(
            try #require(throws: SnapshotError.self) { try deferred.start() }.message
                == "an event waits in Help, which is no submachine")
        snapshot.deferred = []
        snapshot.data["Help"] = .null
        let foreign = Interpreter(restoring: snapshot, Shop())
        #expect(
            try #require(throws: SnapshotError.self) { try foreign.start() }.message
                == "there are saved data of Help, which takes none over")
        #expect(foreign.top.total == 5)
    }
}

private protocol LengthUnit { static var version: Int { get } }
private enum Metres: LengthUnit { static let version = 1 }
private enum Yards: LengthUnit { static let version = 1 }
private enum Feet: LengthUnit { static let version = 2 }

private final class Meter<Length: LengthUnit>: TopState<Int>, Snapshotting {
    static var snapshotVersion: Int { Length.version }
    let idle = Idle()
    var length = 0
    override func configure() { substates(idle) }
    func save() -> Int { length }
    func restore(_ saved: Int) { length = saved }
    final class Idle: State<Meter<Length>, Meter<Length>> {}
}

//  Pausable
//  ├─ Work (initial)      "pause" → Paused
//  │  ├─ Idle (initial)
//  │  └─ past (shallow history)
//  └─ Paused

private final class Pausable: TopState<String> {
    let work = Work(), paused = Paused()
    override func configure() { substates(work, paused) }

    final class Work: State<Pausable, Pausable> {
        let idle = Idle(), past = ShallowHistory<Work, Pausable>()
        override func configure() { substates(idle, past) }
        override func handle(_ event: String) -> Reaction { event == "pause" ? .to(superior.paused) : .unhandled }

        final class Idle: State<Work, Pausable> {}
    }

    final class Paused: State<Pausable, Pausable> {}
}
