import DemoSupport
import Foundation
import Testing

/// Files that the demos write: nobody but their owner reads them.
@Suite struct PrivateFileTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a file that is made, and one that was there, is its owner's alone`() throws {
        let folder = try Folder(), path = folder.file("record")
        let file = try PrivateFile(path, option: "record")
        #expect(try mode(path) == 0o600)
        #expect(file.write("one\n") == nil)
        #expect(file.write("two\n") == nil)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")

        let open = folder.file("open")
        try Data("before".utf8).write(to: URL(filePath: open))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
        try PrivateFile.make(open, option: "record")
        #expect(try mode(open) == 0o600)
        #expect(try Data(contentsOf: URL(filePath: open)).isEmpty)
    }

    @Test func `a device stays as it is, and what cannot be written is said with its option`() throws {
        let before = try mode("/dev/null")
        #expect(try PrivateFile("/dev/null", option: "record").write("gone") == nil)
        #expect(try mode("/dev/null") == before)
        let error = #expect(throws: UsageError.self) { try PrivateFile("/nowhere/file", option: "record") }
        #expect(error?.description.hasPrefix("--record: the file '/nowhere/file' cannot be written: ") == true)
        #expect(throws: UsageError.self) { try PrivateFile("/tmp", option: "record") }
    }
}
