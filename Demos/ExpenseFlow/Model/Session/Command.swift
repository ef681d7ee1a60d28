import DemoSupport
import Statecharts

/// A line of a session.
enum Command: Sendable, Equatable {
    case user(UserCommand)
    case fault(Fault)
    case advance(Duration)
    /// Messages wait from now on, or no longer.
    case stepping(Bool)
    /// Lets the first waiting message through, or the one with this number.
    case step(Int?)
    /// Tells what can be typed: all of it, or what follows this word.
    case help(String)
    case quit
}

/// A line that is none of the commands; says what was expected.
struct Malformed: Error, Equatable {
    let expected: String
}

extension Command {
    /// The forms of all commands, for people.
    static let vocabulary = Vocabulary(grammar.map { (form: $0.form, hint: $0.hint) })

    /// Reads a line; `nil` for an empty one and for a comment after `#`.
    init?(_ line: String) throws(Malformed) {
        let line = Self.trim(line[...])
        guard !Self.isComment(line) else { return nil }
        let word = line.prefix { $0 != " " }
        let rest = Self.trim(line.dropFirst(word.count))
        guard let rule = Self.grammar.first(where: { $0.word == word }) else {
            throw Malformed(expected: Self.vocabulary.unknown(word))
        }
        guard line.isPrintable, !line.contains("\t"),
            let command = rule.read(rest)
        else { throw Malformed(expected: "expected \(rule.form)" + (rule.hint.isEmpty ? "" : ", \(rule.hint)")) }
        self = command
    }

    /// Whether a line is empty or begins with `#`, and so says nothing.
    static func isComment(_ line: some StringProtocol) -> Bool {
        let first = line.first { $0 != " " && $0 != "\t" && $0 != "\r" }
        return first == nil || first == "#"
    }

    private struct Rule: Sendable {
        let form: String
        let hint: String
        let read: @Sendable (Substring) -> Command?
        var word: Substring { form.prefix { $0 != " " } }

        init(_ form: String, _ hint: String = "", _ read: @escaping @Sendable (Substring) -> Command?) {
            self.form = form
            self.hint = hint
            self.read = read
        }

        /// A command without arguments.
        init(_ word: String, _ command: Command) {
            self.init(word, "without anything behind it") { $0.isEmpty ? command : nil }
        }
    }

    private static let grammar: [Rule] = [
        Rule("email TEXT", "TEXT being the address") { $0.isEmpty ? nil : .user(.email(String($0))) },
        Rule("password TEXT", "TEXT being the password") { $0.isEmpty ? nil : .user(.password(Secret(String($0)))) },
        Rule("login", .user(.login)),
        Rule("logout", .user(.logout)),
        Rule("tab expenses|debts") { Tab(rawValue: String($0)).map { .user(.tab($0)) } },
        Rule("refresh", .user(.refresh)),
        Rule("add", .user(.add)),
        Rule("amount N", "N being an amount of money such as 12 or 12.50, at most \(Money.limit)") {
            Money($0).map { .user(.amount($0)) }
        },
        Rule("category TEXT", "TEXT being what the money was for") {
            $0.isEmpty ? nil : .user(.category(String($0)))
        },
        Rule("create", .user(.create)),
        Rule("cancel", .user(.cancel)),
        Rule("open N", "N being the number of a row") { row($0).map { .user(.open($0)) } },
        Rule("back", .user(.back)),
        Rule("delete N", "N being the number of a row") { row($0).map { .user(.delete($0)) } },
        Rule("advance DURATION", "DURATION being a time such as 250ms, 2s or 1min, up to a day") {
            duration($0).map { .advance($0) }
        },
        Rule("fail next") { $0 == "next" ? .fault(.failNext) : nil },
        Rule("crash", .fault(.crash)),
        Rule("pause", .stepping(true)),
        Rule("step [N]", "N being the number of a waiting message; the first one without it") {
            $0.isEmpty ? .step(nil) : row($0).map { .step($0) }
        },
        Rule("resume", .stepping(false)),
        Rule("help [COMMAND]", "which tells more of that one") { .help(String($0)) },
        Rule("quit", .quit),
    ]

    private static func row(_ text: Substring) -> Int? {
        guard let row = number(text), row > 0 else { return nil }
        return row
    }

    private static func duration(_ text: Substring) -> Duration? {
        let digits = text.prefix { $0.isNumber }
        guard let count = number(digits) else { return nil }
        let duration: Duration? =
            switch text.dropFirst(digits.count) {
            case "ms": .milliseconds(count)
            case "s": .seconds(count)
            case "min": .seconds(count * 60)
            case _: nil
            }
        // More would have periodic timers fire without end.
        return duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...6).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
        return text
    }
}
