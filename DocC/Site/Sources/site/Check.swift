import Foundation

/// What has to hold of a finished site. Finds everything that is wrong, and says it.
struct Check {
    let output: URL
    let pages: [RenderedPage]
    let index: SearchIndex
    /// The addresses of the members that are used most, below `documentation`.
    let members: [String]

    func problems() throws -> [String] {
        try modules() + entries() + addresses() + markdown() + examples() + summaries()
    }

    /// All modules are linked from the first page.
    private func modules() -> [String] {
        let modules = pages.filter { $0.symbolKind == "module" }.map(\.path)
        guard modules.count > 1, let first = pages.first(where: { $0.path == "documentation/statecharts" }) else {
            return ["there are no modules, or no first page: \(modules)"]
        }
        return modules.filter { $0 != first.path && !first.links.contains($0) }
            .map { "\($0) is not linked from the first page, DocC/Statecharts.docc/Statecharts.md" }
    }

    /// What somebody would type is found, and what is found is there.
    private func entries() throws -> [String] {
        var problems: [String] = []
        let wanted: [(String, SearchIndex.Kind)] = [
            ("deferralLimit", .member), ("A new event is forgotten", .section), ("notDeclared", .diagnostic),
            ("Machine", .type), ("Semantics", .article), ("StatechartsBridge", .module),
        ]
        for (title, kind) in wanted
        where !index.entries.contains(where: { $0.kind == kind && $0.title.contains(title) }) {
            problems.append("the search finds no \(kind) '\(title)'")
        }
        for entry in index.entries {
            let parts = entry.path.split(separator: "#", maxSplits: 1).map(String.init)
            if !exists("\(parts[0])/index.html") {
                problems.append("the search leads to \(entry.path), which is not there")
            }
            if entry.title.isEmpty || parts.count > 1 && parts[1].isEmpty {
                problems.append("the search has an entry without title or anchor: \(entry)")
            }
        }
        let script = try String(contentsOf: output.appending(path: "search/index.js"), encoding: .utf8)
        if !script.hasPrefix("statechartsSearch.index([[") {
            problems.append("search/index.js is no call of the search")
        }
        return problems
    }

    /// No page has an address that begins at the server's root, and what the relative ones lead to is there.
    private func addresses() throws -> [String] {
        var problems: [String] = []
        for page in pages {
            let html = try String(contentsOf: output.appending(path: "\(page.path)/index.html"), encoding: .utf8)
            for address in html.matches(of: /(?:src|href)="([^"#]+)"/).map(\.1) {
                let path = "\(page.path)/\(address.replacing("&amp;", with: "&"))"
                if address.hasPrefix("/") || !exists(path) {
                    problems.append("\(page.path)/index.html refers to \(address)")
                }
            }
            if !html.contains("custom-header") {
                problems.append("\(page.path)/index.html has no header with the search")
            }
        }
        for file in ["404.html", "index.html", "theme-settings.json", "search/search.js"] where !exists(file) {
            problems.append("\(file) is missing")
        }
        return problems
    }

    /// `llms.txt` and the Markdown files lead to each other only.
    private func markdown() throws -> [String] {
        var problems: [String] = []
        let files = FileManager.default.enumerator(
            at: output.appending(path: "markdown"), includingPropertiesForKeys: nil)
        var texts = (files ?? .init()).compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
        if texts.count < pages.count / 2 {
            problems.append("only \(texts.count) Markdown files for \(pages.count) pages")
        }
        texts += ["llms.txt", "llms-full.txt"].map { output.appending(path: $0) }
        for file in texts {
            let folder = file.deletingLastPathComponent().path(percentEncoded: false)
            let text = try String(contentsOf: file, encoding: .utf8)
            for link in text.matches(of: /doc:\/\/org\.statecharts[^\s>`]*/) {
                problems.append("\(file.lastPathComponent) has \(link.0), which leads nowhere")
            }
            for link in text.matches(of: /\]\(([^\s]*?\.(?:md|svg|txt))(?:#[^\s)]*)?\)/) {
                if !link.1.contains("://"), !FileManager.default.fileExists(atPath: "\(folder)/\(link.1)") {
                    problems.append("\(file.lastPathComponent) leads to \(link.1), which is not there")
                }
            }
        }
        return problems
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: output.appending(path: path).path(percentEncoded: false))
    }
}
