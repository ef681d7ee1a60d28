import Foundation

/// The files of this package as the tests of the documentation read them.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of all files below `folder` with one of these endings, sorted.
    static func paths(below folder: String, endings: Set<String>) -> [String] {
        let base = root.appending(path: folder)
        // Without what a package below has built.
        let found =
            FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            ?? .init()
        return found.compactMap { $0 as? URL }
            .filter { endings.contains($0.pathExtension) }
            .map { folder + $0.path(percentEncoded: false).dropFirst(base.path(percentEncoded: false).count) }
            .sorted()
    }

    /// README.md and everything in the documentation's catalog.
    static var documents: [String] {
        ["README.md"] + paths(below: "DocC/Statecharts.docc", endings: ["md", "tutorial"])
    }
}

/// A piece of code in a document or in a source file.
struct Passage: Sendable {
    let place: String
    let code: String

    /// The fenced blocks of a Markdown text in this language.
    static func blocks(_ language: String, in path: String) throws -> [Passage] {
        try passages(in: path) { line in
            let trimmed = line.trimmingPrefix { $0 == " " }
            return trimmed == "```\(language)"
        } ends: {
            $0.trimmingPrefix { $0 == " " } == "```"
        }
    }

    /// The code in documentation comments: indented by four more blanks, below an empty line.
    static func comments(in path: String) throws -> [Passage] {
        var found: [Passage] = []
        var block: [Substring] = []
        var start = 0
        var isBelowEmptyLine = false
        func close() {
            while let last = block.last, last.allSatisfy(\.isWhitespace) { block.removeLast() }
            if !block.isEmpty { found.append(Passage(place: "\(path):\(start)", code: withoutIndentation(block))) }
            block = []
        }
        for (number, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let comment = line.trimmingPrefix { $0 == " " }
            guard comment.hasPrefix("///") else {
                close()
                isBelowEmptyLine = false
                continue
            }
            let text = comment.dropFirst(3)
            let isEmpty = text.allSatisfy(\.isWhitespace)
            if text.hasPrefix("     "), isBelowEmptyLine || !block.isEmpty {
                if block.isEmpty { start = number + 1 }
                block.append(text)
            } else if isEmpty, !block.isEmpty {
                block.append(text)
            } else {
                close()
            }
            isBelowEmptyLine = isEmpty
        }
        close()
        return found
    }

    /// What stands between `// snippet: …` and `// end snippet`.
    static func snippets(in path: String) throws -> [Passage] {
        try passages(in: path) {
            $0.trimmingPrefix { $0 == " " }.hasPrefix("// snippet:")
        } ends: {
            $0.trimmingPrefix { $0 == " " } == "// end snippet"
        }
    }

    private static func passages(
        in path: String, begins: (Substring) -> Bool, ends: (Substring) -> Bool
    ) throws -> [Passage] {
        var found: [Passage] = []
        var current: (line: Int, code: [Substring])?
        for (number, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if let open = current {
                if ends(line) {
                    found.append(Passage(place: "\(path):\(open.line)", code: withoutIndentation(open.code)))
                    current = nil
                } else {
                    current?.code.append(line)
                }
            } else if begins(line) {
                current = (number + 1, [])
            }
        }
        if let open = current { throw Unended(description: "\(path):\(open.line): this passage has no end") }
        return found
    }

    struct Unended: Error, CustomStringConvertible { let description: String }

    /// The lines without the blanks that all of them begin with.
    private static func withoutIndentation(_ lines: [Substring]) -> String {
        let margin = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.allSatisfy(\.isWhitespace) ? "" : String($0.dropFirst(margin)) }.joined(separator: "\n")
    }
}
