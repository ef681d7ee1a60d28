import DemoSupport

/// A line of a session.
enum Command: Sendable, Equatable {
    case user(UserCommand)
    case people(PeopleCommand)
    case crash
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
        guard line.isPrintable, !line.contains("\t"), let command = rule.read(rest) else {
            throw Malformed(expected: "expected \(rule.form)" + (rule.hint.isEmpty ? "" : ", \(rule.hint)"))
        }
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

        /// A command with the number of something.
        init(_ form: String, of what: String, _ command: @escaping @Sendable (Int) -> UserCommand) {
            self.init(form, "N being the number of \(what)") { row($0).map { .user(command($0)) } }
        }
    }

    private static let grammar: [Rule] = [
        Rule("tab contacts|chats|settings") { Tab(rawValue: String($0)).map { .user(.tab($0)) } },
        Rule("tap N", of: "a row, as it is seen") { .tap($0) },
        Rule("back", .user(.back)), Rule("cancel", .user(.cancel)), Rule("search", .user(.search)),
        Rule("type [TEXT]", "TEXT being what the field is to contain; nothing without it") {
            .user(.type(String($0)))
        },
        Rule("send", .user(.send)), Rule("attach", .user(.attach)),
        Rule("choose N", of: "an item") { .choose($0) },
        Rule("done", .user(.done)), Rule("next", .user(.next)), Rule("more", .user(.more)),
        Rule("create", .user(.create)),
        Rule("remove N", of: "a person") { .remove($0) },
        Rule("add", .user(.add)), Rule("menu", .user(.menu)), Rule("avatar", .user(.avatar)),
        Rule("media", .user(.media)), Rule("chat", .user(.chat)), Rule("edit", .user(.edit)),
        Rule("picture", .user(.picture)), Rule("delete", .user(.delete)), Rule("previous", .user(.previous)),
        Rule("following", .user(.following)), Rule("close", .user(.close)),
        Rule("keyboard [off]") { $0.isEmpty ? .user(.keyboard(true)) : $0 == "off" ? .user(.keyboard(false)) : nil },
        Rule("up [N]", "N being a number of lines; 5 without it") { lines($0).map { .user(.scroll(-$0)) } },
        Rule("down [N]", "N being a number of lines; 5 without it") { lines($0).map { .user(.scroll($0)) } },
        Rule("drag N", "N being points to the right, such as -40") { points($0).map { .user(.drag($0)) } },
        Rule("release", .user(.release)),
        Rule("live on|off") { $0 == "on" ? .user(.live(true)) : $0 == "off" ? .user(.live(false)) : nil },
        Rule("message CHAT: TEXT", "CHAT being a chat's title") { text in
            pair(text).map { .people(.message($0, $1)) }
        },
        Rule("image CHAT", "CHAT being a chat's title") { $0.isEmpty ? nil : .people(.picture(String($0))) },
        Rule("rename CHAT: TEXT", "CHAT being a chat's title") { text in pair(text).map { .people(.rename($0, $1)) } },
        Rule("newchat TEXT", "TEXT being the new chat's title") { $0.isEmpty ? nil : .people(.newChat(String($0))) },
        Rule("face NAME", "NAME being a contact's") { $0.isEmpty ? nil : .people(.avatar(String($0))) },
        Rule("login NAME", "NAME being a contact's") { $0.isEmpty ? nil : .people(.presence(String($0), true)) },
        Rule("logout NAME", "NAME being a contact's") { $0.isEmpty ? nil : .people(.presence(String($0), false)) },
        Rule("crash", .crash),
        Rule("advance DURATION", "DURATION being a time such as 250ms, 2s or 1min, up to a day") {
            duration($0).map { .advance($0) }
        },
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

    private static func lines(_ text: Substring) -> Int? { text.isEmpty ? 5 : row(text) }

    private static func points(_ text: Substring) -> Int? {
        text.first == "-" ? number(text.dropFirst()).map { -$0 } : number(text)
    }

    /// What stands before and behind the first colon.
    private static func pair(_ text: Substring) -> (String, String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = trim(text[..<colon]), rest = trim(text[text.index(after: colon)...])
        return name.isEmpty || rest.isEmpty ? nil : (String(name), String(rest))
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
