import Foundation

/// What the search of the site knows: one entry for each page and for each heading. `Web/search.js` reads it.
struct SearchIndex {
    /// What an entry leads to; the raw value stands in the file.
    enum Kind: String {
        case module = "m", article = "a", tutorial = "u", section = "s", diagnostic = "d", type = "t", member = "f"
    }

    struct Entry {
        let kind: Kind
        let title: String
        /// What it is inside of: the article of a section, the type of a member.
        let context: String
        /// The address below the site's base, with the anchor of a section.
        let path: String
        let summary: String
        let text: String
        /// How many pages lead there.
        let links: Int
    }

    let entries: [Entry]

    init(_ pages: [RenderedPage]) {
        var links: [String: Int] = [:]
        for page in pages { for link in page.links { links[link, default: 0] += 1 } }
        entries = pages.flatMap { page in
            let kind = Self.kind(of: page)
            // The module that most programs use goes without saying.
            let superiors = page.superiors.drop { $0 == "Statecharts" }.last ?? ""
            let context = page.isArticle || kind == .module ? "" : superiors
            let isDivided = page.isArticle || kind == .module || kind == .tutorial
            let sections = page.sections.map {
                Entry(
                    kind: .section, title: $0.title, context: page.title, path: "\(page.path)#\($0.anchor)",
                    summary: "", text: $0.text, links: 0)
            }
            // A symbol's headings are not places to go to: their text is the symbol's.
            let text = isDivided ? page.text : ([page.text] + page.sections.map(\.text)).joined(separator: " ")
            let own = Entry(
                kind: kind, title: page.name, context: context, path: page.path, summary: page.summary, text: text,
                links: links[page.path] ?? 0)
            return [own] + (isDivided ? sections : [])
        }
    }

    private static func kind(of page: RenderedPage) -> Kind {
        switch page.symbolKind {
        case "module": .module
        case "class", "struct", "enum", "protocol", "typealias", "associatedtype": .type
        case .some:
            page.superiors.contains { $0.hasSuffix(".Code") } && page.symbolKind == "case" ? .diagnostic : .member
        case nil: page.role == "overview" || page.path.hasPrefix("tutorials/") ? .tutorial : .article
        }
    }

    /// A script, so that it can be loaded wherever the site is, also from a folder.
    func script() throws -> Data {
        let rows = entries.map { entry -> [Any] in
            [entry.kind.rawValue, entry.title, entry.context, entry.path, entry.summary, entry.text, entry.links]
        }
        let json = try JSONSerialization.data(withJSONObject: rows, options: .withoutEscapingSlashes)
        return Data("statechartsSearch.index(".utf8) + json + Data(");\n".utf8)
    }
}
