import Foundation
import Testing

/// An article's address is made of its file's name, in small letters; so is that of a type's page, which wins.
@Suite struct ArticleAddressTests {
    /// Pages that add to a symbol's begin with its name as a link.
    private static func articles() throws -> [String] {
        try Repository.paths(below: "DocC/Statecharts.docc", endings: ["md"])
            .filter { try !Repository.text($0).hasPrefix("# ``") }
            .map { String($0.split(separator: "/").last?.dropLast(3) ?? "") }
    }

    @Test func `no article has the address of a type`() throws {
        let types = try Repository.paths(below: "Sources", endings: ["swift"])
            .flatMap { path in
                try Repository.text(path)
                    .matches(of: /(?m)^public (?:final )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/)
                    .map { $0.1.lowercased() }
            }
        let articles = try Self.articles()
        #expect(articles.count > 20 && types.count > 100)
        #expect(articles.filter { types.contains($0.lowercased()) } == [])
    }
}
