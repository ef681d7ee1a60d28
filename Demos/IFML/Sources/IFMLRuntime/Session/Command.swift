/// A line of a script or of a terminal.
enum Command: Sendable, Hashable {
    case select(list: String?, row: Int)
    case set(field: String, text: String)
    case event(String, row: Int?)
    case go(String)
    case back, dismiss, quit, help, trace
    case advance(Duration)
    case context(String, String)
    case outcome(action: String, event: String)
    case device(String, [String: String])

    /// True if it can change what the application shows.
    var isStep: Bool {
        switch self {
        case .quit, .help, .trace: false
        case .select, .set, .event, .go, .back, .dismiss, .advance, .context, .outcome, .device: true
        }
    }

    /// The forms of all commands.
    static let forms = [
        "select [LIST] N", "set FIELD TEXT", "[event] EVENT [N]", "go LANDMARK", "back", "dismiss", "advance DURATION",
        "context NAME VALUE", "outcome ACTION EVENT", "device NAME [ATTRIBUTE=VALUE…]", "trace", "help", "quit",
    ]

    /// Reads a line; `nil` for an empty one and for a comment after `#`.
    init?(_ line: String) throws(NotUnderstood) {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        let rest = Array(words.dropFirst())
        switch first {
        case "select":
            guard (1...2).contains(rest.count), let row = rest.last.flatMap(Self.row) else {
                throw NotUnderstood("select [LIST] N, with a number from 1")
            }
            self = .select(list: rest.count == 2 ? rest[0] : nil, row: row)
        case "set":
            guard let field = rest.first else { throw NotUnderstood("set FIELD TEXT") }
            self = .set(field: field, text: Self.text(behind: field, in: line))
        case "event":
            guard let name = rest.first else { throw NotUnderstood("event EVENT [N]") }
            self = try Self.event(name, Array(rest.dropFirst()))
        case "go": self = .go(try Self.one(rest, "go LANDMARK"))
        case "advance":
            guard let duration = Self.duration(try Self.one(rest, "advance DURATION")) else {
                throw NotUnderstood("advance DURATION, a whole number of ms or s, such as 60s, up to a day")
            }
            self = .advance(duration)
        case "context":
            guard rest.count >= 2 else { throw NotUnderstood("context NAME VALUE") }
            self = .context(rest[0], rest.dropFirst().joined(separator: " "))
        case "outcome":
            guard rest.count == 2 else { throw NotUnderstood("outcome ACTION EVENT") }
            self = .outcome(action: rest[0], event: rest[1])
        case "device":
            guard let name = rest.first else { throw NotUnderstood("device NAME [ATTRIBUTE=VALUE…]") }
            self = .device(name, try Self.attributes(rest.dropFirst()))
        case "back", "dismiss", "quit", "help", "trace":
            guard rest.isEmpty else { throw NotUnderstood("\(first), with nothing behind it") }
            self =
                switch first {
                case "back": .back
                case "dismiss": .dismiss
                case "quit": .quit
                case "help": .help
                default: .trace
                }
        default: self = try Self.event(first, rest)
        }
    }

    private static func event(_ name: String, _ rest: [String]) throws(NotUnderstood) -> Command {
        guard let last = rest.first else { return .event(name, row: nil) }
        guard rest.count == 1, let row = row(last) else {
            throw NotUnderstood("\(name) [N], with a number from 1; or one of \(forms.joined(separator: ", "))")
        }
        return .event(name, row: row)
    }

    private static func one(_ rest: [String], _ form: String) throws(NotUnderstood) -> String {
        guard rest.count == 1 else { throw NotUnderstood(form) }
        return rest[0]
    }

    /// The number of a row as people count, from 1, as an index.
    private static func row(_ text: String) -> Int? { Int(text).flatMap { $0 >= 1 ? $0 - 1 : nil } }

    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let count = Int(digits) else { return nil }
        let duration: Duration? =
            switch text.dropFirst(digits.count) {
            case "ms": .milliseconds(count)
            case "s": .seconds(count)
            default: nil
            }
        // More would have periodic timers fire without end.
        return duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
    }

    /// Everything behind the field's name, as it stands there.
    private static func text(behind field: String, in line: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\r"]
        var rest = line.drop { blanks.contains($0) }.dropFirst("set".count).drop { blanks.contains($0) }
        rest = rest.dropFirst(field.count).drop { blanks.contains($0) }
        while let last = rest.last, blanks.contains(last) { rest.removeLast() }
        return String(rest)
    }

    private static func attributes(_ words: ArraySlice<String>) throws(NotUnderstood) -> [String: String] {
        var attributes: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, attributes[parts[0]] == nil else {
                throw NotUnderstood("ATTRIBUTE=VALUE, each attribute once, not '\(word)'")
            }
            attributes[parts[0]] = parts[1]
        }
        return attributes
    }
}
