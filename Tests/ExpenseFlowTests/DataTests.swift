import DemoSupport
import Foundation
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// What is kept from one run to the next.
@Suite struct DataTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "expenses-\(UUID().uuidString)")

    private func flow() throws -> ExpenseFlow {
        let parser = OptionParser(command: "demo", summary: "", options: [DataFile.option])
        let file = try DataFile(try parser.parse(["--data", folder.path]), named: "expense-flow")
        return try ExpenseFlow(clock: ManualClock(), data: file)
    }

    /// Logs in and does what the lines say in a run of its own; answers with what there is then.
    private func run(_ lines: String...) async throws -> [String] {
        let flow = try flow()
        try await flow.start()
        let session = Session(flow)
        for line in ["email ada@example.org", "password engine", "login", "advance 1s"] + lines {
            #expect(await session.perform(line).messages == [], "\(line)")
            try flow.keep()
        }
        let rows = await flow.screen.rows.map { "\($0.expense.id) \($0.expense.category)" }
        try await flow.stop()
        return rows
    }

    @Test func `expenses are those of the run before, and no number is given twice`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await run(
            "add", "amount 12.50", "category lunch", "create", "advance 1s", "delete 4", "advance 1s", "add",
            "amount 1", "category tea", "create", "advance 1s", "delete 1", "advance 1s")
        #expect(first == ["2 train", "3 books", "5 tea"])
        // The first request of a run has the number that the first one of the run before had.
        #expect(try await run() == first)
        #expect(
            try await run("delete 3", "advance 1s", "add", "amount 2", "category cake", "create", "advance 1s") == [
                "2 train", "3 books", "6 cake",
            ])
    }

    @Test(
        arguments: [
            ("\"lastID\":3", "\"lastID\":2", "an expense has a number that was never given"),
            ("\"version\":1", "\"version\":9", "its version is 9, this program reads 1"),
            ("\"cents\":999}", "\"cents\":-999}", "an amount is out of range"),
            ("\"cents\":999}", "\"cents\":\(Int.max)}", "an amount is out of range"),
            ("\"id\":3", "\"id\":2", "an expense is there twice"), ("books", "\\u001b[2J", "a name cannot be shown"),
            ("{", "", "The given data was not valid JSON."),
        ])
    func `damaged data are refused in one line and stay as they are`(old: String, new: String, fault: String)
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await run()
        let path = folder.appending(path: "expense-flow.json")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.contains(old))
        let damaged = text.replacing(old, with: new, maxReplacements: 1)
        try damaged.write(to: path, atomically: true, encoding: .utf8)
        #expect(throws: InputError("--data: '\(path.path)' is damaged and was left as it is: \(fault)")) { try flow() }
        #expect(try String(contentsOf: path, encoding: .utf8) == damaged)
    }
}
