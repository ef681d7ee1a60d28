import Foundation
import Testing

@testable import DemoSupport

@Suite struct DataFileTests {
    private struct Shelf: Codable, Equatable {
        var titles: [String]
        var count: Int
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)").path

    private func file() throws -> DataFile? {
        let parser = OptionParser(command: "demo", summary: "", options: [DataFile.option])
        return try DataFile(try parser.parse(["--data", folder]), named: "shelf")
    }

    private func read(_ file: DataFile?) throws -> Shelf? {
        try file?.read(Shelf.self) { $0.count < 0 ? "fewer than none" : nil }
    }

    @Test func `what is written is there in the next run, for its owner alone`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first = try file()
        #expect(try read(first) == nil)
        try first?.write(Shelf(titles: ["a"], count: 1))
        try first?.write(Shelf(titles: ["a", "b"], count: 2))
        try first?.write(Shelf(titles: ["a", "b"], count: 2))
        first = nil
        #expect(try read(try file()) == Shelf(titles: ["a", "b"], count: 2))
        for name in ["", "/shelf.json", "/shelf.json.lock"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder + name)[.posixPermissions] as? Int
            #expect(mode == (name.isEmpty ? 0o700 : 0o600))
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["shelf.json", "shelf.json.lock"])
    }

    @Test func `a run that begins with data of an earlier one is not recorded for replays`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let parser = OptionParser(
            command: "demo", summary: "", options: [DataFile.option, Inspection.option, .value("record", "FILE", "")])
        let file = try file()
        for options in [[], ["--record", "x"], ["--inspect", "x"]] { try file?.refuseRecording(parser.parse(options)) }
        #expect(file?.isKept == false)
        try file?.write(Shelf(titles: ["a"], count: 1))
        #expect(file?.isKept == true)
        for options in [[], ["--inspect", "x"]] { try file?.refuseRecording(parser.parse(options)) }
        let message =
            "--record: a recording does not have the data in '\(folder)' that this run begins with; use a folder without "
            + "data, or --inspect"
        #expect(throws: UsageError(message)) { try file?.refuseRecording(parser.parse(["--record", "x"])) }
    }

    @Test func `two runs do not have the same data`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try file()
        #expect(throws: UsageError("--data: the folder '\(folder)' is used by another run")) { try file() }
        withExtendedLifetime(first) {}
    }

    @Test func `there can be no folder where a file is`() throws {
        try Data().write(to: URL(filePath: folder))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: UsageError("--data: the folder '\(folder)' cannot be used: Not a directory")) { try file() }
    }

    @Test(
        arguments: [
            ("", "The given data was not valid JSON."), ("{\"titles\":[\"a\"],", "The given data was not valid JSON."),
            ("{\"titles\":[\"a\"]}", "'count' is missing"), ("[]", "something else was expected"),
            ("{\"titles\":[\"a\",2],\"count\":1}", "something else was expected at titles 2"),
            ("{\"titles\":[],\"count\":-1}", "fewer than none"),
        ])
    func `a damaged file is named in one line and stays as it is`(text: String, fault: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try file(), path = folder + "/shelf.json"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: InputError("--data: '\(path)' is damaged and was left as it is: \(fault)")) { try read(file) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    #if os(Linux)
        @Test func `what cannot be written leaves what was there`() throws {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let file = try file(), path = folder + "/shelf.json"
            try file?.write(Shelf(titles: ["a"], count: 1))
            // In the way of the file that is written first.
            try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
            for _ in 0..<2 {
                #expect(throws: InputError.self) { try file?.write(Shelf(titles: ["b"], count: 1)) }
                #expect(try read(file) == Shelf(titles: ["a"], count: 1))
            }
        }
    #endif
}
