import Testing

/// The article Semantics names the test that proves each ruling, after `Proved by`, in backticks.
@Suite struct SemanticsTests {
    private static let article = "DocC/Statecharts.docc/Semantics.md"

    /// The names of all test functions below Tests.
    private func testNames() throws -> Set<String> {
        var names: Set<String> = []
        for path in Repository.paths(below: "Tests", endings: ["swift"]) {
            for line in try Repository.text(path).split(separator: "\n") {
                guard let start = line.firstRange(of: "func `")?.upperBound else { continue }
                names.insert(String(line[start...].prefix { $0 != "`" }))
            }
        }
        return names
    }

    @Test func `every test that the article Semantics names exists`() throws {
        let known = try testNames()
        let lines = try Repository.text(Self.article).split(separator: "\n")
        let proofs = lines.filter { $0.hasPrefix("**Proved by** ") }
        #expect(!proofs.isEmpty)
        for proof in proofs {
            let named = proof.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            #expect(!named.isEmpty, "no test is named in: \(proof)")
            for name in named { #expect(known.contains(name), "there is no test `\(name)`") }
        }
    }

    @Test func `every ruling in the article Semantics names a test`() throws {
        for section in try Repository.text(Self.article).split(separator: "\n### ").dropFirst() {
            let title = section.prefix { $0 != "\n" }
            #expect(section.contains("\n**Proved by** "), "the ruling '\(title)' names no test")
        }
    }
}
