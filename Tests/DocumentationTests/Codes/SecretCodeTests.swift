import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// The programs of the pages of ``SecretError``: see ``CodePage``.
@Suite struct SecretCodeTests {
    @Test func `notWritten`() async throws {
        try await CodePage("SecretError.notWritten").shows {
            // snippet: notWritten
            struct Account: Codable { let name: String, password: Secret<String> }
            _ = try JSONEncoder().encode(Account(name: "emma", password: Secret("hunter2")))
            // end snippet
        } repaired: {
            // snippet: notWritten, repaired
            struct Account: Codable {
                let name: String
                var password = Secret("")
                private enum CodingKeys: CodingKey { case name }
            }
            // end snippet
            _ = try JSONEncoder().encode(Account(name: "emma", password: Secret("hunter2")))
        }
    }

    @Test func `notGiven`() async throws {
        try await CodePage("SecretError.notGiven").shows {
            // snippet: notGiven
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
            let changed = recorder.recording.lines.replacing("\"secrets\":[1],", with: "").replacing(
                ",\"secrets\":[1]", with: "")
            _ = try await Recording(lines: changed).replay("Safe") { Safe() }
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
            // snippet: notGiven, repaired
            var secrets = Recording.Secrets()
            try secrets.set(1, to: 1234)
            _ = try await recorder.recording.replay("Safe", secrets: secrets) { Safe() }
            // end snippet
        }
    }

    @Test func `notFitting`() async throws {
        try await CodePage("SecretError.notFitting").shows {
            // snippet: notFitting
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
            var secrets = Recording.Secrets()
            try secrets.set(1, to: "1234")
            _ = try await recorder.recording.replay("Safe", secrets: secrets) { Safe() }
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
            // snippet: notFitting, repaired
            var secrets = Recording.Secrets()
            try secrets.set(1, to: 1234)
            // end snippet
            _ = try await recorder.recording.replay("Safe", secrets: secrets) { Safe() }
        }
    }
}
