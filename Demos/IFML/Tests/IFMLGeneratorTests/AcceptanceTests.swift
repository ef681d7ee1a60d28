import Foundation
import Testing

/// What the package has to do, point by point: `Acceptance.md` lists the points with the tests that name them.
@Suite("acceptance") struct AcceptanceTests {
    /// The files of the tests that name each point, with how many do.
    private static func tests() throws -> [Int: [String: Int]] {
        let folder = "\(Models.package)/Tests"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var result: [Int: [String: Int]] = [:]
        for file in files.sorted() where file.hasSuffix("Tests.swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let suite = URL(filePath: file).deletingPathExtension().lastPathComponent
            for name in text.matches(of: /func `([^`]+)`/).map(\.1) {
                for point in points(of: name) { result[point, default: [:]][suite, default: 0] += 1 }
            }
        }
        return result
    }

    /// `acceptance 7: …`, `32. …, and 51. …`.
    private static func points(of name: Substring) -> Set<Int> {
        let named = name.firstMatch(of: /^acceptance (\d+):/).flatMap { Int($0.1) }
        let numbered = name.matches(of: #/(?:^|, and )(\d+)\. /#).compactMap { Int($0.1) }
        return Set([named].compactMap(\.self) + numbered)
    }

    @Test func `each point has a test that names it, and the table has them`() throws {
        let tests = try Self.tests()
        let path = "\(Models.package)/Acceptance.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var numbers: [Int] = []
        let lines = text.components(separatedBy: "\n").map { line in
            var cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, let number = Int(cells[1]) else { return line }
            numbers.append(number)
            cells[3] = (tests[number] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
            #expect(!cells[3].isEmpty, "no test names point \(number): \(cells[2])")
            return "| \(cells[1...4].joined(separator: " | ")) |".replacing("|  |", with: "| |")
        }
        #expect(numbers == Array(1...53))
        #expect(Set(tests.keys).subtracting(numbers).isEmpty)
        let table = lines.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
            try table.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == table, "UPDATE=1 writes the table anew")
    }
}
