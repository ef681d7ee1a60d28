import Foundation
import Testing

@testable import StatechartsDiagrams

/// The lines of files and texts that recordings are read from.
@Suite struct ByteLinesTests {
    private func withFile(_ data: Data, _ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        try body(file)
    }

    private func all(_ lines: ByteLines) throws -> [String] {
        var lines = lines, all: [String] = []
        while let (bytes, hasEnd) = try lines.next(longest: 1 << 26) {
            all.append(String(decoding: bytes, as: UTF8.self) + (hasEnd ? "\n" : ""))
        }
        return all
    }

    @Test(arguments: ["", "\n", "a", "a\n", "\n\na\r\nb", String(repeating: "é\n", count: 30_000)])
    func `a file has the lines of its text, wherever its pieces end`(text: String) throws {
        let whole = text + String(repeating: "x", count: 1 << 20) + "\n" + text
        for text in [text, whole] {
            // A carriage return and a line feed are one character.
            let parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String($0) ?? "" }
            let lines = parts.dropLast().map { "\($0)\n" } + parts.suffix(1).filter { !$0.isEmpty }
            try withFile(Data(text.utf8)) { file in
                let read = try all(ByteLines(contentsOf: file)), cut = try all(ByteLines(Data(text.utf8)))
                #expect(read == lines && cut == lines)
            }
        }
    }

    @Test func `of a line without end no more is read than a piece behind the limit`() throws {
        try withFile(Data()) { file in
            let handle = try FileHandle(forWritingTo: file)
            // A gigabyte that takes no room on the disk.
            try handle.truncate(atOffset: 1 << 30)
            var lines = try ByteLines(contentsOf: file)
            let line = try #require(try lines.next(longest: 1_000))
            #expect(line.bytes.count == 1 << 20 && !line.hasEnd)
        }
    }
}
