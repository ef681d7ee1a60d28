import Foundation
import IFMLGenerator

/// `ifml run`.
enum RunCommand {
    static let values = ["--script": "a file", "--cache": "a folder", "--runtime": "a folder"]

    static func run(_ words: some Sequence<String>) throws(Arguments.Misuse) -> Tool.Result {
        let arguments = try Arguments("run", words, flags: ["--watch", "--keep-going"], values: values)
        guard !arguments.files.isEmpty else { throw Arguments.Misuse("run needs a model") }
        let cache = try BuildCache(arguments)
        let options = ["--stubs"] + (arguments.values["--script"].map { ["--headless", "--script", $0] } ?? [])
        if arguments.flags.contains("--watch") { watch(arguments, cache, options) }
        var result = Tool.Result()
        guard let program = program(arguments, cache, isOptimized: false, &result) else { return result }
        // What was found about the model is told before.
        FileHandle.standardError.write(Data(result.errors.utf8))
        ChildProcess.become(program, options)
        return Tool.Result(status: .build, errors: "ifml: cannot start \(program)\n")
    }

    /// Reads, checks, generates, builds. Nil if the command has ended, with the result.
    static func program(
        _ arguments: Arguments, _ cache: BuildCache, isOptimized: Bool, _ result: inout Tool.Result
    ) -> String? {
        let keepsGoing = arguments.flags.contains("--keep-going")
        guard let checked = CheckedModel(arguments.files, keepsGoing: keepsGoing, into: &result) else { return nil }
        do throws(BuildCache.Failure) {
            return try cache.program(of: checked.app, model: arguments.files[0], isOptimized: isOptimized)
        } catch {
            result.status = error.status
            result.errors += "ifml: \(error.message)\n"
            return nil
        }
    }

    /// Runs the application, and again after each saved change, until the process is ended.
    private static func watch(_ arguments: Arguments, _ cache: BuildCache, _ options: [String]) -> Never {
        var child: ChildProcess?
        var files = WatchedFiles(models: arguments.files, script: arguments.values["--script"])
        while true {
            if files.haveChanged() {
                child?.end()
                child = nil
                var result = Tool.Result()
                let program = program(arguments, cache, isOptimized: false, &result)
                FileHandle.standardError.write(Data(result.errors.utf8))
                if let program { child = ChildProcess(program, options) }
            }
            if child?.hasEnded() == true {
                child = nil
                FileHandle.standardError.write(Data("ended; it is run again after the next change\n".utf8))
            }
            Thread.sleep(forTimeInterval: 0.2)
        }
    }
}
