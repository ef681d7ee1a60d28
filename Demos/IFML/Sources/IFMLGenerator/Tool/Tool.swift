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
    }

    static let help = """
        usage: ifml COMMAND MODEL…

          check [--strict] [--keep-going] MODEL…       all findings about a model
          generate [--keep-going] MODEL… --output DIR  writes the application in Swift
              --package [--runtime DIR]                with a package around it, that runs with stubs; DIR is
                                                       the package of IFMLRuntime, seen from the new one
          tree [--keep-going] MODEL…                   prints the application's chart
          statistics [--time] MODEL…                   figures, each file a model of its own
          format MODEL [--output FILE]                 the file in one canonical way
          diff OLD NEW                                 what changed, and what that means for code by hand

        MODEL is a .core file; UML files are found beside it. Several files are one model.
        Status: 0, 64 for a command that is not understood, 65 for a model with errors.

        """

    var result = Result()
    private var flags: Set<String> = []
    private var files: [String] = []
    private var output: String?
    private var runtime = "../IFML"

    /// Runs a command; the first argument is its name.
    public static func run(_ arguments: [String]) -> Result {
        var tool = Tool()
        tool.perform(arguments)
        return tool.result
    }

    private mutating func perform(_ arguments: [String]) {
        guard let command = arguments.first, command != "--help", command != "help" else {
            result.output = Self.help
            if arguments.isEmpty { result.status = .usage }
            return
        }
        let allowed: Set<String>
        switch command {
        case "check": allowed = ["--strict", "--keep-going"]
        case "generate": allowed = ["--keep-going", "--package", "--runtime", "--output"]
        case "tree": allowed = ["--keep-going"]
        case "statistics": allowed = ["--time"]
        case "format": allowed = ["--output"]
        case "diff": allowed = []
        default: return refuse("there is no command \(command)")
        }
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--runtime", allowed.contains(argument) {
                guard let folder = rest.popFirst() else { return refuse("--runtime needs a folder") }
                runtime = folder
            } else if argument == "--output", allowed.contains(argument) {
                guard let folder = rest.popFirst() else { return refuse("--output needs a folder") }
                output = folder
            } else if !argument.hasPrefix("--") {
                files.append(argument)
            } else if allowed.contains(argument) {
                flags.insert(argument)
            } else {
                return refuse("\(command) has no option \(argument)")
            }
        }
        guard !files.isEmpty else { return refuse("\(command) needs a model") }
        if command == "generate", output == nil { return refuse("generate needs --output FOLDER") }
        switch command {
        case "statistics": return statistics()
        case "format": return format()
        case "diff": return difference()
        default: break
        }
        guard let app = check() else { return }
        switch command {
        case "generate": generate(app)
        case "tree": result.output = TreeWriter.text(app)
        default: break
        }
    }

    private mutating func refuse(_ message: String) {
        result.status = .usage
        result.errors = "ifml: \(message)\n\n\(Self.help)"
    }

    /// Reads and checks; nil if there are errors, which then end the command.
    private mutating func check() -> AppModel? {
        let reading = ModelReader.read(files)
        let facts = ModelFacts(reading.model)
        let findings = (reading.findings + Checker.check(facts, isStrict: flags.contains("--strict"))).inOrder()
        let errors = findings.count { $0.severity == .error }
        result.errors = findings.map { "\($0)\n" }.joined()
        result.output = "\(reading.objectCount) objects, \(errors) errors, \(findings.count - errors) warnings\n"
        if errors > 0, !flags.contains("--keep-going") || reading.model.elements.isEmpty {
            result.status = .data
            return nil
        }
        return AppModel(facts)
    }

    /// Writes the generated files, and no other ones: what is written by hand stays.
    private mutating func generate(_ app: AppModel) {
        guard let output else { return }
        result.output = ""
        let files =
            flags.contains("--package")
            ? PackageWriter.files(app, runtime: runtime) : SwiftWriter.files(app).map { ($0, false) }
        for (file, isByHand) in files {
            let path = "\(output)/\(file.name)"
            if isByHand, FileManager.default.fileExists(atPath: path) { continue }
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try file.text.write(toFile: path, atomically: true, encoding: .utf8)
                result.output += "\(path)\n"
            } catch {
                result.status = .output
                result.errors += "ifml: cannot write \(path): \(error.localizedDescription)\n"
                return
            }
        }
    }

    private mutating func statistics() {
        let rows = files.map { Statistics.row($0) }
        result.output = Statistics.text(rows, withTimes: flags.contains("--time"))
        for file in files {
            let findings = ModelReader.read([file]).findings.filter {
                $0.code == .fileMissing || $0.code == .malformedXML
            }
            guard !findings.isEmpty else { continue }
            result.errors += findings.map { "\($0)\n" }.joined()
            result.status = .data
        }
    }

    private mutating func format() {
        guard files.count == 1 else { return refuse("format takes one file") }
        guard let data = FileManager.default.contents(atPath: files[0]) else {
            let place = Place(file: files[0], line: 1, column: 1)
            result.errors = "\(Finding(.fileMissing, at: place, "the file cannot be read"))\n"
            result.status = .data
            return
        }
        do throws(Finding) {
            let text = try ModelFormatter.format(Array(data), file: files[0])
            guard let output else {
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

    private mutating func difference() {
        guard files.count == 2 else { return refuse("diff takes an old and a new model") }
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
