import Foundation

/// The commands of `ifml`, without the process around them.
public struct Tool {
    /// Ends of a command, as in `sysexits.h`.
    public enum Status: Int32, Sendable, Hashable {
        /// Done.
        case success = 0
        /// The command line was not understood.
        case usage = 64
        /// The model has errors.
        case data = 65
        /// The application could not be built.
        case build = 70
        /// A file could not be written.
        case output = 73
    }

    /// What a command says.
    public struct Result: Sendable, Hashable {
        /// How it ended.
        public var status = Status.success
        /// For standard output.
        public var output = ""
        /// For standard error.
        public var errors = ""

        /// Nothing yet.
        package init(status: Status = .success, output: String = "", errors: String = "") {
            self.status = status
            self.output = output
            self.errors = errors
        }

        /// A command line that is not understood.
        package static func misuse(_ message: String) -> Result {
            Result(status: .usage, errors: "ifml: \(message)\n\n\(Tool.help)")
        }
    }

    /// What `ifml --help` prints.
    package static let help = """
        usage: ifml COMMAND MODEL…

          check [--strict] [--keep-going] MODEL…       all findings about a model
          run MODEL… [--script FILE] [--watch]         builds the application with stubs and runs it
          serve MODEL… [--output FILE] [--script FILE] writes a page on which the application can be tried
          diagram MODEL… [--format F] [--output FILE]  draws it: svg, mermaid, plantuml, dot, scxml, tree, table
              [--width N]                              (the chart), ifml (the model)
          generate [--keep-going] MODEL… --output DIR  writes the application in Swift
              [--swiftui] [--prefix NAME]              with views for SwiftUI; files named NAME+Chart.swift
              --package [--runtime DIR]                with a package around it, that runs with stubs; it depends
                                                       on the package of IFMLRuntime that ifml was built from,
                                                       or on that in DIR, seen from the new one
          tree [--keep-going] MODEL…                   prints the application's chart
          statistics [--time] MODEL…                   figures, each file a model of its own
          format MODEL [--output FILE]                 the file in one canonical way
          diff OLD NEW                                 what changed, and what that means for code by hand

        MODEL is a .core file; UML files are found beside it. Several files are one model.
        run and serve build in a folder of their own: --cache DIR says where, --runtime DIR the package of IFMLRuntime.
        Status: 0, 64 for a command that is not understood, 65 for a model with errors, 70 if a build fails.

        """

    var result = Result()
    private var arguments: Arguments
    private var files: [String] { arguments.files }

    /// True if help is asked for, of `ifml` or of one of its commands.
    package static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Runs a command; the first argument is its name.
    public static func run(_ arguments: [String]) -> Result {
        guard let command = arguments.first, command != "help", !asksForHelp(arguments) else {
            return Result(status: arguments.isEmpty ? .usage : .success, output: help)
        }
        let flags: Set<String>
        var values: [String: String] = [:]
        switch command {
        case "check": flags = ["--strict", "--keep-going"]
        case "generate":
            flags = ["--keep-going", "--package", "--swiftui"]
            values = ["--runtime": "a folder", "--output": "a folder", "--prefix": "a name"]
        case "tree": flags = ["--keep-going"]
        case "statistics": flags = ["--time"]
        case "format": (flags, values) = ([], ["--output": "a file"])
        case "diff": flags = []
        default: return .misuse("there is no command \(command)")
        }
        do throws(Arguments.Misuse) {
            let words = try Arguments(command, arguments.dropFirst(), flags: flags, values: values)
            var tool = Tool(arguments: words)
            try tool.perform(command)
            return tool.result
        } catch {
            return .misuse(error.message)
        }
    }

    private init(arguments: Arguments) { self.arguments = arguments }

    private mutating func perform(_ command: String) throws(Arguments.Misuse) {
        guard !files.isEmpty else { throw Arguments.Misuse("\(command) needs a model") }
        switch command {
        case "statistics": return statistics()
        case "format": return try format()
        case "diff": return try difference()
        case "generate" where arguments.values["--output"] == nil:
            throw Arguments.Misuse("generate needs --output FOLDER")
        default: break
        }
        guard
            let checked = CheckedModel(
                files, isStrict: arguments.flags.contains("--strict"),
                keepsGoing: arguments.flags.contains("--keep-going"), into: &result)
        else { return }
        switch command {
        case "generate": generate(checked.app)
        case "tree": result.output = TreeWriter.text(checked.app)
        default: break
        }
    }

    /// Writes the generated files, and no other ones: what is written by hand stays.
    private mutating func generate(_ app: AppModel) {
        guard let output = arguments.values["--output"] else { return }
        result.output = ""
        let hasViews = arguments.flags.contains("--swiftui")
        let isPackage = arguments.flags.contains("--package")
        let runtime = RuntimePackage(for: output, told: arguments.values["--runtime"])
        if isPackage, let conflict = runtime.conflict {
            result = Result(status: .usage, errors: "ifml: \(conflict)\n")
            return
        }
        let files =
            isPackage
            ? PackageWriter.files(app, runtime: runtime.path, hasViews: hasViews)
            : SwiftWriter.files(app, prefix: arguments.values["--prefix"], hasViews: hasViews).map { ($0, false) }
        for (file, isByHand) in files {
            let path = "\(output)/\(file.name)"
            if isByHand, let present = try? String(contentsOfFile: path, encoding: .utf8) {
                if file.name == "Package.swift", present != file.text {
                    result.errors += "ifml: \(path) stays as it is; it would be written otherwise now\n"
                }
                continue
            }
            do {
                try file.write(to: path)
                result.output += "\(path)\n"
            } catch {
                result.status = .output
                result.errors += "ifml: cannot write \(path): \(error.localizedDescription)\n"
                return
            }
        }
        if isPackage, !runtime.isThere {
            result.errors +=
                "ifml: there is no package in \(runtime.path), seen from \(output); --runtime DIR says where IFMLRuntime's is\n"
        }
    }

    private mutating func statistics() {
        let rows = files.map { Statistics.row($0) }
        result.output = Statistics.text(rows, withTimes: arguments.flags.contains("--time"))
        for file in files {
            let findings = ModelReader.read([file]).findings.filter {
                $0.code == .fileMissing || $0.code == .malformedXML
            }
            guard !findings.isEmpty else { continue }
            result.errors += findings.map { "\($0)\n" }.joined()
            result.status = .data
        }
    }

    private mutating func format() throws(Arguments.Misuse) {
        guard files.count == 1 else { throw Arguments.Misuse("format takes one file") }
        guard let data = FileManager.default.contents(atPath: files[0]) else {
            let place = Place(file: files[0], line: 1, column: 1)
            result.errors = "\(Finding(.fileMissing, at: place, "the file cannot be read"))\n"
            result.status = .data
            return
        }
        do throws(Finding) {
            let text = try ModelFormatter.format(Array(data), file: files[0])
            guard let output = arguments.values["--output"] else {
                result.output = text
                return
            }
            do {
                try text.write(toFile: output, atomically: true, encoding: .utf8)
            } catch {
                result.status = .output
                result.errors = "ifml: cannot write \(output): \(error.localizedDescription)\n"
            }
        } catch {
            result.errors = "\(error)\n"
            result.status = .data
        }
    }

    private mutating func difference() throws(Arguments.Misuse) {
        guard files.count == 2 else { throw Arguments.Misuse("diff takes an old and a new model") }
        let readings = files.map { ModelReader.read([$0]) }
        let errors = readings.flatMap(\.findings).filter { $0.severity == .error }
        guard errors.isEmpty else {
            result.errors = errors.map { "\($0)\n" }.joined()
            result.status = .data
            return
        }
        result.output = ModelDifference.text(readings[0].model, readings[1].model)
    }
}
