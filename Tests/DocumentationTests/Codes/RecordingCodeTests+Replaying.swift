import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

extension RecordingCodeTests {
    @Test func `noSuchMachine`() async throws {
        try await CodePage("RecordingError.noSuchMachine").shows {
            // snippet: noSuchMachine
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            recorder.record(lamp, named: "Lamp")
            try await lamp.start()
            try await lamp.send(.tap)
            _ = try await recorder.recording.replay("Lantern") { Lamp() }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            recorder.record(lamp, named: "Lamp")
            try await lamp.start()
            try await lamp.send(.tap)
            // snippet: noSuchMachine, repaired
            _ = try await recorder.recording.replay("Lamp") { Lamp() }
            // end snippet
        }
    }

    @Test func `notReplayable`() async throws {
        try await CodePage("RecordingError.notReplayable").shows {
            // snippet: notReplayable
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            try await lamp.start()
            recorder.record(lamp, named: "Lamp")
            try await lamp.send(.tap)
            _ = try await recorder.recording.replay("Lamp") { Lamp() }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            // snippet: notReplayable, repaired
            recorder.record(lamp, named: "Lamp")
            try await lamp.start()
            // end snippet
            try await lamp.send(.tap)
            _ = try await recorder.recording.replay("Lamp") { Lamp() }
        }
    }

    @Test func `otherChart`() async throws {
        try await CodePage("RecordingError.otherChart").shows {
            // snippet: otherChart
            final class Panel: TopState<Panel.Event> {
                enum Event: Codable { case tap }
                let lamps: [Lamp]
                init(lamps count: Int) { lamps = (0..<count).map { _ in Lamp() } }
                override func configure() { substates(lamps) }
                final class Lamp: State<Panel, Panel> {}
            }
            let recorder = Recorder(clock: ManualClock()), panel = Machine(Panel(lamps: 2), clock: ManualClock())
            recorder.record(panel, named: "Panel")
            try await panel.start()
            _ = try await recorder.recording.replay("Panel") { Panel(lamps: 3) }
            // end snippet
        } repaired: {
            final class Panel: TopState<Panel.Event> {
                enum Event: Codable { case tap }
                let lamps: [Lamp]
                init(lamps count: Int) { lamps = (0..<count).map { _ in Lamp() } }
                override func configure() { substates(lamps) }
                final class Lamp: State<Panel, Panel> {}
            }
            let recorder = Recorder(clock: ManualClock()), panel = Machine(Panel(lamps: 2), clock: ManualClock())
            recorder.record(panel, named: "Panel")
            try await panel.start()
            // snippet: otherChart, repaired
            _ = try await recorder.recording.replay("Panel") { Panel(lamps: 2) }
            // end snippet
        }
    }

    @Test func `undecodable`() async throws {
        try await CodePage("RecordingError.undecodable").shows {
            // snippet: undecodable
            final class Safe: TopState<Safe.Event> {
                enum Event: Codable { case code(Secret<Int>) }
                let closed = Closed()
                override func configure() { substates(closed) }
                final class Closed: State<Safe, Safe> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), safe = Machine(Safe(), clock: ManualClock())
            recorder.record(safe, named: "Safe")
            try await safe.start()
            try await safe.send(.code(Secret(1234)))
            _ = try await recorder.recording.replay("Safe") { Safe() }
            // end snippet
        } repaired: {
            final class Safe: TopState<Safe.Event> {
                enum Event: Codable { case code(Secret<Int>) }
                let closed = Closed()
                override func configure() { substates(closed) }
                final class Closed: State<Safe, Safe> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), safe = Machine(Safe(), clock: ManualClock())
            recorder.record(safe, named: "Safe")
            try await safe.start()
            try await safe.send(.code(Secret(1234)))
            // snippet: undecodable, repaired
            let secrets = try Recording.Secrets(json: #"{"secret 1": 1234}"#)
            _ = try await recorder.recording.replay("Safe", secrets: secrets) { Safe() }
            // end snippet
        }
    }

    @Test func `stuck`() async throws {
        try await CodePage("RecordingError.stuck").shows {
            // snippet: stuck
            final class Door: TopState<Door.Event> {
                enum Event: Codable { case open }
                let closed = Closed(), ask: @Sendable () async throws -> Void
                init(ask: @escaping @Sendable () async throws -> Void) { self.ask = ask }
                override func configure() { substates(closed) }
                final class Closed: State<Door, Door> {
                    override func handle(_ event: Event) -> Reaction { .handled { try await top.ask() } }
                }
            }
            let recorder = Recorder(clock: ManualClock()), door = Machine(Door {}, clock: ManualClock())
            recorder.record(door, named: "Door")
            try await door.start()
            try await door.send(.open)
            let endless: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3_600)) }
            _ = try await recorder.recording.replay("Door", patience: .milliseconds(20)) { Door(ask: endless) }
            // end snippet
        } repaired: {
            final class Door: TopState<Door.Event> {
                enum Event: Codable { case open }
                let closed = Closed(), ask: @Sendable () async throws -> Void
                init(ask: @escaping @Sendable () async throws -> Void) { self.ask = ask }
                override func configure() { substates(closed) }
                final class Closed: State<Door, Door> {
                    override func handle(_ event: Event) -> Reaction { .handled { try await top.ask() } }
                }
            }
            let recorder = Recorder(clock: ManualClock()), door = Machine(Door {}, clock: ManualClock())
            recorder.record(door, named: "Door")
            try await door.start()
            try await door.send(.open)
            let endless: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3_600)) }
            // snippet: stuck, repaired
            _ = try await recorder.recording.replay("Door", patience: .milliseconds(20)) { Door {} }
            // end snippet
            _ = endless
        }
    }
}
