import Statecharts
import StatechartsTesting
import TestSupport

/// All that is public, called at random.
extension StressRun {
    /// Until the gate of machines is mended: a snapshot that comes at the wrong time ends the process.
    static var takesSnapshots: Bool { true }

    private func event() -> Stressed.Event {
        switch below(12) {
        case 0...2: .work(burden())
        case 3...5: .go(burden())
        case 6, 7: .later(burden())
        case 8: .number(below(20))
        case 9: .fail(isHard: chance(5))
        case 10: .tick
        default: chance(5) ? .finish : .work(burden())
        }
    }

    /// Calls that do not wait: from anywhere, also from inside actions, handlers and the ends of events.
    func callAtOnce() {
        note()
        switch below(24) {
        case 0...4: pick(machines).post(event())
        case 5, 6: pick(supervised).post(event())
        case 7, 8: pick(inputs).send(below(5))
        case 9: source.send(below(5))
        case 10: pick(states).send(below(5))
        case 11: value.send(below(5))
        case 12: free[1].send(1)
        case 13: connect(pick(outputs), to: pick(free)).disconnect()
        case 14: _ = pick(states).stream()
        case 15: _ = pick(machines).steps
        case 16: _ = pick(machines).configurations
        case 17:
            system.pause()
            _ = system.step()
            system.resume()
        case 18: _ = (system.held, system.members, system.connections)
        case 19: _ = (system.recorder(), system.reports, system.violations, system.changes, system.messages)
        case 20: _ = (pick(inputs).bufferedCount, pick(free).droppedCount, pick(states).current, channel.bufferedCount)
        case 21:
            _ = (pick(supervised).machine, pick(supervised).lastSnapshot, supervisor.events)
            _ = (pick(supervised).status, pick(supervised).steps, pick(supervised).configurations, supervisor.names)
        case 22: start("an activity of an action") { await Task.yield() }
        default: cancelSome()
        }
    }

    /// Calls that wait, from inside an action or activity: rings of machines are errors there.
    func callFromAction() async {
        note()
        let machine = pick(machines)
        await dog.during("from an action") {
            switch below(10) {
            case 8: _ = try? await pick(supervised).ask { .ask($0) } as Int
            case 9: _ = try? await pick(supervised).withTop { $0.count }
            case 0, 1: _ = try? await machine.send(event())
            case 2: _ = try? await machine.ask { .ask($0) } as Int
            case 3: _ = try? await machine.withTop { $0.count }
            case 4: _ = await machine.configuration
            case 5: _ = try? await pick(supervised).send(event())
            case 6: if Self.takesSnapshots { _ = try? await machine.snapshot() }
            default: await Task.yield()
            }
        }
    }

    /// Any call, in a task of its own if it waits.
    func callSomething() {
        let machine = pick(machines), event = event(), number = below(5)
        switch below(48) {
        case 0...2: start("start") { try await machine.start() }
        case 3...5: start("send") { try await machine.send(event) }
        case 6: start("ask") { _ = try await machine.ask { .ask($0) } as Int }
        case 7: start("ask, kept") { _ = try await machine.ask(within: .milliseconds(2)) { .keep($0) } as Int }
        case 8: start("withTop") { try await machine.withTop { $0.count += 1 } }
        case 9: if Self.takesSnapshots { start("snapshot") { _ = try await machine.snapshot() } }
        case 10:
            start("looking") {
                _ = await (machine.configuration, machine.status, machine.isActive(\.slow), machine.vertices)
            }
        case 11: start("finished") { try await machine.finished }
        case 12: if chance(10) { start("stop") { try await machine.stop() } }
        case 13: if chance(10) { start("run") { try await machine.run() } }
        case 14, 15: start("steps") { for await _ in machine.steps(buffering: .bufferingNewest(2)) {} }
        case 16: start("steps, some") { for await _ in machine.steps.prefix(3) {} }
        case 17: start("configurations") { for await _ in machine.configurations {} }
        case 18: start("supervised send") { [one = pick(supervised)] in try await one.send(event) }
        case 19: start("supervisor's events") { [supervisor] in for await _ in supervisor.events.prefix(3) {} }
        case 20, 21: readAndWrite(number)
        case 22: start("sendWaiting, source") { [source] in try await source.sendWaiting(number) }
        case 23: start("sendWaiting, input") { [input = pick(inputs)] in try await input.sendWaiting(number) }
        case 24: rewire()
        case 25:
            start("stream") { [state = pick(states)] in for await _ in state.stream(buffering: .waiting(1)).prefix(3) {}
            }
        case 26:
            start("stream of a value") { [value] in for await _ in value.stream(buffering: .bufferingNewest(1)) {} }
        case 27:
            start("stepAndSettle") { [system] in
                system.pause()
                _ = await system.stepAndSettle()
                system.resume()
            }
        case 28: start("messages") { [system] in for await _ in system.messages.prefix(3) {} }
        case 29: start("reports") { [system] in for await _ in system.reports {} }
        case 30: start("changes") { [system] in for await _ in system.changes.prefix(3) {} }
        case 31: start("add and remove") { [system] in system.remove(await system.add(machine, named: "twice")) }
        case 32: start("port") { _ = await machine.port(\.out) }
        case 33: start("interpreter") { [bench] in await bench.step(number) }
        case 34: start("clock") { [clock] in await clock.advance(by: .milliseconds(number)) }
        case 35: if Self.takesSnapshots { start("continued") { try await self.carryOn(machine) } }
        case 36: pick(inputs).enforce(Contract(Loose()), onViolation: chance(50) ? .report : .refuse) { $0 }
        case 37...42: callSupervised(event)
        case 43, 44: start("view") { try await self.view(machine, event) }
        default: callAtOnce()
        }
    }

    /// A producer that waits, and consumers.
    private func readAndWrite(_ number: Int) {
        let port = free[0], out = OutputPort<Int>("short")
        let connection = connect(out, to: port)
        start("sendWaiting") {
            try await out.sendWaiting(number)
            connection.disconnect()
        }
        start("sendWaiting, direct") { try await port.sendWaiting(number) }
        start("consumer") { for await _ in port.prefix(2) {} }
        if chance(20) { start("handler") { await port.handle { _ in await Task.yield() }.value } }
    }

    /// Connections that come and go, proxies and channels' receivers among them.
    private func rewire() {
        let worker = InputPort<Int>("worker"), outer = InputPort<Int>("outer"), proxy = OutputPort<Int>("proxy")
        let connections = [
            connect(channel, to: worker), connect(value, to: pick(free)) { $0 > 2 ? $0 : nil },
            connect(outer, to: free[1]), connect(pick(states), to: proxy), connect(proxy, to: outer) { $0 + 1 },
            connect(pick(outputs), to: pick(machines)) { .number($0) },
        ]
        start("worker") {
            let sequence = AsyncStream<Int> { continuation in
                for number in 0..<3 { continuation.yield(number) }
                continuation.finish()
            }
            let carried = connect(sequence, to: worker)
            for await _ in worker.prefix(2) {}
            carried.disconnect()
            for connection in connections { connection.disconnect() }
            worker.finish()
        }
    }

    /// A machine that continues from a snapshot, started and stopped.
    private func carryOn(_ machine: Machine<Stressed>) async throws {
        let snapshot = try await machine.snapshot()
        let next = Machine(
            restoring: snapshot, Stressed(Hooks(now: { _ in }, later: { _ in }), buffering: .unbounded), clock: clock)
        try await next.start()
        try await next.send(.tick)
        try await next.stop()
    }
}

/// Says nothing against any message but the fourth of a row.
///
///     ● ▶ Open ── n ──▶ itself
final class Loose: TopState<Int> {
    let open = Open()
    override func configure() { substates(open) }
    final class Open: State<Loose, Loose> {
        override func handle(_ event: Int) -> Reaction { event == 4 ? .unhandled : .handled }
    }
}

/// An interpreter in an actor of its own.
actor Bench {
    private let interpreter = Interpreter(Loose())

    func step(_ number: Int) {
        do {
            if interpreter.status == .new { try interpreter.start() }
            _ = try interpreter.step(number)
            try interpreter.post(number)
            try interpreter.settle()
            _ = (interpreter.configuration, interpreter.vertices, interpreter.deferredCount)
        } catch {
            // After its end.
        }
    }
}
