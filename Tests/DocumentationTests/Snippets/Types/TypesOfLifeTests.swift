import Statecharts
import StatechartsBridge
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfLifeTests {
    @Test func `what a replica has taken`() async throws {
        struct Added: Delta {
            let name: String
            func apply(to whole: inout [String]) { whole.append(name) }
        }
        var guests = Replica<Added>()
        let message = Numbered<Added>.whole(["Emma"], number: 1)
        // snippet: what a replica has taken
        switch guests.take(message) {
        case .applied: print(guests.whole ?? [])
        case .missed(let numbers): print("\(numbers) are missing: ask for the whole")
        case .early, .repeated: break
        }
        // end snippet
    }

    @Test func `secrets that are not written`() async throws {
        let password = Secret("hunter2")
        // snippet: secrets that are not written
        do { _ = try SnapshotValue(encoding: password) } catch let error as SecretError {
            print(error.code.name, password)  // notWritten secret
        }
        // end snippet
    }

    @Test func `what a snapshot holds`() async throws {
        let machine = Machine(Heater(), clock: ManualClock())
        try await machine.start()
        try await machine.send(.on)
        // snippet: what a snapshot holds
        let snapshot = try await machine.snapshot()
        for state in snapshot.states where snapshot.configuration.contains(state.path) { print(state.path, state.kind) }
        for timer in snapshot.timers { print(timer.state, timer.remaining) }  // Heating 5.0 seconds
        for activation in snapshot.activations { print(activation.state, activation.activities.map(\.kind)) }
        for history in snapshot.history { print(history.state, history.leaves) }
        for omission in snapshot.omitted { print(omission.state, omission.property, omission.type) }
        // end snippet
        #expect(snapshot.timers.count == 1)
    }

    @Test func `what waits in a snapshot`() async throws {
        let machine = Machine(Heater(), clock: ManualClock())
        try await machine.start()
        // snippet: what waits in a snapshot
        var snapshot = try await machine.snapshot()
        snapshot.data[""] = .int(12)  // in place of what save() has answered
        snapshot.deferred.append(Snapshot.Event(event: try SnapshotValue(encoding: Heater.Event.on)))
        for waiting in snapshot.queued {
            switch waiting {
            case .event(let event): print(event)
            case .ended(_, .failure(let reason)): print(reason)
            case .expiry, .ended, .inside, .sent: continue
            }
        }
        // end snippet
    }

    @Test func `snapshot errors`() async throws {
        let old = Interpreter(Heater())
        try old.start()
        var snapshot = try old.snapshot()
        snapshot.rename("Ready", to: "Warm")
        // snippet: snapshot errors
        do { try await Machine(restoring: snapshot, Heater()).start() } catch let error as SnapshotError
            where error.code == .otherChart
        {
            for difference in error.differences where difference.kind == .missing { print(difference.path) }  // Warm
        }
        // end snippet
    }

    @Test func `identities of states`() async throws {
        let heater = Interpreter(Valve())
        try heater.start()
        // snippet: identities of states
        for vertex in heater.vertices where vertex.kind == .state {
            print(vertex.path, vertex.superior?.name ?? "", vertex.methods.contains(.entry))
        }
        // end snippet
    }

    @Test func `step errors`() async throws {
        struct NoGas: Error {}
        final class Stove: TopState<Stove.Event> {
            enum Event { case light }
            let off = Off(), on = On()
            override func configure() { substates(off, on) }
            final class Off: State<Stove, Stove> {
                override func handle(_ event: Event) -> Reaction { .to(superior.on) }
            }
            final class On: State<Stove, Stove> { override func entry() throws { throw NoGas() } }
        }
        let stove = Interpreter(Stove())
        try stove.start()
        // snippet: step errors
        do { try stove.send(.light) } catch let error as StepError where error.code == .unhandledError {
            if error.action == .entry { print(error.path, error.underlying ?? error) }  // On NoGas()
        }
        // end snippet
    }

    @Test func `supervised lives`() async throws {
        let supervisor = Supervisor()
        let heater = supervisor.add("heater") { Machine(Heater(), clock: ManualClock()) }
        // snippet: supervised lives
        let events = supervisor.events
        var configurations = heater.configurations.makeAsyncIterator()  // goes on from life to life
        let running = Task { try await supervisor.run() }
        print(await configurations.next() ?? .empty, heater.status)  // Cold running
        for await event in events {
            if case .started(let name) = event { print(name) }
            break
        }
        running.cancel()
        // end snippet
        _ = await running.result
    }

    @Test func `supervisor errors`() async throws {
        let supervisor = Supervisor()
        let heater = supervisor.add("heater") { Machine(Heater()) }
        // snippet: supervisor errors
        do { _ = try await heater.withTop { $0.path } } catch let error as SupervisorError where error.code == .down {
            print(error.child)  // heater: nobody runs it yet
        }
        // end snippet
    }

    @Test func `threads that cannot be`() async throws {
        // snippet: threads that cannot be
        do { _ = try ThreadActor(named: "printer", stackSize: 1) } catch {
            print(error.code, error.message)  // stackSize: a thread cannot have a stack of 1 byte…
        }
        // end snippet
    }

    @Test func `limits of bridges`() async throws {
        let clock = ManualClock()
        // snippet: limits of bridges
        let (shop, guest) = MemoryLink.pair(clock: clock, faults: .init(delay: .milliseconds(20), lossEvery: 50))
        let limits = BridgeLimits(window: 64, patience: .seconds(5), attempts: 10)
        let bridge = Bridge(over: shop, name: "shop", limits: limits, clock: clock)
        bridge.begin()
        for await state in bridge.states.stream() {
            if case .connecting = state { print(bridge.peers.map(\.name)) }
            break
        }
        // end snippet
        bridge.stop()
        guest.close()
    }
}
