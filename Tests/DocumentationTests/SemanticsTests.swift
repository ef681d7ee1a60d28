import Testing

/// The article Semantics names the test that proves each ruling, after `Proved by`, in backticks.
@Suite struct SemanticsTests {
    private static let article = "DocC/Statecharts.docc/Semantics.md"

    /// The names of all test functions below Tests.
    private func testNames() throws -> Set<String> {
        var names: Set<String> = []
        for path in Repository.paths(below: "Tests", endings: ["swift"]) {
            for name in try Repository.text(path).matches(of: /func\s+`([^`]+)`/) { names.insert(String(name.1)) }
        }
        return names
    }

    @Test func `every test that the article Semantics names exists`() throws {
        let known = try testNames()
        let paragraphs = try Repository.text(Self.article).split(separator: "\n\n")
        let proofs = paragraphs.filter { $0.hasPrefix("**Proved by**") }
        #expect(!proofs.isEmpty)
        for proof in proofs {
            let unwrapped = proof.replacing("\n", with: " ")
            let named = unwrapped.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            #expect(!named.isEmpty, "no test is named in: \(proof)")
            let missing = named.filter { !known.contains($0) }
            #expect(missing == [], "there are no such tests")
        }
    }

    @Test func `every ruling in the article Semantics names a test`() throws {
        for section in try Repository.text(Self.article).split(separator: "\n### ").dropFirst() {
            let title = section.prefix { $0 != "\n" }
            #expect(section.contains("\n**Proved by**\n"), "the ruling '\(title)' names no test")
        }
    }
}
