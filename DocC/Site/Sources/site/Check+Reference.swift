import Foundation

// What has to hold of the pages of symbols.
extension Check {
    private var types: [RenderedPage] {
        pages.filter { ["class", "struct", "enum", "protocol"].contains($0.symbolKind) }
    }

    /// Each type has an example, and groups of members if there are more than eight; so have the members that are used most.
    func examples() -> [String] {
        let byPath = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }
        let plain = types.filter { !$0.hasCode }.map { "\($0.title) has no example" }
        let heaps = types.filter { $0.memberCount > 8 && !$0.hasGroups }.map {
            "\($0.title) has \($0.memberCount) members and no groups of them, see DocC/Statecharts.docc/Types"
        }
        let bare = members.compactMap { member -> String? in
            guard let page = byPath["documentation/\(member)"] else {
                return "DocC/Site/members.txt: there is no \(member)"
            }
            return page.hasCode ? nil : "\(member) is used much and has no example, see DocC/Statecharts.docc/Members"
        }
        return plain + heaps + bare
    }

    /// A summary says something that the name does not.
    func summaries() -> [String] {
        let small: Set = [
            "a", "an", "and", "are", "as", "be", "by", "for", "from", "has", "how", "if", "in", "is", "it", "its", "of",
            "on", "or", "that", "the", "this", "to", "what", "whether", "which", "with",
        ]
        return pages.compactMap { page in
            guard page.symbolKind != nil, !page.summary.isEmpty else { return nil }
            let known = Set(words(of: page.title)), said = words(of: page.summary)
            let news = said.filter { !small.contains($0) && !known.contains($0) && !known.contains($0 + "s") }
            let isNew = news.contains { !$0.hasSuffix("s") || !known.contains(String($0.dropLast())) }
            return isNew ? nil : "the summary of \(page.title) only repeats its name: \(page.summary)"
        }
    }

    /// The words of a text or a name: `is`, `region` of `isRegion`.
    private func words(of text: String) -> [String] {
        text.matches(of: /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/).map { $0.output.lowercased() }
    }
}
