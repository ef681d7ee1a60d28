import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Events that wait for a start that never comes can be found.
@Suite(.serialized) struct UnstartedTests {
    /// What is told while `body` runs of machines with this name.
    private func told(of name: String, _ body: () async throws -> Void) async rethrows -> [String] {
        let lines = Guarded<[String]>([])
        let end = Misuse.hear { line in if line.contains("machine \(name) ") { lines.withLock { $0.append(line) } } }
        defer { end() }
        try await body()
        return lines.withLock { $0 }
    }

    @Test func `a machine that is released with events and was never started says so`() async {
        let lines = await told(of: "Idle radio") {
            let radio = Machine(Player(), named: "Idle radio")
            radio.post("toggle")
            radio.post("faster")
            #expect(radio.waitingCount == 2)
        }
        #expect(
            lines == [
                "the machine Idle radio was released before start(), and 2 events with it (toggle, …); "
                    + "call start(), and keep the machine until it is done"
            ])
    }

    @Test func `a failure that nobody waits for is told, once`() async throws {
        for suspends in [false, true] {
            let lines = try await told(of: "Lone till") {
                let machine = Machine(Fragile(suspends), named: "Lone till")
                try await machine.start()
                machine.post("break")
                machine.post("break")
                // Returns when both were taken; nobody was there when the first one failed.
                _ = await machine.configuration
                try await eventually { await machine.status == .failed }
                await #expect(throws: StepError.self) { try await machine.send("break") }
            }
            #expect(
                lines == [
                    "the machine Lone till has failed, and nobody waits for its end: Only, taking break: threw broken, "
                        + "and no state handled it: Only and Fragile were asked; override failed(_:) in one of them "
                        + "[unhandledError]; await its run() or finished, or give it to a Supervisor"
                ])
        }
    }

    @Test func `a failure that somebody hears of is not told`() async throws {
        let lines = try await told(of: "Heard till") {
            func machine() async throws -> Machine<Fragile> {
                let machine = Machine(Fragile(false), named: "Heard till")
                try await machine.start()
                return machine
            }
            // Who sends.
            let sent = try await machine()
            await #expect(throws: StepError.self) { try await sent.send("break") }
            // Who waits for the end.
            let awaited = try await machine()
            let run = Task { try await awaited.run() }
            try await eventually { awaited.observers.isHeard }
            awaited.post("break")
            await #expect(throws: StepError.self) { try await run.value }
            // Who reads the steps.
            let watched = try await machine()
            let steps = watched.steps
            watched.post("break")
            for await step in steps where step.failure != nil { break }
            // Who has sent something that is not taken any more.
            let busy = try await machine()
            let gate = Gate()
            try await busy.withTop { $0.gate = gate }
            busy.post("wait")
            await gate.reached()
            busy.post("break")
            let behind = Task { try await busy.send("break") }
            try await eventually { busy.mailbox.envelopes.count >= 2 }
            gate.open()
            await #expect(throws: StepError.self) { try await behind.value }
            // A supervisor.
            let supervisor = Supervisor(limit: RestartLimit(0, in: .seconds(1)))
            let child = supervisor.add("child") { Machine(Fragile(false), named: "Heard till") }
            child.post("break")
            await #expect(throws: SupervisorError.self) { try await supervisor.run() }
        }
        #expect(lines == [])
    }

    /// What a machine has beside it that is not told of its failure.
    enum Deaf: CaseIterable { case system, configurations, somethingAtTheEnd }

    @Test(arguments: Deaf.allCases)
    func `a failure is told where nobody is told of the error`(_ beside: Deaf) async throws {
        let lines = try await told(of: "Deaf till") {
            let machine = Machine(Fragile(false), named: "Deaf till")
            try await machine.start()
            let system = System(), configurations = machine.configurations
            switch beside {
            case .system:
                await system.add(machine)
                try await eventually { machine.observers.contents.withLock { $0.isAwaited } }
            case .configurations: break
            case .somethingAtTheEnd: machine.observers.whenEnded { _ in }
            }
            machine.post("break")
            for await _ in configurations {}
            try await eventually { await machine.status == .failed }
        }
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasPrefix("the machine Deaf till has failed, and nobody waits for its end: Only,") == true)
    }

    @Test func `a failure in a system is not told where somebody reads the steps`() async throws {
        let lines = try await told(of: "Read till") {
            let machine = Machine(Fragile(false), named: "Read till")
            let system = System(), steps = machine.steps
            await system.add(machine)
            try await machine.start()
            machine.post("break")
            for await step in steps where step.failure != nil { break }
            try await eventually { await machine.status == .failed }
        }
        #expect(lines == [])
    }

    @Test func `nothing is told of machines that were started or stopped, or have no events`() async throws {
        let lines = try await told(of: "Quiet radio") {
            let started = Machine(Player(), named: "Quiet radio")
            started.post("toggle")
            try await started.start()
            #expect(started.waitingCount == 0)
            let stopped = Machine(Player(), named: "Quiet radio")
            stopped.post("toggle")
            try await stopped.stop()
            _ = Machine(Player(), named: "Quiet radio")
        }
        #expect(lines == [])
    }
}

private struct BrokenTill: Error, CustomStringConvertible { let description = "broken" }

/// "break" throws, "wait" waits at the gate.
private final class Fragile: TopState<String> {
    let only = Only(), suspends: Bool
    var gate: Gate?
    init(_ suspends: Bool) { self.suspends = suspends }
    override func configure() { substates(only) }

    final class Only: State<Fragile, Fragile> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "wait": .handled { [gate = top.gate] in await gate?.wait() }
            case _ where top.suspends:
                .handled {
                    await Task.yield()
                    throw BrokenTill()
                }
            default: .handled { throw BrokenTill() }
            }
        }
    }
}
