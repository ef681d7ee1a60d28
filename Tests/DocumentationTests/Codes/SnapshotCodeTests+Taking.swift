import Statecharts
import Testing

/// The programs of the pages of ``SnapshotError``: see ``CodePage``.
@Suite struct SnapshotCodeTests {
    @Test func `notRunning`() async throws {
        try await CodePage("SnapshotError.notRunning").shows {
            // snippet: notRunning
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
            _ = try await lamp.snapshot()
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
            // snippet: notRunning, repaired
            let lamp = Machine(Lamp())
            try await lamp.start()
            _ = try await lamp.snapshot()
            // end snippet
        }
    }

    @Test func `notCodable`() async throws {
        try await CodePage("SnapshotError.notCodable").shows {
            // snippet: notCodable
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .deferred }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
            _ = try await lamp.snapshot()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                // snippet: notCodable, repaired
                enum Event: Codable { case tap }
                // end snippet
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .deferred }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
            _ = try await lamp.snapshot()
        }
    }

    @Test func `ambiguousPath`() async throws {
        try await CodePage("SnapshotError.ambiguousPath").shows {
            // snippet: ambiguousPath
            final class Panel: TopState<Panel.Event> {
                enum Event: Codable { case tap }
                let left = Lamp("left"), right = Lamp("right")
                override func configure() { substates(left, right) }
                final class Lamp: State<Panel, Panel> {
                    let side: String
                    init(_ side: String) { self.side = side }
                    override var stateName: String? { "Lamp" }
                }
            }
            let panel = Interpreter(Panel())
            try panel.start()
            _ = try panel.snapshot()
            // end snippet
        } repaired: {
            final class Panel: TopState<Panel.Event> {
                enum Event: Codable { case tap }
                let left = Lamp("left"), right = Lamp("right")
                override func configure() { substates(left, right) }
                final class Lamp: State<Panel, Panel> {
                    let side: String
                    init(_ side: String) { self.side = side }
                    // snippet: ambiguousPath, repaired
                    override var stateName: String? { "Lamp \(side)" }
                    // end snippet
                }
            }
            let panel = Interpreter(Panel())
            try panel.start()
            _ = try panel.snapshot()
        }
    }

    @Test func `unknownFormat`() async throws {
        try await CodePage("SnapshotError.unknownFormat").shows {
            // snippet: unknownFormat
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
            snapshot.format = 99
            try await Machine(restoring: snapshot, Lamp()).start()
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
            snapshot.format = 99
            // snippet: unknownFormat, repaired
            try await Machine(restoring: snapshot, Lamp(), migrate: { $0.format = Snapshot.currentFormat }).start()
            // end snippet
        }
    }

    @Test func `otherChart`() async throws {
        try await CodePage("SnapshotError.otherChart").shows {
            // snippet: otherChart
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
            try await Machine(restoring: snapshot, Lamp()).start()
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
            // snippet: otherChart, repaired
            try await Machine(restoring: snapshot, Lamp(), migrate: { $0.rename("Lit", to: "On") }).start()
            // end snippet
        }
    }

    @Test func `late`() async throws {
        try await CodePage("SnapshotError.late").shows {
            // snippet: late
            final class Printer: TopState<Printer.Event> {
                enum Event: Codable { case print }
                let paper: Paper
                init(_ paper: Paper) { self.paper = paper }
                override func handle(_ event: Event) -> Reaction { .handled { await paper.wait() } }
            }
            final class Desk: TopState<Int> {
                let paper: Paper
                let printer = Child(of: Desk.self) { Printer($0.paper) }
                init(_ paper: Paper) { self.paper = paper }
                override func configure() { children(printer) }
            }
            let paper = Paper()
            let desk = Machine(Desk(paper))
            try await desk.start()
            try await desk.withTop { _ = $0.printer.post(.print) }
            await paper.isMissed()
            _ = try await desk.snapshot(within: .zero)
            // end snippet
        } repaired: {
            final class Printer: TopState<Printer.Event> {
                enum Event: Codable { case print }
                let paper: Paper
                init(_ paper: Paper) { self.paper = paper }
                override func handle(_ event: Event) -> Reaction { .handled { await paper.wait() } }
            }
            final class Desk: TopState<Int> {
                let paper: Paper
                let printer = Child(of: Desk.self) { Printer($0.paper) }
                init(_ paper: Paper) { self.paper = paper }
                override func configure() { children(printer) }
            }
            let paper = Paper()
            let desk = Machine(Desk(paper))
            try await desk.start()
            try await desk.withTop { _ = $0.printer.post(.print) }
            paper.bring()
            // snippet: late, repaired
            _ = try await desk.snapshot(within: .seconds(60))
            // end snippet
        }
    }
}

/// What a printer waits for.
private final class Paper: Sendable {
    private let sheets = AsyncStream<Void>.makeStream(), misses = AsyncStream<Void>.makeStream()
    func wait() async {
        misses.continuation.yield()
        for await _ in sheets.stream { return }
    }
    func isMissed() async { for await _ in misses.stream { return } }
    func bring() { sheets.continuation.yield() }
}
