import Statecharts
import Testing

extension SnapshotCodeTests {
    @Test func `inconsistent`() async throws {
        try await CodePage("SnapshotError.inconsistent").shows {
            // snippet: inconsistent
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            var snapshot = try await lamp.snapshot()
            snapshot.rename("On", to: "Lit")  // as an older version of the chart called it
            let restored = Machine(restoring: snapshot, Lamp()) {
                $0.rename("Lit", to: "On")
                $0.configuration.append("On")
            }
            try await restored.start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            var snapshot = try await lamp.snapshot()
            snapshot.rename("On", to: "Lit")
            // snippet: inconsistent, repaired
            let restored = Machine(restoring: snapshot, Lamp()) { $0.rename("Lit", to: "On") }
            try await restored.start()
            // end snippet
        }
    }

    @Test func `needsMachine`() async throws {
        try await CodePage("SnapshotError.needsMachine").shows {
            // snippet: needsMachine
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {
                    override func entry() { after(.seconds(30), send: .tooLong) }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
            let snapshot = try await lamp.snapshot()
            try Interpreter(restoring: snapshot, Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {
                    override func entry() { after(.seconds(30), send: .tooLong) }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
            let snapshot = try await lamp.snapshot()
            // snippet: needsMachine, repaired
            try await Machine(restoring: snapshot, Lamp()).start()
            // end snippet
        }
    }

    @Test func `undecodable`() async throws {
        try await CodePage("SnapshotError.undecodable").shows {
            // snippet: undecodable
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            var snapshot = try await lamp.snapshot()
            snapshot.version = 0
            snapshot.data[""] = .string("many")  // as version 0 of the chart has saved it
            try await Machine(restoring: snapshot, Lamp(), migrate: { _ in }).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap, tooLong }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            var snapshot = try await lamp.snapshot()
            snapshot.version = 0
            snapshot.data[""] = .string("many")
            // snippet: undecodable, repaired
            try await Machine(restoring: snapshot, Lamp(), migrate: { $0.data[""] = .int(12) }).start()
            // end snippet
        }
    }

    @Test func `misused`() async throws {
        try await CodePage("SnapshotError.misused").shows {
            // snippet: misused
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap }
                let on = On()
                override func configure() { substates(on) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) { on.level = saved }
                final class On: State<Lamp, Lamp> { @Scoped var level = 1 }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            let snapshot = try await lamp.snapshot()
            try await Machine(restoring: snapshot, Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event>, Snapshotting {
                enum Event: Codable { case tap }
                var base = 0
                let on = On()
                override func configure() { substates(on) }
                func save() -> Int { 0 }
                // snippet: misused, repaired
                func restore(_ saved: Int) { base = saved }
                final class On: State<Lamp, Lamp> {
                    @Scoped var level = 1
                    override func restored() { level += superior.base }
                }
                // end snippet
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            let snapshot = try await lamp.snapshot()
            try await Machine(restoring: snapshot, Lamp()).start()
        }
    }
}
