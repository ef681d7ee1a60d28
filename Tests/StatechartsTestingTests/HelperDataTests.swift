import Statecharts
import StatechartsTesting
import Testing

//   Branch: at most two steps change anything
//   ●──▶ Root ──a──▶ Left      Root ──b──▶ Right ──a──▶ Left
private final class Branch: TopState<Branch.Event> {
    enum Event: Sendable, CaseIterable { case a, b }
    let root = Root(), left = Left(), right = Right()
    override func configure() { substates(root, left, right) }
    final class Root: State<Branch, Branch> {
        override func handle(_ event: Event) -> Reaction { event == .a ? .to(superior.left) : .to(superior.right) }
    }
    final class Left: State<Branch, Branch> {}
    final class Right: State<Branch, Branch> {
        override func handle(_ event: Event) -> Reaction { event == .a ? .to(superior.left) : .unhandled }
    }
}

//   Auditor: counts in a stored property
//   ●──▶ Fine ──changed [count is the most]──▶ Wrong
private final class Auditor: TopState<Auditor.Event> {
    enum Event: Sendable { case changed(to: String) }
    private(set) var count = 0
    private let most: Int
    let fine = Fine(), wrong = Wrong()
    init(most: Int) { self.most = most }
    override func configure() { substates(fine, wrong) }
    final class Fine: State<Auditor, Auditor> {
        override func handle(_ event: Event) -> Reaction {
            top.count == top.most ? .to(superior.wrong) : .handled { top.count += 1 }
        }
    }
    final class Wrong: State<Auditor, Auditor> {}
}

/// A helper chart that remembers more than its states; and what the oracles are told of the start.
@Suite struct HelperDataTests {
    private func branch(most: Int, told entered: [String] = ["Left", "Right"]) -> Explorer<Branch> {
        var explorer = Explorer { Branch() }
        explorer.allowsDeadEnds = true
        explorer.helper("changes", { Auditor(most: most) }, failsIn: \.wrong) { step, _ in
            step.microsteps.flatMap(\.entries).map(\.path).filter(entered.contains).map { .changed(to: $0) }
        }
        return explorer
    }

    @Test func `a helper counts along each path by itself`() async throws {
        let found = try await branch(most: 2).explore()
        #expect(found.problems.isEmpty && found.isComplete && found.hints.isEmpty, "\(found)")
        // Left after one change and after two are not the same.
        #expect(found.situationCount == 4)
        let violated = try await branch(most: 1).explore()
        #expect(violated.problems.map(\.path.description) == ["[b, a]"], "\(violated)")
    }

    @Test func `a helper and a rule for steps are told of the start`() async throws {
        var explorer = branch(most: 0, told: ["Root"])
        explorer.step("Root is never entered") { step, _ in
            step.microsteps.contains { $0.entries.contains { $0.path == "Root" } } ? "it was" : nil
        }
        let found = try await explorer.explore()
        #expect(Set(found.problems.map(\.subject)) == ["changes", "Root is never entered"], "\(found)")
        #expect(found.problems.allSatisfy { $0.path.isEmpty })
        let example = try #require(try await explorer.randomRuns(.init(seed: 1)).counterexample)
        #expect(example.path.isEmpty && example.subject == "changes")
    }
}
