import Statecharts
import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

private struct Torn: Error {}
private struct Jammed: Error {}

//   Ledger: what its rows send when they end is not heard; how they fail is
//   ●──▶ Open [rows] ──bye──▶ Wrong      failed ──▶ WasTorn, WasJammed
private final class Ledger: TopState<Ledger.Event> {
    enum Event: Sendable { case add, remove, bye }
    let open = Open(), wrong = Wrong(), wasTorn = WasTorn(), wasJammed = WasJammed()
    override func configure() { substates(open, wrong, wasTorn, wasJammed) }
    final class Open: State<Ledger, Ledger> {
        let rows = ChildMachines(of: Open.self, limit: 1) { (_: Open, _: Int) in LedgerRow() }
            .on(\.farewells) { _, _ in .bye }
        override func configure() { children(rows) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add: .handled { rows.add(1) }
            case .remove: .handled { rows.remove(1) }
            case .bye: .to(superior.wrong)
            }
        }
        override func failed(_ error: any Error) -> Reaction {
            (error as? StepError)?.underlying is Torn ? .to(superior.wasTorn) : .to(superior.wasJammed)
        }
    }
    final class Wrong: State<Ledger, Ledger> {}
    final class WasTorn: State<Ledger, Ledger> {}
    final class WasJammed: State<Ledger, Ledger> {}
}

private final class LedgerRow: TopState<LedgerRow.Event> {
    enum Event: Sendable, CaseIterable { case tear, jam }
    let farewells = OutputPort<Int>("farewells"), here = Here()
    override func configure() { substates(here) }
    final class Here: State<LedgerRow, LedgerRow> {
        override func exit() { top.farewells.send(1) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tear: .handled { throw Torn() }
            case .jam: .handled { throw Jammed() }
            }
        }
    }
}

//   Office: its clerk does what the letters say, and tells of each
//   ●──▶ Working [clerk] ──close, done──▶ Shut
private final class Office: TopState<Office.Event> {
    enum Event: Sendable { case mail(Copyist.Event), both, end, wait, close, heard(String), done }
    let working = Working(), shut = Shut()
    var heard: [String] = []
    override func configure() { substates(working, shut) }
    override func handle(_ event: Event) -> Reaction {
        if case .heard(let word) = event { .handled { heard.append(word) } } else { .unhandled }
    }
    final class Working: State<Office, Office> {
        let clerk = Child(of: Working.self) { _ in
            let clerk = Copyist()
            connect(clerk.notes, to: clerk.inbox)
            return clerk
        }
        .on(\.words) { .heard($0) }
        .done(\.count) { _ in .done }
        override func configure() { children(clerk) }
        override func exit() async {
            await clerk.stopped()
            // Its chart is there until its state has been left.
            top.heard.append("after \(clerk.explored?.count ?? -1)")
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .mail(let letter): .handled { clerk.post(letter) }
            case .both:
                .handled {
                    clerk.post(.write)
                    top.heard.append("\(try await clerk.send(.call))")
                }
            case .end:
                .handled {
                    clerk.post(.finish)
                    await clerk.stopped()
                }
            case .wait: .handled { await clerk.stopped() }
            case .close, .done: .to(superior.shut)
            case .heard: .unhandled
            }
        }
    }
    final class Shut: State<Office, Office> {}
}

private final class Copyist: TopState<Copyist.Event> {
    enum Event: Sendable { case write, note, call, again, finish }
    let words = OutputPort<String>("words")
    /// To itself.
    let notes = OutputPort<Event>("notes"), inbox = InputPort<Event>("inbox")
    let here = Here(), over = FinalState<Copyist, Copyist>()
    var count = 0
    override func configure() {
        receive(inbox) { $0 }
        substates(here, over)
    }
    final class Here: State<Copyist, Copyist> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .write:
                .handled {
                    top.words.send("write")
                    top.notes.send(.note)
                }
            case .again: .handled { top.notes.send(.again) }
            case .note, .call:
                .handled {
                    top.count += 1
                    top.words.send("\(event)")
                }
            case .finish: .to(superior.over)
            }
        }
    }
}

/// What reaches whom between a simulated owner and its child, as between machines.
@Suite struct ChildMailTests {
    private var ledger: Explorer<Ledger> {
        var explorer = Explorer(events: [.add, .remove]) { Ledger() }
        explorer.run(Explorer { LedgerRow() })
        explorer.allowsDeadEnds = true
        return explorer
    }

    @Test func `what a child sends while it is stopped reaches nobody`() async throws {
        let found = try await ledger.explore()
        #expect(found.path(to: \.wrong) == nil)
        #expect(found.childPaths.contains("Open/rows[1]:Here"))
    }

    @Test func `children that end by different errors are told apart`() async throws {
        let found = try await ledger.explore()
        #expect(found.path(to: \.wasTorn) != nil && found.path(to: \.wasJammed) != nil, "\(found)")
    }

    /// An office whose clerk has begun.
    private func office() async throws -> TestMachine<Office> {
        var explorer = Explorer<Office>(events: []) { Office() }
        explorer.run(Explorer<Copyist>(events: []) { Copyist() })
        let test = TestMachine(explorer.makeChart(), childrenOf: explorer)
        try await test.start()
        await test.letChildrenRun(.partial)
        return test
    }

    @Test func `what a child sends itself comes behind what its owner waits for, as in a machine`() async throws {
        let test = try await office()
        await test.send(.both, .partial)
        await test.letChildrenRun(.partial)
        #expect(test.top.heard == ["handled", "write", "call", "note"])

        let clock = ManualClock()
        let machine = Machine(Office(), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(.both)
        await clock.settle()
        #expect(await machine.port(\.heard) == test.top.heard)
        try await machine.stop()
    }

    @Test func `a child that always sends itself something can be waited for`() async throws {
        let test = try await office()
        await test.send(.mail(.again), .partial)
        await test.send(.both, .partial)
        #expect(test.top.heard == ["handled"])
    }

    @Test func `a child whose end its owner waits for takes what it has accepted, and tells its end`() async throws {
        let test = try await office()
        await test.send(.end, .partial)
        #expect(test.configuration.description == "Working")
        await test.letChildrenRun(.partial)
        #expect(test.configuration.description == "Shut")

        let clock = ManualClock()
        let machine = Machine(Office(), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(.end)
        await clock.settle()
        #expect(await machine.configuration.description == "Shut")
        try await machine.stop()
    }

    @Test func `a child whose state is left takes what it has accepted`() async throws {
        let test = try await office()
        await test.send(.mail(.note), .partial)
        await test.send(.close, .partial)
        #expect(test.top.heard == ["after 1"])
        #expect(test.configuration.description == "Shut")
    }

    @Test func `a child that does not end by what it has accepted goes on`() async throws {
        let test = try await office()
        await test.send(.mail(.note), .partial)
        await test.send(.wait, .partial)
        #expect(test.top.working.clerk.explored?.count == 1)
        await test.send(.both, .partial)
        await test.letChildrenRun(.partial)
        #expect(test.top.heard == ["handled", "note", "write", "call", "note"])
    }
}
