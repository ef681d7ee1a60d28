/// An expression of the language `ifml`, as written.
indirect enum Expression: Sendable, Hashable {
    enum Operator: String, Sendable, Hashable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="

        /// Binds tighter the higher it is.
        var rank: Int {
            switch self {
            case .or: 0
            case .and: 1
            case .equal, .unequal, .less, .atMost, .greater, .atLeast: 2
            }
        }
    }

    case text(String)
    case number(String)
    case flag(Bool)
    case nothing
    case path([String])
    case not(Expression)
    case binary(Operator, Expression, Expression)

    struct SyntaxError: Error, Hashable {
        var message: String
    }

    /// Reads an expression; the whole text must belong to it.
    static func parse(_ text: String) throws(SyntaxError) -> Expression {
        var parser = ExpressionParser(try ExpressionParser.tokens(text))
        let result = try parser.expression(0, depth: 0)
        if let rest = parser.next { throw SyntaxError(message: "\(rest.text) is one too many") }
        return result
    }

    /// Reads `guard -> target; else -> target`. A nil guard is `else`.
    static func parseFlows(_ text: String) throws(SyntaxError) -> [(guard: Expression?, target: String)] {
        var parser = ExpressionParser(try ExpressionParser.tokens(text))
        var result: [(guard: Expression?, target: String)] = []
        while parser.next != nil {
            var condition: Expression?
            if parser.next?.text == "else" { parser.skip() } else { condition = try parser.expression(0, depth: 0) }
            guard parser.take("->") else { throw SyntaxError(message: "-> is missing after the guard") }
            guard case .name(let target)? = parser.next else {
                throw SyntaxError(message: "a target is missing after ->")
            }
            parser.skip()
            result.append((condition, target))
            guard parser.next == nil || parser.take(";") else {
                throw SyntaxError(message: "; is missing between two flows")
            }
        }
        if result.isEmpty { throw SyntaxError(message: "the expression is empty") }
        return result
    }

    /// When a timer fires.
    struct Timing: Sendable, Hashable {
        var isRepeated: Bool
        var milliseconds: Int
    }

    /// Reads `every 60s` or `after 5s`.
    static func parseTime(_ text: String) throws(SyntaxError) -> Timing {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count >= 2, words[0] == "every" || words[0] == "after" else {
            throw SyntaxError(message: "a time is written as every 60s or after 5s")
        }
        let rest = words.dropFirst().joined()
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        let units = ["ms": 1.0, "s": 1000, "min": 60_000, "m": 60_000, "h": 3_600_000]
        guard let number = Double(digits), let unit = units[String(rest.dropFirst(digits.count))] else {
            throw SyntaxError(message: "\(rest) is no time; units are ms, s, min, h")
        }
        let milliseconds = number * unit
        guard milliseconds >= 1, milliseconds <= 1e12 else {
            throw SyntaxError(message: "\(rest) is too short or too long")
        }
        return Timing(isRepeated: words[0] == "every", milliseconds: Int(milliseconds))
    }
}

/// Reads expressions by recursive descent. Nesting is limited.
struct ExpressionParser {
    enum Token: Hashable {
        case name(String)
        case text(String)
        case number(String)
        case symbol(String)

        var text: String {
            switch self {
            case .name(let text), .number(let text), .symbol(let text): text
            case .text(let text): "\"\(text)\""
            }
        }
    }

    private let tokens: [Token]
    private var position = 0

    init(_ tokens: [Token]) { self.tokens = tokens }

    var next: Token? { tokens.indices.contains(position) ? tokens[position] : nil }

    mutating func skip() { position += 1 }

    mutating func take(_ symbol: String) -> Bool {
        guard next == .symbol(symbol) else { return false }
        position += 1
        return true
    }

    static func tokens(_ text: String) throws(Expression.SyntaxError) -> [Token] {
        var result: [Token] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                result.append(.name(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first.isNumber {
                let word = rest.prefix { $0.isNumber || $0 == "." }
                guard Double(word) != nil else { throw Expression.SyntaxError(message: "\(word) is no number") }
                result.append(.number(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first == "\"" || first == "'" {
                let inside = rest.dropFirst().prefix { $0 != first }
                guard inside.endIndex < rest.endIndex else {
                    throw Expression.SyntaxError(message: "a text has no end")
                }
                result.append(.text(String(inside)))
                rest = rest[rest.index(after: inside.endIndex)...]
            } else if let symbol = ["->", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", ";", ".", "-"]
                .first(where: { rest.hasPrefix($0) })
            {
                result.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.count)
            } else {
                throw Expression.SyntaxError(message: "\(first) does not belong here")
            }
        }
        return result
    }

    mutating func expression(_ rank: Int, depth: Int) throws(Expression.SyntaxError) -> Expression {
        guard depth < 60 else { throw Expression.SyntaxError(message: "it is nested too deeply") }
        guard rank < 3 else { return try unary(depth: depth) }
        var left = try expression(rank + 1, depth: depth + 1)
        while case .symbol(let text)? = next, let symbol = Expression.Operator(rawValue: text), symbol.rank == rank {
            skip()
            left = .binary(symbol, left, try expression(rank + 1, depth: depth + 1))
            if rank == 2 { break }
        }
        return left
    }

    private mutating func unary(depth: Int) throws(Expression.SyntaxError) -> Expression {
        guard depth < 60 else { throw Expression.SyntaxError(message: "it is nested too deeply") }
        guard let token = next else { throw Expression.SyntaxError(message: "something is missing at the end") }
        skip()
        switch token {
        case .text(let text): return .text(text)
        case .number(let text): return .number(text)
        case .symbol("!"): return .not(try unary(depth: depth + 1))
        case .symbol("-"):
            guard case .number(let text)? = next else {
                throw Expression.SyntaxError(message: "a number is missing after -")
            }
            skip()
            return .number("-" + text)
        case .symbol("("):
            let inside = try expression(0, depth: depth + 1)
            guard take(")") else { throw Expression.SyntaxError(message: ") is missing") }
            return inside
        case .symbol(let text): throw Expression.SyntaxError(message: "\(text) does not belong here")
        case .name("true"): return .flag(true)
        case .name("false"): return .flag(false)
        case .name("nil"): return .nothing
        case .name(let name):
            var path = [name]
            while take(".") {
                guard case .name(let next)? = next else {
                    throw Expression.SyntaxError(message: "a name is missing after .")
                }
                skip()
                path.append(next)
            }
            return .path(path)
        }
    }
}
