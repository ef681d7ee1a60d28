import Foundation

/// A page as DocC has written it below `data`: what the search has to know of it.
struct RenderedPage {
    /// A heading of an article with the text below it, up to the next heading.
    struct Section {
        let title: String
        let anchor: String
        var text: String
    }

    /// The address below the site's base, such as `documentation/statecharts/machine`.
    let path: String
    let title: String
    /// The titles of what the page is inside of, outermost first.
    let superiors: [String]
    /// DocC's word: `article`, `symbol`, `collectionGroup`, `collection` for a module, `overview` for tutorials.
    let role: String
    /// The kind of a symbol: `class`, `method`, `case`.
    let symbolKind: String?
    let summary: String
    /// The text before the first heading.
    let text: String
    let sections: [Section]
    /// The addresses of the pages that this one links to.
    let links: Set<String>
    /// True if it shows code.
    let hasCode: Bool
    /// How many members it lists, and true if somebody has put some of them into groups: DocC itself groups by kind.
    let memberCount: Int, hasGroups: Bool

    /// The name alone: `notDeclared` of `ChartError.Code.notDeclared`, `send(_:)` of a method.
    var name: String {
        guard let superior = superiors.last, title.hasPrefix(superior + ".") else { return title }
        return String(title.dropFirst(superior.count + 1))
    }

    var isArticle: Bool { role == "article" || (role == "collectionGroup" && symbolKind == nil) }
}

extension RenderedPage {
    /// All pages below `output`, by their addresses.
    static func all(of output: URL) throws -> [RenderedPage] {
        let data = output.appending(path: "data")
        let length = data.path(percentEncoded: false).count
        let files = FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil) ?? .init()
        return try files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "json" }
            .map { file in
                let path = file.path(percentEncoded: false).dropFirst(length).drop { $0 == "/" }.dropLast(".json".count)
                return try RenderedPage(JSON(file: file), path: String(path))
            }
            .sorted { $0.path < $1.path }
    }

    init(_ page: JSON, path: String) {
        let references = page["references"]
        self.path = path
        title = page["metadata"]["title"].string ?? path
        role = page["metadata"]["role"].string ?? page["kind"].string ?? ""
        symbolKind = page["metadata"]["symbolKind"].string
        superiors = (page["hierarchy"]["paths"].array.first?.strings ?? []).compactMap {
            references[$0]["title"].string
        }
        summary = Words(references: references).inline(page["abstract"])
        links = Set(
            references.keys.compactMap { references[$0]["url"].string }
                .filter { $0.hasPrefix("/") }.map { String($0.dropFirst()) })
        let topics = page["topicSections"].array
        memberCount = topics.reduce(0) { $0 + $1["identifiers"].array.count }
        hasGroups = topics.contains { !$0["generated"].isTrue }
        hasCode = page["primaryContentSections"].array.contains { section in
            section["content"].array.contains { $0.contains("codeListing") }
        }
        var words = Words(references: references)
        for section in page["primaryContentSections"].array {
            switch section["kind"].string {
            case "content": words.read(section["content"])
            case "parameters":
                for parameter in section["parameters"].array {
                    words.add(parameter["name"].string ?? "")
                    words.read(parameter["content"])
                }
            default: continue
            }
        }
        text = words.text
        sections = words.sections
    }
}

/// Reads the text out of DocC's blocks, and cuts it at the headings.
private struct Words {
    let references: JSON
    var text = ""
    var sections: [RenderedPage.Section] = []

    init(references: JSON) { self.references = references }

    mutating func add(_ words: String) {
        guard !words.isEmpty else { return }
        if let last = sections.indices.last {
            sections[last].text += (sections[last].text.isEmpty ? "" : " ") + words
        } else {
            text += (text.isEmpty ? "" : " ") + words
        }
    }

    mutating func read(_ blocks: JSON) {
        for block in blocks.array {
            switch block["type"].string {
            case "heading":
                let title = block["text"].string ?? ""
                // What DocC puts above every text says nothing.
                guard title != "Overview", title != "Discussion" else { continue }
                sections.append(.init(title: title, anchor: block["anchor"].string ?? "", text: ""))
            case "paragraph": add(inline(block["inlineContent"]))
            case "codeListing": add(block["code"].strings.joined(separator: " "))
            case "aside": read(block["content"])
            case "orderedList", "unorderedList": for item in block["items"].array { read(item["content"]) }
            case "table": for row in block["rows"].array { for cell in row.array { read(cell) } }
            case "row": for column in block["columns"].array { read(column["content"]) }
            case "tabNavigator": for tab in block["tabs"].array { read(tab["content"]) }
            default: continue
            }
        }
    }

    func inline(_ content: JSON) -> String {
        content.array.map { part in
            switch part["type"].string {
            case "text": part["text"].string ?? ""
            case "codeVoice": part["code"].string ?? ""
            case "reference": references[part["identifier"].string ?? ""]["title"].string ?? ""
            case "image": ""
            default: inline(part["inlineContent"])
            }
        }.joined()
    }
}
