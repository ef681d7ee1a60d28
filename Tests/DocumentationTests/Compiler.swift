import Foundation
import Testing

/// The compiler that runs the tests, for programs that are to be refused and for those that need modules that are not there.
enum Compiler {
    /// What the compiler says about a small program that imports Statecharts: errors only, `line: message`.
    static func errors(in program: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
        try program.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let text = try run(["-typecheck", "-swift-version", "6", "-I", modules().path(), file.path()])
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(file.path() + ":"), let mark = line.range(of: ": error: ") else { return nil }
            let place = line.dropFirst(file.path().count + 1).prefix { $0 != ":" }
            return "\(place): \(line[mark.upperBound...])"
        }
    }

    /// The errors that a text of code names at the ends of its lines, `// error: message`, as ``errors(in:)`` has them.
    static func errors(saidIn code: String) -> [String] {
        code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
            line.range(of: "// error: ").map { "\(number + 1): \(line[$0.upperBound...])" }
        }
    }

    /// Calls the compiler; answers with what it says of errors.
    static func run(_ arguments: [String]) throws -> String {
        let compiler = Process(), output = Pipe()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["swiftc", "-suppress-warnings"] + arguments
        compiler.standardError = output
        compiler.standardOutput = FileHandle.nullDevice
        try compiler.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The folder of the modules that belong to the running tests: beside their bundle, or else in the package's build folder.
    static func modules() throws -> URL {
        var folders = CommandLine.arguments.compactMap { argument -> URL? in
            guard let bundle = argument.range(of: ".xctest") else { return nil }
            return URL(filePath: String(argument[..<bundle.upperBound])).deletingLastPathComponent()
        }
        folders += ["debug", "release"].map { Repository.root.appending(path: ".build/\($0)") }
        let found = folders.map { $0.appending(path: "Modules") }.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "Statecharts.swiftmodule").path())
        }
        return try #require(found, "no module beside \(CommandLine.arguments)")
    }
}
