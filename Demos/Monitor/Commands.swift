import DemoSupport
import StatechartsBridge

/// What can be asked for, in a line.
struct Commands {
    static let entries: [(form: String, hint: String)] = [
        ("members", "the components with their ports"), ("connections", ""),
        ("configurations", "where the machines stand"), ("messages", "those since the monitor has come"),
        ("tree", "the messages, each under the one that caused it"), ("held", "the messages that are held"),
        ("pause", "holds all messages that are sent from now on"),
        ("step [NUMBER]", "delivers the first message that is held, or the one with this number"),
        ("resume", "lets it go on, unless another monitor has paused it too"), ("help [COMMAND]", ""), ("quit", ""),
    ]

    let monitor: Monitor
    let sample: Sample?

    var vocabulary: Vocabulary {
        Vocabulary((sample == nil ? [] : [("order DISH", "orders it in the sample's kitchen")]) + Self.entries)
    }

    /// What a line leads to; `nil` for the end.
    /// - Throws: ``InputError`` for a line that is no command; an error of the link if the process is gone.
    func perform(_ line: String) async throws -> [String]? {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first, !verb.hasPrefix("#") else { return [] }
        // What has been reported before the answer has been seen.
        switch (verb, words.count) {
        case ("quit", 1): return nil
        case ("help", 1): return vocabulary.lines
        case ("help", 2): return vocabulary.lines(of: words[1])
        case ("members", 1):
            try await monitor.ask(.look)
            return monitor.members.map { member in
                let type = member.type.isEmpty || member.type == member.name ? "" : " (\(member.type))"
                return member.name + type + (member.ports.isEmpty ? "" : ": " + member.ports.joined(separator: ", "))
            }
        case ("connections", 1):
            try await monitor.ask(.look)
            return monitor.connections
        case ("configurations", 1):
            try await monitor.ask(.look)
            return monitor.members.compactMap { member in
                monitor.configurations[member.name].map { "\(member.name): \($0)" }
            }
        case ("messages", 1):
            try await monitor.ask(.look)
            return monitor.messages.map(\.description)
        case ("tree", 1):
            try await monitor.ask(.look)
            return monitor.tree
        case ("held", 1): return held(try await monitor.ask(.look))
        case ("order", 2):
            guard let sample else { break }
            await sample.order(words[1])
            return []
        case ("pause", 1): return told(try await monitor.ask(.pause))
        case ("resume", 1): return told(try await monitor.ask(.resume))
        case ("step", 1): return told(try await monitor.ask(.step))
        case ("step", 2):
            guard let number = UInt64(words[1].trimmingPrefix("#")) else { break }
            return told(try await monitor.ask(.step, message: number))
        default: break
        }
        let form = vocabulary.forms.first { $0.split(separator: " ").first.map(String.init) == verb }
        throw InputError(form.map { "'\(line.beginning)' is not understood; \($0)" } ?? vocabulary.unknown(verb))
    }

    private func told(_ answer: Monitor.Answer) -> [String] {
        [answer.isDone ? answer.text : "not done: \(answer.text)"] + held(answer)
    }

    private func held(_ answer: Monitor.Answer) -> [String] { answer.held.map { "held: \($0)" } }
}
