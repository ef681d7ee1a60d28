import Foundation
import IFMLGenerator

/// `ifml serve`.
enum ServeCommand {
    static func run(_ words: some Sequence<String>) throws(Arguments.Misuse) -> Tool.Result {
        let values = RunCommand.values.merging(["--output": "a file", "--limit": "a number"]) { one, _ in one }
        let arguments = try Arguments("serve", words, flags: ["--keep-going"], values: values)
        guard let file = arguments.files.first else { throw Arguments.Misuse("serve needs a model") }
        let limit = arguments.values["--limit"].map { Int($0) ?? 0 } ?? 2_000
        // As the application's --walk takes it.
        guard (1...1_000_000).contains(limit) else {
            throw Arguments.Misuse("--limit needs a number of situations, from 1 to 1000000")
        }
        let cache = try BuildCache(arguments)
        var result = Tool.Result()
        guard let program = RunCommand.program(arguments, cache, isOptimized: true, &result),
            let checked = CheckedModel(
                arguments.files, keepsGoing: arguments.flags.contains("--keep-going"), into: &result)
        else { return result }
        var options = ["--walk", "\(limit)"]
        if let script = arguments.values["--script"] { options += ["--script", script] }
        do {
            let json = try output(of: program, options)
            let situations = try JSONDecoder().decode([Page.Situation].self, from: json)
            let page = try Page.html(checked.model, checked.app, situations)
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            result.put(page, to: arguments.values["--output"] ?? "\(name).html")
        } catch {
            result.status = .build
            result.errors += "ifml: the application cannot be walked through: \(error)\n"
        }
        return result
    }

    private static func output(of program: String, _ options: [String]) throws -> Data {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = options
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}
