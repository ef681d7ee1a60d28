import Testing

/// If it is printed, it is compiled: code in documents is the same, letter by letter, as a marked passage of a source file.
///
/// To show code in README.md or an article, put it between `// snippet: title` and `// end snippet` in a Swift file below Tests or Demos and copy it
/// into a block of Swift, or into a documentation comment, indented by four blanks. Indentation common to all lines is ignored. What is in Tests/Newcomer is built and run as a package by `.ci/run newcomer`.
@Suite struct CodeTests {
    private func compiled() throws -> [Passage] {
        let sources = ["Tests", "Demos"].flatMap { Repository.paths(below: $0, endings: ["swift"]) }
        return try sources.flatMap { try Passage.snippets(in: $0) }
    }

    @Test func `every block of Swift in the documents is compiled`() throws {
        let compiled = Set(try compiled().map(\.code))
        let blocks = try Repository.documents.flatMap { try Passage.blocks("swift", in: $0) }
        #expect(!blocks.isEmpty)
        for block in blocks where !compiled.contains(block.code) {
            Issue.record("\(block.place): no snippet below Tests or Demos is equal to\n\(block.code)")
        }
    }

    /// The code in the documentation of symbols.
    private func commented() throws -> [Passage] {
        try Repository.paths(below: "Sources", endings: ["swift"]).flatMap { try Passage.comments(in: $0) }
    }

    @Test func `all code in the documentation of symbols is compiled`() throws {
        let compiled = Set(try compiled().map(\.code))
        let comments = try commented()
        #expect(comments.count > 60)
        for comment in comments where !compiled.contains(comment.code) {
            Issue.record("\(comment.place): no snippet below Tests or Demos is equal to\n\(comment.code)")
        }
    }

    @Test func `no documentation of a symbol only sends its reader elsewhere`() throws {
        let referral = /\/\/\/ (?:[Aa]s [^.]*[,;] )?[Ss]ee [^.]*\.?/
        for path in Repository.paths(below: "Sources", endings: ["swift"]) {
            let lines = try Repository.text(path).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            for (position, line) in lines.enumerated() where line.wholeMatch(of: referral) != nil {
                let isAlone =
                    (position == 0 || !lines[position - 1].hasPrefix("///"))
                    && (position + 1 == lines.count || !lines[position + 1].hasPrefix("///"))
                #expect(!isAlone, "\(path): \(line)")
            }
        }
    }

    @Test func `every snippet is shown in a document`() throws {
        let documents = try Repository.documents.flatMap { try Passage.blocks("swift", in: $0) }
        let shown = Set((documents + (try commented())).map(\.code))
        for snippet in try compiled() where !shown.contains(snippet.code) {
            Issue.record("\(snippet.place): no document shows this snippet")
        }
    }

    @Test func `the chart that README.md begins with is short`() throws {
        let chart = try #require(try Passage.blocks("swift", in: "README.md").first)
        #expect(chart.code.hasPrefix("final class RunningLights"))
        #expect(chart.code.split(separator: "\n", omittingEmptySubsequences: false).count <= 38)
    }

    /// The cases of `.ci/run scripts`: their paths without ending, and the arguments that the demo gets.
    private func scriptedRuns() throws -> [(name: String, arguments: [String])] {
        let paths = Repository.paths(below: "Demos", endings: ["args", "script"])
        let names = Set(paths.map { $0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex) }.map(String.init))
        return try names.map { name in
            let words = paths.contains(name + ".args") ? try Repository.text(name + ".args") : ""
            let script = paths.contains(name + ".script") ? ["--headless", "--script", name + ".script"] : []
            return (name, words.split(whereSeparator: \.isWhitespace).map(String.init) + script)
        }
    }

    /// What a demo prints stands in its `.expected` file, which `.ci/run` compares with a run.
    @Test func `every run of a demo in the documents prints what it really prints`() throws {
        var runs = 0
        let cases = try scriptedRuns()
        for block in try Repository.documents.flatMap({ try Passage.blocks("console", in: $0) }) {
            let lines = block.code.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let known = try cases.contains { name, arguments in
                guard lines.count > 1, lines[0].hasSuffix(" " + arguments.joined(separator: " ")) else { return false }
                return try Repository.text(name + ".expected").trimmingSuffix("\n") == lines[1]
            }
            #expect(known, "\(block.place): no case below Demos/*/Scripts has these arguments and this output")
            runs += 1
        }
        #expect(runs > 0)
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
