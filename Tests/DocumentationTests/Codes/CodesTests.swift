import Statecharts
import StatechartsBridge
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Every code has a page, and every page a code; on each is a program that is run.
@Suite struct CodesTests {
    /// The codes by the error that has them.
    private static let codes: [String: [String]] = [
        "ChartError": names(ChartError.Code.self), "StepError": names(StepError.Code.self),
        "MachineError": names(MachineError.Code.self), "PortError": names(PortError.Code.self),
        "SnapshotError": names(SnapshotError.Code.self), "SupervisorError": names(SupervisorError.Code.self),
        "SecretError": [SecretError.Code.notWritten, .notGiven(number: 1), .notFitting(number: 1)].map(\.name),
        "ThreadActorError": names(ThreadActorError.Code.self), "PlaceError": names(PlaceError.Code.self),
        "RecordingError": names(RecordingError.Code.self), "ReplayError": names(ReplayError.Code.self),
        "CoverageError": names(CoverageError.Code.self), "BridgeError": names(BridgeError.Code.self),
    ]

    /// Errors of which there is one kind only, or that say what somebody else has said.
    private static let without: Set = ["InterruptedActivity", "PeerError", "TestFailure", "UnendingWait"]

    private static func names<Code: CaseIterable & RawRepresentable<String>>(_ type: Code.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    private static var pages: [String] {
        Repository.paths(below: CodePage.folder, endings: ["md"])
            .map { $0.split(separator: "/").last.map(String.init) ?? "" }.map { String($0.dropLast(3)) }
    }

    @Test func `every code has a page, and every page a code`() {
        let wanted = Self.codes.flatMap { error, codes in codes.map { "\(error).\($0)" } }
        #expect(Self.pages == wanted.sorted())
    }

    @Test func `every page shows a program that is run and what it says, and one that is repaired`() throws {
        let tests = try Repository.paths(below: "Tests/DocumentationTests/Codes", endings: ["swift"])
            .map { try Repository.text($0) }.joined()
        for page in Self.pages {
            let path = "\(CodePage.folder)/\(page).md"
            #expect(tests.contains("CodePage(\"\(page)\").shows {"), "no test runs the program of \(path)")
            #expect(try Passage.blocks("swift", in: path).count == 2, "\(path)")
            #expect(try Passage.blocks("text", in: path).count == 1, "\(path)")
        }
    }

    @Test func `every public error has codes`() throws {
        var errors: Set<String> = []
        for path in Repository.paths(below: "Sources", endings: ["swift"]) {
            for error in try Repository.text(path).matches(of: /public struct (\w+): (?:Error|[^{]*, Error)\b/) {
                errors.insert(String(error.1))
            }
        }
        #expect(errors.subtracting(Self.without) == Set(Self.codes.keys))
    }

    @Test func `the article *Codes* lists all of them`() throws {
        let article = try Repository.text("DocC/Statecharts.docc/Codes.md")
        for (error, codes) in Self.codes {
            for code in codes { #expect(article.contains("\(error)/Code/\(code)"), "\(error).\(code)") }
        }
    }
}
