import DemoSupport
import Statecharts

/// A line of a script.
enum Command: Sendable, Equatable {
    /// Something that the item hears of.
    case event(Item.Event)
    /// The connection to the source breaks.
    case fail
    /// Time passes.
    case advance(Duration)

    /// What a line begins with.
    enum Word: String, Sendable, CaseIterable {
        case present, download, cancel, reset, fail, advance

        /// How the line goes on.
        var form: String { self == .advance ? "advance DURATION" : rawValue }
    }

    /// The forms of all commands, for people.
    static var forms: String { Word.allCases.map(\.form).joined(separator: ", ") }

    /// Reads a line; `nil` for an empty one and for a comment after `#`.
    init?(_ line: String) throws(UsageError) {
        let fields = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = fields.first, !first.hasPrefix("#") else { return nil }
        guard let word = Word(rawValue: String(first)) else {
            throw UsageError("unknown command '\(Self.shortened(first))'; accepted are \(Self.forms)")
        }
        let rest = fields.dropFirst()
        switch word {
        case .present: self = .event(.present)
        case .download: self = .event(.download)
        case .cancel: self = .event(.cancel)
        case .reset: self = .event(.reset)
        case .fail: self = .fail
        case .advance:
            guard rest.count == 1, let duration = rest.first.flatMap(Self.duration) else {
                throw UsageError(
                    "\(word.form) needs one whole number of ms or s, such as 250ms or 2s; accepted are \(Self.forms)")
            }
            self = .advance(duration)
            return
        }
        if let extra = rest.first {
            throw UsageError(
                "\(word.form) has '\(Self.shortened(extra))' behind it, which means nothing; accepted are \(Self.forms)"
            )
        }
    }

    private static func duration(_ text: Substring) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...9).contains(digits.count), let count = Int(digits) else { return nil }
        return switch text.dropFirst(digits.count) {
        case "ms": .milliseconds(count)
        case "s": .seconds(count)
        case _: nil
        }
    }

    /// The beginning of a text from a script.
    private static func shortened(_ text: Substring) -> String {
        text.unicodeScalars.count > 40
            ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))).printable + "…" : text.printable
    }
}
