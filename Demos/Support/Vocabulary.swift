/// The commands that a demo takes: what `help` tells of them, and what a mistyped one is answered with.
///
///     let vocabulary = Vocabulary([("tap N", "N being the number of a row"), ("back", "")])
///     vocabulary.unknown("taps")   // unknown command 'taps'; did you mean tap N? (help lists all)
public struct Vocabulary: Sendable {
    /// How many commands a mistyped one is answered with at most.
    public static let most = 3

    private let kind: String
    private let help: String
    private let entries: [(form: String, hint: String)]

    /// A vocabulary of commands.
    /// - Parameters:
    ///   - entries: the form of each command, its word first, and what is to be said about the rest of it.
    ///   - kind: what a word of it is called, such as `option`.
    ///   - help: what is typed to see all of it.
    public init(_ entries: [(form: String, hint: String)], of kind: String = "command", help: String = "help") {
        self.kind = kind
        self.help = help
        self.entries = entries
    }

    /// A vocabulary whose forms explain themselves.
    public init(_ forms: [String], of kind: String = "command", help: String = "help") {
        self.init(forms.map { (form: $0, hint: "") }, of: kind, help: help)
    }

    /// The forms of all commands, in their order.
    public var forms: [String] { entries.map(\.form) }

    /// What `help` prints: all forms, in lines of about 76 columns that break between them.
    public var lines: [String] {
        var lines = ["\(kind)s:"]
        for (place, form) in forms.enumerated() {
            let piece = " " + form + (place + 1 < forms.count ? "," : "")
            if lines[lines.count - 1].columns + piece.columns > 76 { lines.append(" ") }
            lines[lines.count - 1] += piece
        }
        return lines
    }

    /// What `help WORD` prints: how this command goes on. For an empty word, all forms.
    public func lines(of word: some StringProtocol) -> [String] {
        if word.isEmpty { return lines }
        let known = entries.filter { Self.word(of: $0.form) == word.lowercased() }
        return known.isEmpty ? [unknown(word)] : known.map { $0.hint.isEmpty ? $0.form : "\($0.form), \($0.hint)" }
    }

    /// What a word that is no command is answered with: the nearest ones. One line.
    public func unknown(_ word: some StringProtocol) -> String {
        let nearest = nearest(to: word)
        let advice =
            if !nearest.isEmpty {
                "did you mean \(nearest.formatted(last: "or"))? (\(help) lists all)"
            } else if entries.count <= Self.most {
                "there are \(forms.formatted(last: "and"))"
            } else {
                "\(help) lists all"
            }
        return "unknown \(kind) '\(word.beginning)'; \(advice)"
    }

    /// The forms of the commands that a mistyped word may have meant, nearest first, at most ``most``; none if all are
    /// too far.
    ///
    /// What counts is how many letters have to be put in, left out, exchanged or swapped with their neighbour: at most
    /// one in words of up to three letters, two up to seven, three in longer ones, and at most one more than for the
    /// nearest. The beginning of a command is one step away. Capitals and dashes in front do not count.
    public func nearest(to word: some StringProtocol) -> [String] {
        let word = Self.letters(word)
        guard !word.isEmpty else { return [] }
        let most = word.count < 4 ? 1 : word.count < 8 ? 2 : 3
        let distances = entries.map { entry in
            let known = Self.letters(Self.word(of: entry.form))
            if known.starts(with: word) { return known.count == word.count ? 0 : 1 }
            return abs(known.count - word.count) > most ? Int.max : Self.distance(word, known)
        }
        let best = distances.min() ?? 0, limit = best == 0 ? 0 : best > most ? most : min(most, best + 1)
        return entries.indices.filter { distances[$0] <= limit }
            .sorted { (distances[$0], $0) < (distances[$1], $1) }
            .prefix(Self.most).map { entries[$0].form }
    }

    private static func word(of form: String) -> Substring { form.prefix { $0 != " " } }

    private static func letters(_ word: some StringProtocol) -> [Character] {
        Array(word.lowercased().drop { $0 == "-" })
    }

    /// The distance of optimal string alignment (Damerau and Levenshtein, no letter moved twice).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let exchanged = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                var least = min(rows[i][j + 1] + 1, row[j] + 1, exchanged)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}

extension StringProtocol {
    /// The first 40 scalars of something that was typed, with a mark where more followed, fit to be shown.
    public var beginning: String {
        let scalars = unicodeScalars.prefix(41)
        return scalars.count > 40
            ? String(String.UnicodeScalarView(scalars.prefix(40))).printable + "…" : printable
    }
}
