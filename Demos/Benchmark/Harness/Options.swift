/// What the command line asks for.
enum Command: Sendable, Equatable {
    case table(names: [String], rounds: Int, json: Bool)
    case list
    case profile(name: String, count: Int?, floor: Bool)
    case allocations(name: String)
    case pingPong
    case tikTok
    case help
}

/// A command line that means nothing: one line that says why.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

extension Command {
    static let usage = """
        usage: benchmark [NAMES…] [--json] [--runs N] [--list]
               benchmark --profile NAME [--count N] [--floor]
               benchmark --allocations NAME
               benchmark pingpong | tiktok
        """

    /// Reads the arguments that follow the program's name.
    static func parse(_ arguments: [String], known: [String]) throws(UsageError) -> Command {
        switch arguments.first {
        case "pingpong" where arguments.count == 1: return .pingPong
        case "tiktok" where arguments.count == 1: return .tikTok
        default: break
        }
        var reader = ArgumentReader(arguments)
        var names: [String] = []
        var rounds = 15
        var json = false
        var list = false
        var profile: String?
        var allocations: String?
        var count: Int?
        var floor = false
        while let argument = reader.next() {
            switch argument {
            case "--help", "-h": return .help
            case "--json": json = true
            case "--list": list = true
            case "--floor": floor = true
            case "--runs": rounds = try reader.number(after: argument)
            case "--count": count = try reader.number(after: argument)
            case "--profile": profile = try reader.name(after: argument, known: known)
            case "--allocations": allocations = try reader.name(after: argument, known: known)
            case let option where option.hasPrefix("-"):
                throw UsageError(description: "unknown option \(option); see benchmark --help")
            case let name:
                guard known.contains(name) else {
                    throw UsageError(description: "unknown name \(name); see benchmark --list")
                }
                names.append(name)
            }
        }
        if list { return .list }
        if let profile { return .profile(name: profile, count: count, floor: floor) }
        if let allocations { return .allocations(name: allocations) }
        if count != nil || floor { throw UsageError(description: "--count and --floor belong to --profile NAME") }
        return .table(names: names, rounds: rounds, json: json)
    }
}

private struct ArgumentReader {
    private var rest: ArraySlice<String>

    init(_ arguments: [String]) { rest = arguments[...] }

    mutating func next() -> String? { rest.popFirst() }

    mutating func number(after option: String) throws(UsageError) -> Int {
        guard let text = next(), let number = Int(text), number > 0 else {
            throw UsageError(description: "\(option) needs a number above 0")
        }
        return number
    }

    mutating func name(after option: String, known: [String]) throws(UsageError) -> String {
        guard let name = next() else { throw UsageError(description: "\(option) needs a name; see benchmark --list") }
        guard known.contains(name) else {
            throw UsageError(description: "unknown name \(name); see benchmark --list")
        }
        return name
    }
}
