import Foundation

/// Makes DocC's HTML files independent of where the site lies: DocC writes addresses that begin at the server's root.
struct StaticPages {
    let output: URL

    struct Unexpected: Error, CustomStringConvertible { let description: String }

    /// Rewrites the file of each page: relative addresses, a title, a summary, and where its text is without JavaScript.
    func write(_ pages: [RenderedPage]) throws {
        for page in pages {
            let file = output.appending(path: "\(page.path)/index.html")
            let depth = page.path.split(separator: "/").count
            let html = try String(contentsOf: file, encoding: .utf8)
            try rewritten(html, page: page, depth: depth, path: file.path).write(
                to: file, atomically: true, encoding: .utf8)
        }
    }

    private func rewritten(_ html: String, page: RenderedPage, depth: Int, path: String) throws -> String {
        var html = html
        let up = String(repeating: "../", count: depth)
        func replace(_ old: String, _ new: String) throws {
            guard html.contains(old) else {
                throw Unexpected(description: "\(path): DocC does not write \(old) any more; adapt StaticPages.swift")
            }
            html = html.replacingOccurrences(of: old, with: new)
        }
        // The router needs an absolute address: that of the page without its last `depth` parts.
        try replace(
            "var baseUrl = \"/\"",
            "var baseUrl = location.pathname.replace(/\\/(index\\.html)?$/, \"\").split(\"/\").slice(0, -\(depth)).join(\"/\") + \"/\""
        )
        try replace("href=\"/", "href=\"\(up)")
        try replace("src=\"/", "src=\"\(up)")
        let summary = page.summary.isEmpty ? "" : "<meta name=\"description\" content=\"\(escaped(page.summary))\">"
        let markdown = up + MarkdownCopy.path(of: page.path)
        try replace(
            "<title>Documentation</title>",
            "<title>\(escaped(page.title)) | Statecharts</title>\(summary)"
                + "<link rel=\"alternate\" type=\"text/markdown\" href=\"\(escaped(markdown))\">")
        try replace(
            "Please turn on JavaScript in your browser and refresh the page to view its content.",
            "Without it there is <a href=\"\(escaped(markdown))\">this page as Markdown text</a>.")
        return html
    }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
