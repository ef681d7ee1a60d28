import Foundation
import Testing

/// The program of an application, run as a process for each case of its scripts.
@Suite struct ProgramTests {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
    static let programs = [
        "MovieManager": "movie-manager", "Dictionary": "dictionary", "Mail": "mail", "Podcasts": "podcasts",
        "Booking": "booking", "Guide": "guide",
    ]

    static let cases: [String] = programs.keys.sorted().flatMap { application in
        let folder = "Demos/\(application)/Scripts"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: package.appending(path: folder).path)) ?? []
        return files.filter { $0.hasSuffix(".args") || $0.hasSuffix(".script") }.sorted().map { "\(folder)/\($0)" }
    }

    @Test(arguments: cases)
    func `the program prints what is expected and ends with the status`(_ file: String) throws {
        let name = String(file.prefix { $0 != "." })
        func expected(_ ending: String) -> String {
            let text = try? String(contentsOf: Self.package.appending(path: "\(name).\(ending)"), encoding: .utf8)
            return text ?? ""
        }
        let process = Process(), output = Pipe(), error = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: try #require(Self.programs[String(file.split(separator: "/")[1])]))
        process.currentDirectoryURL = Self.package
        process.arguments = expected("args").split(whereSeparator: \.isWhitespace).map(String.init)
        if file.hasSuffix(".script") { process.arguments = ["--headless", "--script", file] }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complained = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(printed == expected("expected"))
        #expect(complained == expected("expected-error"))
        #expect(process.terminationStatus == Int32(expected("status").filter(\.isNumber)) ?? 0)
    }
}
