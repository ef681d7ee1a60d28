import StatechartsTesting
import Statecharts
import Testing

/// What timers and activities of a state send is asked of that state.
@Suite struct OwnerTests {
    enum Cargo: CaseIterable {
        case expiry, period, sent, result, error, element

        func begin(_ state: some PingableState) {
            switch self {
            case .expiry: state.pingAfter()
            case .period: state.pingEvery()
            case .sent: state.pingBySending()
            case .result: state.pingAsResult()
            case .error: state.pingAsError()
            case .element: state.pingAsElement()
            }
        }
    }

    let clock = ManualClock()

    @Test(arguments: [false, true])
    func `of two regions of one class each has its own timer`(_ isObserved: Bool) async throws {
        let machine = Machine(Lamps(), clock: clock)
        let steps = isObserved ? machine.steps : nil
        try await machine.start()
        await clock.advance(by: .seconds(1))
        #expect(await machine.configuration.description == "(Pair.Left.Dark, Pair.Right.Lit)")
        await clock.advance(by: .milliseconds(3_999))
        #expect(await machine.configuration.description == "(Pair.Left.Dark, Pair.Right.Lit)")
        await clock.advance(by: .milliseconds(1))
        #expect(await machine.configuration.description == "(Pair.Left.Dark, Pair.Right.Dark)")
        withExtendedLifetime(steps) {}
        // What is posted is asked of both.
        let other = Machine(Lamps(), clock: clock)
        try await other.start()
        try await other.send(.out)
        #expect(await other.configuration.description == "(Pair.Left.Dark, Pair.Right.Dark)")
    }

    private func asked(_ owner: String, _ cargo: Cargo, isObserved: Bool = false) async throws -> [String] {
        let machine = Machine(
            Lamps(.seconds(100), .seconds(100)) { _, state in
                if state.path == owner, let state = state as? any PingableState { cargo.begin(state) }
            }, clock: clock)
        let steps = isObserved ? machine.steps : nil
        try await machine.start()
        await clock.settle()
        await clock.advance(by: .seconds(1))
        await clock.settle()
        let asked = try await machine.withTop { $0.asked }
        try await machine.stop()
        withExtendedLifetime(steps) {}
        return asked
    }

    @Test(arguments: Cargo.allCases, [false, true])
    func `what belongs to a state is asked of its leaves, of it and of its superiors`(
        _ cargo: Cargo, _ isObserved: Bool
    ) async throws {
        #expect(
            try await asked("Pair.Left.Lit", cargo, isObserved: isObserved)
                == ["Pair.Left.Lit", "Pair.Left", "Pair", "Lamps"])
        #expect(
            try await asked("Pair.Right", cargo, isObserved: isObserved)
                == ["Pair.Right.Lit", "Pair.Right", "Pair", "Lamps"])
    }

    @Test(arguments: Cargo.allCases, ["Pair", "Lamps"])
    func `what belongs to an orthogonal state or to the top is asked of all inside it`(
        _ cargo: Cargo, _ owner: String
    ) async throws {
        #expect(
            try await asked(owner, cargo)
                == ["Pair.Left.Lit", "Pair.Left", "Pair.Right.Lit", "Pair.Right", "Pair", "Lamps"])
    }

    @Test(arguments: Cargo.allCases, [Lamps.Event.again, .leave])
    func `what belongs to a state goes with it, also if it was deferred`(
        _ cargo: Cargo, _ leaving: Lamps.Event
    ) async throws {
        let machine = Machine(
            Lamps(.seconds(100), .seconds(100), deferring: ["Pair.Left.Lit", "Pair.Left.Dark"]) { top, state in
                // Once only.
                if state.path == "Pair.Left", top.asked.isEmpty, let state = state as? any PingableState {
                    cargo.begin(state)
                }
            }, clock: clock)
        try await machine.start()
        await clock.settle()
        await clock.advance(by: .seconds(1))
        await clock.settle()
        #expect(try await machine.withTop { $0.asked } == ["Pair.Left.Lit"])
        // Another configuration, in which it is asked about anew, and deferred anew.
        try await machine.send(.go)
        #expect(try await machine.withTop { $0.asked } == ["Pair.Left.Lit", "Pair.Left.Dark"])
        #expect(try await machine.snapshot().deferred.map(\.owner) == ["Pair.Left"])
        try await machine.send(leaving)
        #expect(try await machine.snapshot().deferred == [])
        #expect(try await machine.withTop { $0.asked } == ["Pair.Left.Lit", "Pair.Left.Dark"])
        #expect(
            await machine.configuration.description
                == (leaving == .leave ? "Out" : "(Pair.Left.Lit, Pair.Right.Lit)"))
        try await machine.stop()
    }

    @Test func `a deferred event of everybody stays when a state is left whose own one goes`() async throws {
        let machine = Machine(
            Lamps(.seconds(100), .seconds(100), deferring: ["Pair.Left.Lit", "Pair.Right.Lit"]) { _, state in
                if state.path == "Pair.Left" { (state as? any PingableState)?.pingAfter() }
            }, clock: clock)
        try await machine.start()
        try await machine.send(.ping)
        await clock.advance(by: .seconds(1))
        #expect(try await machine.snapshot().deferred.map(\.owner) == [nil, "Pair.Left"])
        try await machine.send(.again)
        #expect(try await machine.snapshot().deferred.map(\.owner) == [nil])
        try await machine.stop()
    }

    @Test(arguments: Cargo.allCases)
    func `what belongs to a state of an embedded chart is asked inside it`(_ cargo: Cargo) async throws {
        let lamps = Lamps(.seconds(1), .seconds(100)) { _, state in
            if state.path.hasSuffix("Pair.Right"), let state = state as? any PingableState { cargo.begin(state) }
        }
        let machine = Machine(House(lamps), clock: clock)
        try await machine.start()
        await clock.settle()
        await clock.advance(by: .seconds(2))
        await clock.settle()
        #expect(await machine.configuration.description == "(Part.Lamps.Pair.Left.Dark, Part.Lamps.Pair.Right.Lit)")
        #expect(
            try await machine.withTop { Set($0.part.chart.asked) } == [
                "Part.Lamps.Pair.Right.Lit", "Part.Lamps.Pair.Right", "Part.Lamps.Pair", "Part.Lamps",
            ])
        #expect(try await machine.withTop { $0.asked } == [])
        try await machine.stop()
    }
}

/// A state of ``Lamps`` that can send itself a ping in every way.
protocol PingableState: StateNode {
    func pingAfter()
    func pingEvery()
    func pingBySending()
    func pingAsResult()
    func pingAsError()
    func pingAsElement()
}

private var one: AsyncStream<Int> {
    AsyncStream { stream in
        stream.yield(1)
        stream.finish()
    }
}

extension Lamps: PingableState {
    func pingAfter() { after(.seconds(1), send: .ping) }
    func pingEvery() { every(.seconds(1), send: .ping) }
    func pingBySending() { run { send in send(.ping) } }
    func pingAsResult() { run({}, done: { .ping }) }
    func pingAsError() { run({ throw Unavailable() }, failed: { _ in .ping }) }
    func pingAsElement() { listen(to: one) { _ in .ping } }
}

extension Subvertex where Top == Lamps {
    func pingAfter() { after(.seconds(1), send: .ping) }
    func pingEvery() { every(.seconds(1), send: .ping) }
    func pingBySending() { run { send in send(.ping) } }
    func pingAsResult() { run({}, done: { .ping }) }
    func pingAsError() { run({ throw Unavailable() }, failed: { _ in .ping }) }
    func pingAsElement() { listen(to: one) { _ in .ping } }
}

extension Lamps.Pair: PingableState {}
extension Lamps.Lamp: PingableState {}
extension Lamps.Lit: PingableState {}
