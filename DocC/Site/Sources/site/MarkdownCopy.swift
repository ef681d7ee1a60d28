import Foundation

/// The documentation as Markdown files whose links lead to each other, and `llms.txt`, which lists them.
struct MarkdownCopy {
    let output: URL
    let pages: [RenderedPage]
    private let titles: [String: String]

    init(output: URL, pages: [RenderedPage]) {
        self.output = output
        self.pages = pages
        titles = Dictionary(pages.map { ($0.path, $0.title) }) { first, _ in first }
    }

    /// Where the Markdown of a page is, below the site's base.
    static func path(of page: String) -> String { "markdown/\(page.trimmingPrefix("documentation/")).md" }

    func write() throws {
        var whole = ""
        for page in pages {
            let source = output.appending(path: "data/\(page.path).md")
            // The table of the tutorials has none.
            let isThere = FileManager.default.fileExists(atPath: source.path)
            let text = isThere ? try String(contentsOf: source, encoding: .utf8) : contents(of: page)
            let target = output.appending(path: Self.path(of: page.path))
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            let up = String(repeating: "../", count: Self.path(of: page.path).split(separator: "/").count - 1)
            try linked(withoutHeader(text), up: up).write(to: target, atomically: true, encoding: .utf8)
            whole += linked(withoutHeader(text), up: "") + "\n"
            if isThere { try FileManager.default.removeItem(at: source) }
        }
        try whole.write(to: output.appending(path: "llms-full.txt"), atomically: true, encoding: .utf8)
        try list().write(to: output.appending(path: "llms.txt"), atomically: true, encoding: .utf8)
    }

    /// The title, and what it leads to.
    private func contents(of page: RenderedPage) -> String {
        let links = pages.filter { page.links.contains($0.path) }.map { "- [\($0.title)](/\($0.path))" }
        return "# \(page.title)\n\n\(page.summary)\n\n" + links.joined(separator: "\n") + "\n"
    }

    /// DocC begins each file with a comment for machines.
    private func withoutHeader(_ text: String) -> String {
        guard text.hasPrefix("<!--"), let end = text.range(of: "-->\n") else { return text }
        return String(text[end.upperBound...].drop { $0.isNewline })
    }

    /// Links that DocC writes as `/documentation/Statecharts/Machine`, or leaves as it has read them, relative and to the
    /// Markdown files.
    private func linked(_ text: String, up: String) -> String {
        resolved(text)
            // The names of symbols have parentheses, up to two levels of them.
            .replacing(/\]\(\/((?:documentation|tutorials)\/[^\s()]*(?:\((?:[^\s()]|\([^\s()]*\))*\)[^\s()]*)*)\)/) {
                link in
                let parts = link.1.split(separator: "#", maxSplits: 1)
                let path = parts.first.map { $0.lowercased() } ?? ""
                guard titles[path] != nil else { return String(link.0) }
                let anchor = parts.count > 1 ? "#\(parts[1])" : ""
                return "](\(up)\(Self.path(of: path))\(anchor))"
            }
            .replacingOccurrences(of: "](images/", with: "](\(up)images/")
    }

    /// DocC leaves some links as `[text](doc://…)`, `<doc://…>` and double backquotes around `doc://…`: links with titles.
    private func resolved(_ text: String) -> String {
        text.replacingOccurrences(of: "](doc://org.statecharts/", with: "](/")
            .replacing(/(<|``)doc:\/\/org\.statecharts\/([^\s>`]+)(?:>|``)/) { link in
                let parts = link.2.split(separator: "#", maxSplits: 1)
                let path = parts.first.map(String.init) ?? ""
                guard let title = titles[path.lowercased()] else { return String(link.0) }
                let anchor = parts.count > 1 ? "#\(parts[1])" : ""
                return "[\(link.1 == "<" ? title : "`\(title)`")](/\(path)\(anchor))"
            }
    }

    /// `llms.txt`: see llmstxt.org.
    private func list() -> String {
        func line(_ page: RenderedPage) -> String {
            "- [\(page.title)](\(Self.path(of: page.path)))" + (page.summary.isEmpty ? "" : ": \(page.summary)")
        }
        // DocC makes pages of its own for the members that a type has from protocols.
        let articles = pages.filter {
            $0.isArticle && $0.path.hasPrefix("documentation/") && !$0.title.hasSuffix(" Implementations")
        }
        let tutorials = pages.filter { $0.path.hasPrefix("tutorials/") }
        let modules = pages.filter { $0.symbolKind == "module" }
        let types = pages.filter {
            ["class", "struct", "enum", "protocol"].contains($0.symbolKind) && !$0.title.contains(".")
        }
        return """
            # Statecharts for Swift actors

            > A Swift package: states are classes, a machine is an actor, and every event is taken to completion. UML's statecharts, made
            > exact with SCXML's algorithm. No dependencies; Linux and Apple platforms.

            All of it in one file: [llms-full.txt](llms-full.txt).

            ## Guides

            \(articles.map(line).joined(separator: "\n"))

            ## Tutorials

            \(tutorials.map(line).joined(separator: "\n"))

            ## Libraries

            \(modules.map(line).joined(separator: "\n"))

            ## Types

            \(types.map(line).joined(separator: "\n"))

            """
    }
}
