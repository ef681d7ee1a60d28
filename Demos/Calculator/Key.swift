import DemoSupport

/// A key of the calculator.
enum Key: Hashable {
    case digit(Int)
    case point
    case operation(Operation)
    case equals, percent
    /// The other sign.
    case sign
    /// The last digit goes.
    case back
    /// What is being entered goes, or everything.
    case clearEntry, clear

    enum Operation: String, Sendable, Codable, CaseIterable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case over = "/"
    }
}

extension Key: CaseIterable {
    static let allCases: [Key] =
        (0...9).map { .digit($0) } + [.point] + Operation.allCases.map { .operation($0) }
        + [.equals, .percent, .sign, .back, .clearEntry, .clear]
}

extension Key: CustomStringConvertible {
    /// The character of a line of keys that means it.
    var description: String {
        switch self {
        case .digit(let digit): "\(digit)"
        case .point: "."
        case .operation(let operation): operation.rawValue
        case .equals: "="
        case .percent: "%"
        case .sign: "n"
        case .back: "<"
        case .clearEntry: "e"
        case .clear: "c"
        }
    }

    private static let known = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

    /// The key that a character means; `nil` for one that means nothing.
    init?(_ character: Character) {
        guard let key = Self.known[character.lowercased()] else { return nil }
        self = key
    }

    /// All keys, for people.
    static var forms: String { "0 to 9 . + - * / = % n (sign) < (back) e (clear entry) c (clear)" }

    /// Reads a line of keys, such as `12+3.5=`; blanks mean nothing.
    /// - Throws: ``UsageError`` that names the first character that is no key, and where it stands.
    static func keys(_ line: String) throws(UsageError) -> [Key] {
        var keys: [Key] = []
        for (position, character) in line.enumerated() where character != " " {
            guard let key = Key(character) else {
                let shown = character.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
                throw UsageError("unknown key '\(shown)' at position \(position + 1); accepted are \(forms)")
            }
            keys.append(key)
        }
        return keys
    }
}
