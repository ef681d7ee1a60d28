import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

private final class Nameless: TopState<Int> {}

/// Members of one name: which of them is meant by it nobody knows.
@Suite(.serialized) struct MemberNameTests {
    /// What is told of members of this name: once in the process.
    private func told(_ name: String, _ body: (System) async throws -> Void) async rethrows -> [String] {
        let lines = Guarded<[String]>([])
        let unhear = Misuse.hear { line in lines.withLock { $0.append(line) } }
        defer { unhear() }
        try await body(System())
        return lines.withLock { $0 }.filter { $0.contains("\(name):") }
    }

    private func text(_ name: String) -> String {
        "a system has two members of the name \(name): machine(named:) finds the first one, and records do not tell them "
            + "apart; give each a name of its own: add(…, named:)"
    }

    @Test func `a second member of a name is told of`() async throws {
        let first = Machine(Nameless()), second = Machine(Nameless())
        let told = await told("Namesake 1") { system in
            await system.add(first, named: "Namesake 1")
            await system.add(first, named: "Namesake 1")
            #expect(system.members.count == 1)
            await system.add(second, named: "Namesake 1")
            #expect(system.members.count == 2)
        }
        #expect(told == [text("Namesake 1")])
    }

    @Test func `components of one name are told of, and not those of two composites`() async throws {
        let told = await told("Namesake 2") { system in
            let left = system.add("left"), right = system.add("right")
            system.add("Namesake 2", inside: left)
            system.add("Namesake 2", inside: right)
            #expect(system.members.count == 4)
            system.add("Namesake 2", inside: right)
        }
        #expect(told == [text("Namesake 2")])
    }

    @Test func `who has the name of one that has left or ended is no second one`() async throws {
        let told = try await told("Namesake 3") { system in
            let first = Machine(Nameless())
            let member = await system.add(first, named: "Namesake 3")
            system.remove(member)
            let second = Machine(Nameless()), third = Machine(Nameless())
            await system.add(second, named: "Namesake 3")
            try await second.start()
            try await second.stop()
            await system.add(third, named: "Namesake 3")
        }
        #expect(told == [])
    }
}
