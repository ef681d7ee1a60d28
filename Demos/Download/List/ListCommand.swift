import DemoSupport

/// A line of a script for the list.
enum ListCommand: Sendable, Equatable {
    /// Something that the list hears of.
    case event(Downloads.Event)
    /// The connection through which a file comes breaks.
    case fail(String)
    /// Time passes.
    case advance(Duration)
    /// Tells how many downloads there are of which kind.
    case figures
    /// Tells what a line can be.
    case help

    enum Word: String, Sendable, CaseIterable {
        case add, pause, resume, cancel, fail, advance, figures, help

        /// How the line goes on.
        var form: String {
            switch self {
            case .add: "add NAME KB"
            case .pause: "pause [NAME]"
            case .resume: "resume [NAME]"
            case .cancel: "cancel NAME"
            case .fail: "fail NAME"
            case .advance: "advance DURATION"
            case .figures, .help: rawValue
            }
        }
    }

    static let vocabulary = Vocabulary(Word.allCases.map(\.form))

    /// Reads a line; `nil` for an empty one and for a comment after `#`.
    init?(_ line: String) throws(UsageError) {
        let fields = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
        guard let first = fields.first, !first.hasPrefix("#") else { return nil }
        guard let word = Word(rawValue: first) else { throw UsageError(Self.vocabulary.unknown(first)) }
        var rest = fields.dropFirst()
        switch word {
        case .add: self = .event(.add(try Self.file(&rest)))
        case .pause: self = .event(rest.popFirst().map { .pause($0) } ?? .pauseAll)
        case .resume: self = .event(rest.popFirst().map { .resume($0) } ?? .resumeAll)
        case .cancel: self = .event(.cancel(try Self.name(&rest, word)))
        case .fail: self = .fail(try Self.name(&rest, word))
        case .advance: self = .advance(try Duration(script: rest.popOnly(), of: word.form))
        case .figures: self = .figures
        case .help: self = .help
        }
        if let extra = rest.first {
            throw UsageError("\(word.form) has '\(extra.beginning)' behind it, which means nothing")
        }
    }

    private static func name(_ rest: inout ArraySlice<String>, _ word: Word) throws(UsageError) -> String {
        guard let name = rest.popFirst() else { throw UsageError("\(word.form) needs the name of a download") }
        return name
    }

    private static func file(_ rest: inout ArraySlice<String>) throws(UsageError) -> File {
        guard let name = rest.popFirst(), let size = rest.popFirst().flatMap({ Int($0) }),
            (1...1_000_000).contains(size)
        else { throw UsageError("\(Word.add.form) needs a name and a size from 1 to 1000000 kB") }
        return File(name: name, size: size)
    }
}
