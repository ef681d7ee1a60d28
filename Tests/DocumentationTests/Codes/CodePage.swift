import Foundation
import Testing

/// The page of a code: `DocC/Statecharts.docc/Codes/ChartError.notDeclared.md`, which extends the documentation of `ChartError.Code.notDeclared`.
///
/// It shows a program that gives an error with this code, what that says, and the program repaired. Both are run here. `UPDATE=1 swift test --filter
/// CodeTests` writes what the programs say into the pages.
struct CodePage {
    static let folder = "DocC/Statecharts.docc/Codes"
    private let path: String
    private let code: String

    /// - Parameter name: `ChartError.notDeclared`
    init(_ name: String) {
        path = "\(Self.folder)/\(name).md"
        code = String(name.split(separator: ".").last ?? "")
    }

    /// Runs both programs: the first one throws what the page shows, the second one throws nothing.
    func shows(_ program: () async throws -> Void, repaired: () async throws -> Void) async throws {
        do {
            try await program()
            Issue.record("\(path): the program throws nothing")
        } catch {
            let text = "\(error)"
            #expect(text.contains("[\(code)]"))
            if ProcessInfo.processInfo.environment["UPDATE"] != nil { try write(text) }
            let shown = try #require(try Passage.blocks("text", in: path).first?.code)
            #expect(matches(text, shown), "\(path) shows\n\(shown)\nand the program says\n\(text)")
        }
        try await repaired()
    }

    /// True if they are equal, where `…` stands for anything: what the system says differs from one to the other.
    private func matches(_ text: String, _ shown: String) -> Bool {
        let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first), text.hasSuffix(last) else {
            return false
        }
        var rest = text[...]
        for part in parts where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return parts.count > 1 || rest.isEmpty
    }

    private func write(_ text: String) throws {
        let page = try Repository.text(path)
        guard let start = page.firstRange(of: "```text\n"),
            let end = page[start.upperBound...].firstRange(of: "\n```")
        else { throw Passage.Unended(description: "\(path) has no block of text") }
        // What was shortened by hand stays.
        if matches(text, String(page[start.upperBound..<end.lowerBound])) { return }
        try (page[..<start.upperBound] + text + page[end.lowerBound...])
            .write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
    }
}
