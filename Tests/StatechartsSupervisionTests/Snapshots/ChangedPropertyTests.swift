import Statecharts
import Testing

/// Charts of one name, version and shape whose scoped properties have changed since a snapshot was taken.
@Suite struct ChangedPropertyTests {
    private func snapshot(_ events: Bool...) throws -> Snapshot {
        let interpreter = Interpreter(Written.Lamp())
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return try interpreter.snapshot()
    }

    private func refusal(_ snapshot: Snapshot, of chart: some Statechart) throws -> SnapshotError {
        let interpreter = Interpreter(restoring: snapshot, chart)
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(interpreter.status == .new)
        return error
    }

    @Test func `a scoped property that was renamed refuses the snapshot, and is not begun anew`() throws {
        #expect(
            try refusal(snapshot(true), of: Renamed.Lamp()).description
                == """
                there is a value of On.level, and the state has no such property; let the migration rename it in \
                scoped, or remove it (give migrate:, and raise the snapshotVersion of Lamp so that it is called) \
                [inconsistent]
                """)
        // What is not active has no values.
        let interpreter = Interpreter(restoring: try snapshot(), Renamed.Lamp())
        try interpreter.start()
        #expect(interpreter.configuration.description == "Off")
    }

    @Test func `a scoped property of which the snapshot knows nothing refuses it too`() throws {
        var snapshot = try snapshot(true)
        snapshot.scoped["On"]?["level"] = nil
        #expect(
            try refusal(snapshot, of: Renamed.Lamp()).description
                == """
                the snapshot has no value of On.brightness; let the migration put one into scoped, or name the \
                property in omitted to have its initial value (give migrate:, and raise the snapshotVersion of Lamp so \
                that it is called) [inconsistent]
                """)
        snapshot.omitted.append(.init(state: "On", property: "brightness", type: "Int"))
        let interpreter = Interpreter(restoring: snapshot, Renamed.Lamp())
        try interpreter.start()
        #expect(interpreter.top.on.brightness == 1)
    }

    @Test func `a migration renames a scoped property where the version says so`() throws {
        typealias Lamp = Raised.Lamp
        let snapshot = try snapshot(true)
        // snippet: renamed property
        let lamp = Interpreter(restoring: snapshot, Lamp()) { snapshot in
            let level = snapshot.scoped["On"]?.removeValue(forKey: "level")
            snapshot.scoped["On"]?["brightness"] = level
        }
        try lamp.start()
        // end snippet
        #expect(lamp.top.on.brightness == 7)
    }

    /// An error that a migration has left says nothing of how it is called.
    @Test func `what a migration has left is refused as it is`() throws {
        let interpreter = Interpreter(restoring: try snapshot(true), Raised.Lamp()) { _ in }
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(
            error.description
                == "there is a value of On.level, and the state has no such property; let the migration rename it in "
                + "scoped, or remove it [inconsistent]")
    }

    @Test func `a chart that cannot say its version is told how it can`() throws {
        var snapshot = try snapshot()
        snapshot.data = [:]
        snapshot.queued = [.event(.string("?"))]
        let interpreter = Interpreter(restoring: snapshot, Plain.Lamp()) { _ in Issue.record("called") }
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(
            error.fix
                == "migrate the snapshot (give migrate:, and let Lamp be Snapshotting, with a snapshotVersion of 2, so "
                + "that it is called)")
    }

    @Test func `nothing, and a value of a superclass's property of the same name, are values like others`() throws {
        let interpreter = Interpreter(Named())
        try interpreter.start()
        let snapshot = try interpreter.snapshot().throughJSON()
        #expect(snapshot.scoped == ["Special": ["name": .null, "name 2": .int(2)]])
        let restored = Interpreter(restoring: snapshot, Named())
        try restored.start()
        #expect(try restored.snapshot() == snapshot)
    }

    @Test func `values of states that do not exist, or are not active, are refused`() throws {
        var moved = try snapshot(true)
        moved.configuration = ["Off"]
        let idle = try refusal(moved, of: Written.Lamp())
        #expect(idle.message == "there is a value of On.level, and the state is not active")
        #expect(idle.code == .inconsistent)
        var unknown = try snapshot()
        unknown.scoped["Lit"] = ["level": .int(1)]
        #expect(
            try refusal(unknown, of: Written.Lamp()).message
                == "there is a value of Lit.level, and the state does not exist in the chart")
        unknown.scoped = ["": ["name": .string("x")]]
        #expect(
            try refusal(unknown, of: Written.Lamp()).message
                == "there is a value of Lamp.name, and the state has no such property")
        unknown.scoped = ["Lit": [:]]
        try Interpreter(restoring: unknown, Written.Lamp()).start()
    }

    @Test func `a value whose type is not Codable any more, or that is a child now, is refused`() throws {
        let opaque = try refusal(snapshot(true), of: Plain.Lamp())
        #expect(opaque.message == "there are saved data of Lamp, which takes none over")
        var snapshot = try snapshot(true)
        snapshot.data = [:]
        #expect(
            try refusal(snapshot, of: Plain.Lamp()).message
                == "there is a value of On.level, whose type is not Codable any more")
        snapshot.scoped["On"] = ["child": .int(1)]
        #expect(
            try refusal(snapshot, of: Plain.Lamp()).message
                == "there is a value of On.child, and the state has no such property")
    }
}

private final class Named: TopState<Bool> {
    let special = Special()
    override func configure() { substates(special) }
    class Common: State<Named, Named> { @Scoped private var name: Int? = nil }
    final class Special: Common { @Scoped private var name = 2 }
}

private enum Written {
    final class Lamp: TopState<Bool>, Snapshotting {
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        func save() -> Int { 0 }
        func restore(_ saved: Int) {}
        final class Off: State<Lamp, Lamp> {
            override func handle(_ event: Event) -> Reaction { .to(superior.on) }
        }
        final class On: State<Lamp, Lamp> {
            @Scoped var level = 1
            override func entry() { level = 7 }
        }
    }
}

private enum Renamed {
    final class Lamp: TopState<Bool>, Snapshotting {
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        func save() -> Int { 0 }
        func restore(_ saved: Int) {}
        final class Off: State<Lamp, Lamp> {}
        final class On: State<Lamp, Lamp> { @Scoped var brightness = 1 }
    }
}

private enum Raised {
    final class Lamp: TopState<Bool>, Snapshotting {
        static let snapshotVersion = 2
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        func save() -> Int { 0 }
        func restore(_ saved: Int) {}
        final class Off: State<Lamp, Lamp> {}
        final class On: State<Lamp, Lamp> { @Scoped var brightness = 1 }
    }
}

private enum Plain {
    final class Lamp: TopState<Bool> {
        struct Level {}
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        final class Off: State<Lamp, Lamp> {}
        final class On: State<Lamp, Lamp> {
            @Scoped var level = Level()
            let child = Child(of: On.self) { _ in Inner() }
            override func configure() { children(child) }
        }
        final class Inner: TopState<Int> {}
    }
}
