import Statecharts
import StatechartsTesting
import Testing

//   Bureau [abacus: Abacus, rows[…]: Abacus]
private final class Bureau: TopState<Bureau.Event> {
    enum Event: Sendable { case ask, count(Int, reply: Reply<Int>), add(Twin) }
    let abacus = Child(of: Bureau.self) { _ in Abacus() }
    let rows = ChildMachines(of: Bureau.self) { (_: Bureau, _: Twin) in Abacus() }
    var answers: [String] = []
    override func configure() { children(abacus, rows) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .ask:
            .handled {
                do {
                    answers.append("\(try await abacus.ask { .count(reply: $0) })")
                } catch { answers.append("\(error)") }
            }
        case .count(let number, let reply): rows.forward(.count(reply: reply), to: Twin(number: number))
        case .add(let twin): .handled { rows.add(twin) }
        }
    }

    /// A key whose description is that of others.
    struct Twin: Hashable, Sendable, CustomStringConvertible {
        let number: Int
        var description: String { "twin" }
    }
}

private final class Abacus: TopState<Abacus.Event> {
    enum Event: Sendable { case count(reply: Reply<Int>), more }
    let plain = Plain()
    @Scoped var count = 0
    override func configure() { substates(plain) }
    final class Plain: State<Abacus, Abacus> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .count(let reply): .handled { reply.answer(top.count) }
            case .more: .handled { top.count += 1 }
            }
        }
    }
}

/// What is said of children that do not run, are not there, or cannot be told from others.
@Suite struct UnrunChildTests {
    @Test func `a child that does not run where its owner is tested says so when it is asked`() async throws {
        let test = TestMachine(Bureau())
        try await test.start(.partial)
        await test.send(.ask, .partial)
        #expect(
            test.top.answers == [
                "abacus: the child was asked and does not run here, where its owner is simulated: nobody answers; have "
                    + "it run by explorer.run(Explorer<Abacus>(…)), and in a test by TestMachine(…, childrenOf: explorer) "
                    + "[finished]"
            ])

        var explorer = Explorer<Bureau>(events: [.ask]) { Bureau() }
        explorer.run(Explorer<Abacus>(events: []) { Abacus() })
        let run = TestMachine(Bureau(), childrenOf: explorer)
        try await run.start(.partial)
        await run.letChildrenRun(.partial)
        await run.send(.ask, .partial)
        #expect(run.top.answers == ["0"])
    }

    @Test func `who asks a row that is not there is told where the reply may have gone`() async throws {
        let machine = Machine(Bureau(), clock: ManualClock())
        try await machine.start()
        let error = await #expect(throws: MachineError.self) { try await machine.ask { .count(9, reply: $0) } as Int }
        #expect(
            "\(error.map { "\($0)" } ?? "")"
                == "Bureau: the Reply<Int> was dropped without an answer; answer it, or keep it for later, in every state "
                + "that may get the question: it is dropped too if no state reacts, as for a row that is not there "
                + "[unanswered]")
        try await machine.stop()
    }

    @Test func `rows whose keys read alike are a hint`() async throws {
        var explorer = Explorer<Bureau>(events: [.add(.init(number: 1)), .add(.init(number: 2))]) { Bureau() }
        explorer.run(Explorer<Abacus>(events: []) { Abacus() })
        let found = try await explorer.explore()
        #expect(
            found.hints.filter { $0.contains("twin") } == [
                "several children were called rows[twin] at once, of which only the first was driven: give their keys "
                    + "descriptions that differ"
            ])
    }

    @Test func `the data of a child that grow are named`() async throws {
        var explorer = Explorer<Bureau>(events: []) { Bureau() }
        explorer.run(Explorer<Abacus>(events: [.more]) { Abacus() })
        explorer.limits.configurations = 20
        #expect(
            try await explorer.explore().limit == """
                data, most of all abacus: Abacus.count, make ever new situations of 1 configuration, say with \
                fingerprint(.alone) what of them counts: \
                stopped at the limit of 20 situations (limits.configurations), 1 situation was not gone on from
                """)
    }

    @Test func `time that is to go back is a failure of the test`() async throws {
        let kept = Kept()
        let test = TestMachine(Abacus(), failures: kept.report)
        try await test.start(.partial)
        await test.advance(by: .seconds(-1), .partial)
        #expect(kept.messages == ["time does not go back by -1.0 seconds\nlet zero or more pass"])
    }
}
