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
    /// Tells what a line can be.
    case help

    /// What a line begins with.
    enum Word: String, Sendable, CaseIterable {
        case present, download, cancel, reset, fail, advance, help

        /// How the line goes on.
        var form: String { self == .advance ? "advance DURATION" : rawValue }
    }

    /// The forms of all commands, for people.
    static let vocabulary = Vocabulary(Word.allCases.map(\.form))

    /// Reads a line; `nil` for an empty one and for a comment after `#`.
    init?(_ line: String) throws(UsageError) {
        let fields = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = fields.first, !first.hasPrefix("#") else { return nil }
        guard let word = Word(rawValue: String(first)) else {
            throw UsageError(Self.vocabulary.unknown(first))
        }
        var rest = fields.dropFirst()
        switch word {
        case .present: self = .event(.present)
        case .download: self = .event(.download)
        case .cancel: self = .event(.cancel)
        case .reset: self = .event(.reset)
        case .fail: self = .fail
        case .help: self = .help
        case .advance: self = .advance(try Duration(script: rest.popOnly().map(String.init), of: word.form))
        }
        if let extra = rest.first {
            throw UsageError("\(word.form) has '\(extra.beginning)' behind it, which means nothing")
        }
    }
}

extension Duration {
    /// Reads a duration as scripts have it, such as `250ms` or `2s`.
    /// - Parameter form: how the line of the script goes, for the error.
    init(script text: String?, of form: String) throws(UsageError) {
        let digits = (text ?? "").prefix { $0.isASCII && $0.isNumber }
        let count = (1...9).contains(digits.count) ? Int(digits) : nil
        switch (count, text?.dropFirst(digits.count)) {
        case (let count?, "ms"): self = .milliseconds(count)
        case (let count?, "s"): self = .seconds(count)
        case _: throw UsageError("\(form) needs one whole number of ms or s, such as 250ms or 2s")
        }
    }
}

extension ArraySlice {
    /// Takes the element if there is just one.
    mutating func popOnly() -> Element? { count == 1 ? popFirst() : nil }
}
