import Foundation
import Testing

/// The compiler that runs the tests.
enum Compiler {
    /// Calls the compiler; answers with what it says of errors.
    static func run(_ arguments: [String]) throws -> String {
        let compiler = Process(), output = Pipe()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["swiftc", "-suppress-warnings", "-swift-version", "6"] + arguments
        compiler.standardError = output
        compiler.standardOutput = FileHandle.nullDevice
        try compiler.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The folder of the modules that belong to the running tests.
    static func modules() throws -> String {
        let folders = CommandLine.arguments.compactMap { argument -> String? in
            guard let bundle = argument.range(of: ".xctest") else { return nil }
            return URL(filePath: String(argument[..<bundle.upperBound])).deletingLastPathComponent().path
        }
        let all = (folders + ["\(Models.package)/.build/debug"]).map { "\($0)/Modules" }
        return try #require(
            all.first { FileManager.default.fileExists(atPath: "\($0)/IFMLRuntime.swiftmodule") },
            "no module beside \(CommandLine.arguments)")
    }
}

/// Tests that take minutes: `IFML_LONG=1` runs them.
enum Long {
    static let isWanted = ProcessInfo.processInfo.environment["IFML_LONG"] == "1"
    static let hint: Comment = "set IFML_LONG=1 for tests that build packages"
}
