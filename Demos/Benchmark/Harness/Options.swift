import DemoSupport

/// What the command line asks for.
enum Command: Sendable, Equatable {
    case table(names: [String], rounds: Int, json: Bool)
    case list
    case profile(name: String, count: Int?, floor: Bool)
    case allocations(name: String)
    case pingPong
    case tikTok
    case blocked
    case messenger
    case soak(Duration)
    case growth(names: [String], rounds: Int, isStrict: Bool)
    case growthList
    case help
}

extension Command {
    /// Whether it prints or makes figures.
    var measures: Bool {
        switch self {
        case .table, .profile, .allocations, .pingPong, .tikTok, .blocked, .messenger, .soak, .growth: true
        case .list, .growthList, .help: false
        }
    }

    static let usage = """
        usage: benchmark [NAMES…] [--json] [--runs N] [--list]
               benchmark --profile NAME [--count N] [--floor]
               benchmark --allocations NAME
               benchmark pingpong | tiktok | blocked | messenger
               benchmark soak --duration DURATION        (500ms, 10s, 30m)
               benchmark growth [NAMES…] [--runs N] [--strict] [--list]

        growth does the same with n, 10 n and 100 n of what a program may have any number of: states, timers,
        connections, children. ▲ marks what grows by much more than that; with --strict the status is then 1.
        """

    /// Reads the arguments that follow the program's name.
    static func parse(
        _ arguments: [String], known: [String], growing: [String] = []
    ) throws(UsageError) -> Command {
        switch arguments.first {
        case "pingpong" where arguments.count == 1: return .pingPong
        case "tiktok" where arguments.count == 1: return .tikTok
        case "blocked" where arguments.count == 1: return .blocked
        case "messenger" where arguments.count == 1: return .messenger
        case "soak": return try soak(arguments.dropFirst())
        case "growth": return try growth(arguments.dropFirst(), known: growing)
        default: break
        }
        var reader = ArgumentReader(arguments)
        var names: [String] = []
        var rounds = 40
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
                throw UsageError("unknown option \(option.printable); see benchmark --help")
            case let name:
                guard known.contains(name) else {
                    throw UsageError("unknown name \(name.printable); see benchmark --list")
                }
                names.append(name)
            }
        }
        if list { return .list }
        if let profile { return .profile(name: profile, count: count, floor: floor) }
        if let allocations { return .allocations(name: allocations) }
        if count != nil || floor { throw UsageError("--count and --floor belong to --profile NAME") }
        return .table(names: names, rounds: rounds, json: json)
    }

    private static func soak(_ arguments: ArraySlice<String>) throws(UsageError) -> Command {
        guard arguments.count == 2, arguments.first == "--duration", let text = arguments.last else {
            throw UsageError("soak needs --duration and a duration such as 10s")
        }
        for (unit, duration) in [("ms", Duration.milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60))] {
            if text.hasSuffix(unit), let number = Int(text.dropLast(unit.count)), number > 0, number < 1_000_000 {
                return .soak(duration * number)
            }
        }
        throw UsageError("\(text.printable) is no duration; write 500ms, 10s or 30m")
    }
}

extension Command {
    private static func growth(_ arguments: ArraySlice<String>, known: [String]) throws(UsageError) -> Command {
        var reader = ArgumentReader(arguments)
        var names: [String] = []
        var rounds = 5
        var isStrict = false
        while let argument = reader.next() {
            switch argument {
            case "--list": return .growthList
            case "--runs": rounds = try reader.number(after: argument)
            case "--strict": isStrict = true
            case let option where option.hasPrefix("-"):
                throw UsageError("unknown option \(option.printable); see benchmark --help")
            case let name:
                guard known.contains(name) else {
                    throw UsageError("unknown name \(name.printable); see benchmark growth --list")
                }
                names.append(name)
            }
        }
        return .growth(names: names, rounds: rounds, isStrict: isStrict)
    }
}

private struct ArgumentReader {
    private var rest: ArraySlice<String>

    init(_ arguments: some Collection<String>) { rest = Array(arguments)[...] }

    mutating func next() -> String? { rest.popFirst() }

    mutating func number(after option: String) throws(UsageError) -> Int {
        guard let text = next(), let number = Int(text), number > 0 else {
            throw UsageError("\(option) needs a number above 0")
        }
        return number
    }

    mutating func name(after option: String, known: [String]) throws(UsageError) -> String {
        guard let name = next() else { throw UsageError("\(option) needs a name; see benchmark --list") }
        guard known.contains(name) else {
            throw UsageError("unknown name \(name.printable); see benchmark --list")
        }
        return name
    }
}
