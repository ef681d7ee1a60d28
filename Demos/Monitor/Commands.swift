import DemoSupport
import StatechartsBridge

/// What can be asked for, in a line.
struct Commands {
    static let forms = [
        "members", "connections", "configurations", "messages", "tree", "held", "pause", "step [NUMBER]", "resume",
        "quit",
    ]

    let monitor: Monitor
    let sample: Sample?

    var forms: [String] { (sample == nil ? [] : ["order DISH"]) + Self.forms }

    /// What a line leads to; `nil` for the end.
    /// - Throws: ``InputError`` for a line that is no command; an error of the link if the process is gone.
    func perform(_ line: String) async throws -> [String]? {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first, !verb.hasPrefix("#") else { return [] }
        // What has been reported before the answer has been seen.
        switch (verb, words.count) {
        case ("quit", 1): return nil
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
        throw InputError("'\(line.printable)' is no command; there are \(forms.joined(separator: ", "))")
    }

    private func told(_ answer: Monitor.Answer) -> [String] {
        [answer.isDone ? answer.text : "not done: \(answer.text)"] + held(answer)
    }

    private func held(_ answer: Monitor.Answer) -> [String] { answer.held.map { "held: \($0)" } }
}
