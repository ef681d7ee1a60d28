import Statecharts
import StatechartsDiagrams

extension Benchmark {
    /// Recordings.
    static let recordingGrowth: [GrowthSubject] = [
        GrowthSubject("recorded", "n steps, recorded", from: 100) { n in
            return {
                let recording = try await recording(of: n)
                guard recording.entries.count > n else { throw WrongWork(name: "recorded") }
            }
        },
        GrowthSubject("recorded-limited", "n steps, of which the last 100 are kept", from: 100) { n in
            { _ = try await recording(of: n, limit: 100) }
        },
        GrowthSubject("recorded-machines", "n machines, a step each, recorded", from: 10) { n in
            {
                let recorder = Recorder()
                for number in 0..<n {
                    let machine = Machine(Row(3))
                    recorder.record(machine, named: "m\(number)")
                    try await machine.start()
                }
                guard recorder.recording.machines.count == n else { throw WrongWork(name: "recorded-machines") }
            }
        },
        GrowthSubject("recorded-states", "the first steps of a chart of n states, recorded", from: 100) { n in
            {
                let recorder = Recorder(), machine = Machine(Row(n))
                recorder.record(machine, named: "row")
                try await machine.start()
                try await machine.send(.next)
                _ = recorder.recording
            }
        },
        GrowthSubject("recording-lines", "a recording of n steps, as lines and back", from: 100) { n in
            let recording = try await recording(of: n)
            return { guard try Recording(lines: recording.lines) == recording else { throw WrongWork(name: "lines") } }
        },
        GrowthSubject("recording-html", "the page of a recording of n steps", from: 100) { n in
            let recording = try await recording(of: n)
            return { guard !recording.html(title: "growth").isEmpty else { throw WrongWork(name: "html") } }
        },
        GrowthSubject("replay", "the replay of n steps", from: 100) { n in
            let recording = try await recording(of: n)
            return {
                let replay = try await recording.replay("row") { Row(3) }
                guard replay.difference == nil else { throw WrongWork(name: "replay") }
            }
        },
        GrowthSubject("recorded-text", "an event with a text of n characters, recorded", from: 10_000) { n in
            let text = String(repeating: "\"é\u{1}", count: n / 3)
            return {
                let recorder = Recorder(), machine = Machine(Named())
                recorder.record(machine, named: "named")
                try await machine.start()
                try await machine.send(.name(text))
                guard recorder.recording.lines.utf8.count > n else { throw WrongWork(name: "recorded-text") }
            }
        },
        GrowthSubject("recorded-numbers", "an event with n numbers, recorded and read", from: 1_000) { n in
            let numbers = Array(0..<n)
            return {
                let recorder = Recorder(), machine = Machine(Named())
                recorder.record(machine, named: "named")
                try await machine.start()
                try await machine.send(.numbers(numbers))
                _ = try Recording(lines: recorder.recording.lines)
            }
        },
        GrowthSubject("recorded-deep", "an event of values n deep, recorded", from: 2) { n in
            let pile = Desk.Pile(n)
            return {
                let recorder = Recorder(), machine = Machine(Named())
                recorder.record(machine, named: "named")
                try await machine.start()
                try await machine.send(.pile(pile))
                _ = recorder.recording.lines
            }
        },
        GrowthSubject("recorded-secrets", "n secrets, recorded", from: 100) { n in
            {
                let recorder = Recorder(), machine = Machine(Named())
                recorder.record(machine, named: "named")
                try await machine.start()
                for number in 0..<n { try await machine.send(.secret(Secret("word \(number)"))) }
                _ = recorder.recording.lines
            }
        },
    ]

    private static func recording(of count: Int, limit: Int? = nil) async throws -> Recording {
        let recorder = Recorder(limit: limit), machine = Machine(Row(3))
        recorder.record(machine, named: "row")
        try await machine.start()
        for _ in 0..<count { try await machine.send(.next) }
        return recorder.recording
    }
}

/// Takes values of any size.
private final class Named: TopState<Named.Event> {
    enum Event: Sendable, Codable {
        case name(String), numbers([Int]), pile(Desk.Pile), secret(Secret<String>)
    }

    let rest = Rest()
    override func configure() { substates(rest) }

    final class Rest: State<Named, Named> {
        override func handle(_ event: Event) -> Reaction { .handled }
    }
}
