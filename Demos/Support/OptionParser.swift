/// Reads the options of a demo: `--name`, `--name VALUE` and `--name=VALUE`; only the last for a value that begins with
/// `--`. `--help` is always among them, and `-h` is short for it, as is the word `help` alone.
public struct OptionParser: Sendable {
    /// An option that a demo accepts.
    public struct Option: Sendable {
        let name: String
        let value: String?
        let help: String

        /// An option that is given or not.
        public static func flag(_ name: String, _ help: String) -> Option { Option(name: name, value: nil, help: help) }

        /// An option with a value; `value` is its placeholder in the help.
        public static func value(_ name: String, _ value: String, _ help: String) -> Option {
            Option(name: name, value: value, help: help)
        }

        var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
        /// With the short form in front, as the help lists it.
        var forms: String { name == "help" ? "-h, \(usage)" : usage }
    }

    /// What the command line asks for.
    public struct Options: Sendable, Equatable {
        var values: [String: String] = [:]
        /// What stood among the options and belongs to none of them, such as a socket.
        public internal(set) var operand: String?

        /// Whether the option was given.
        public func has(_ name: String) -> Bool { values[name] != nil }

        /// The value of the option, the last one if it was given several times.
        public subscript(_ name: String) -> String? { values[name] }

        /// Refuses options that mean nothing without another one.
        /// - Throws: ``UsageError`` that names the first of them that was given, if the other one was not.
        public func refuse(_ names: String..., without other: String) throws(UsageError) {
            guard !has(other), let name = names.first(where: has) else { return }
            throw UsageError("--\(name) means nothing without --\(other)")
        }

        /// Refuses what means nothing beside an option: all but these.
        /// - Throws: ``UsageError`` that names an option that was given beside it.
        public func refuseAll(but names: String..., with other: String) throws(UsageError) {
            guard has(other), let name = values.keys.sorted().first(where: { $0 != other && !names.contains($0) })
            else { return }
            throw UsageError("--\(name) means nothing with --\(other)")
        }
    }

    let command: String
    private let summary: String
    private let options: [Option]
    private let operand: (name: String, help: String)?
    private let notes: String

    /// Describes a demo's command line.
    /// - Parameter operand: what may stand before, between or behind the options, once; see ``Options/operand``.
    public init(
        command: String, summary: String, operand: (name: String, help: String)? = nil, options: [Option],
        notes: String = ""
    ) {
        self.command = command
        self.operand = operand
        self.summary = summary
        self.options = options + [.flag("help", "print this and exit")]
        self.notes = notes
    }

    /// The options among `arguments` (without the command itself).
    /// - Throws: ``UsageError`` that names the nearest options.
    public func parse(_ arguments: some Sequence<String>) throws(UsageError) -> Options {
        var parsed = Options()
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = Self.helps.contains(argument) ? "--help" : parts[0]
            guard let option = options.first(where: { "--\($0.name)" == name }) else {
                guard let operand, !argument.hasPrefix("-") else { throw UsageError(vocabulary.unknown(parts[0])) }
                guard parsed.operand == nil else {
                    throw UsageError("one \(operand.name) only: '\(argument.printable)' is another one")
                }
                parsed.operand = argument
                continue
            }
            switch (option.value, parts.count > 1) {
            case (nil, false): parsed.values[option.name] = ""
            case (nil, true): throw UsageError("--\(option.name) takes no value")
            case (.some, true): parsed.values[option.name] = parts[1]
            case (.some(let value), false):
                // What looks like an option is one: the value has been forgotten.
                guard let next = rest.popFirst(), !next.hasPrefix("--") else {
                    throw UsageError("--\(option.name) needs a value: \(option.usage) (\(value) is missing)")
                }
                parsed.values[option.name] = next
            }
        }
        return parsed
    }

    /// What `--help` prints.
    public var help: String {
        let entries = (operand.map { [($0.name, $0.help)] } ?? []) + options.map { ($0.forms, $0.help) }
        let width = entries.map(\.0.count).max() ?? 0
        let lines = entries.map { forms, help in
            "  \(forms)" + String(repeating: " ", count: width - forms.count + 2) + help
        }
        let named = operand.map { "[\($0.name)] " } ?? ""
        let usage = "usage: \(command) " + named + options.map { "[\($0.usage)]" }.joined(separator: " ")
        return ([summary, "", usage, ""] + lines + (notes.isEmpty ? [] : ["", notes])).joined(separator: "\n")
    }

    private static let helps: Set = ["-h", "help"]
    private var vocabulary: Vocabulary { Vocabulary(options.map(\.usage), of: "option", help: "--help") }
}

/// A command line, or a line of a script, that a demo does not understand. One line that says what would be understood.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    public let description: String
    /// Makes an error from its line.
    public init(_ description: String) { self.description = description }
}

/// Input that a demo does not understand, though it was called correctly. One line that says where, and what would be
/// understood.
public struct InputError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    public let description: String
    /// Makes an error from its line.
    public init(_ description: String) { self.description = description }
}
