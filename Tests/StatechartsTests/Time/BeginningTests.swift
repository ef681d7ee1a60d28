import StatechartsTesting
import Statecharts
import Testing

/// Activities begin when the macrostep is over, for states that are active then.
@Suite struct BeginningTests {
    let clock = ManualClock()
    let seen = Seen()

    private func bakery(
        _ way: Bakery.Way = .none, again: sending @escaping Bakery.Work = { _ in }, handlesErrors: Bool = true,
        gate: Gate? = nil
    ) async throws -> Machine<Bakery> {
        let seen = seen
        let chart = Bakery(way, again: again) { state in state.run { seen.add(Task.isCancelled) } }
        chart.handlesErrors = handlesErrors
        chart.gate = gate
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        return machine
    }

    @Test(arguments: Bakery.Way.allCases, [false, true])
    func `a state that is left in the macrostep that entered it begins no activity`(
        _ way: Bakery.Way, _ isObserved: Bool
    ) async throws {
        let machine = try await bakery(way)
        let steps = isObserved ? machine.steps : nil
        for _ in 0..<20 {
            try await machine.send(.bake)
            await clock.settle()
            try await machine.send(.leave)
        }
        #expect(seen.values == (way == .none ? Array(repeating: false, count: 20) : []))
        #expect(await machine.configuration.description == "Cold")
        withExtendedLifetime(steps) {}
    }

    @Test func `an activity begins after the actions of its step, also those that suspend`() async throws {
        let gate = Gate()
        let machine = try await bakery(gate: gate)
        machine.post(.bake)
        await gate.reached()
        await clock.settle()
        #expect(seen.values == [])
        gate.open()
        await clock.settle()
        #expect(seen.values == [false])
        #expect(await machine.configuration.description == "Baking.Dough")
    }

    @Test func `what a visit begins, begins after what the visit sets off`() async throws {
        let seen = seen
        let machine = try await bakery()
        try await machine.send(.bake)
        await clock.settle()
        try await machine.withTop { top in
            top.baking.run { seen.add(true) }
            top.baking.raise(.leave)
        }
        await clock.settle()
        #expect(seen.values == [false])
        try await machine.send(.bake)
        try await machine.withTop { top in top.baking.run { seen.add(true) } }
        await clock.settle()
        #expect(seen.values.sorted { !$0 && $1 } == [false, false, true])
    }

    @Test func `what a handler begins that then does not react begins too`() async throws {
        let seen = seen
        let machine = try await bakery(again: { state in state.run { seen.add(true) } })
        try await machine.send(.bake)
        await clock.settle()
        #expect(try await machine.send(.look) == .unhandled)
        await clock.settle()
        #expect(seen.values == [false, true])
    }

    @Test func `a machine that fails in the step begins nothing`() async throws {
        let machine = try await bakery(.failed, handlesErrors: false)
        await #expect(throws: StepError.self) { try await machine.send(.bake) }
        await clock.settle()
        #expect(seen.values == [])
    }

    @Test func `activities begin in the order in which the states have asked for them`() async throws {
        let seen = Order()
        let machine = Machine(
            Bakery { state in
                state.run { seen.add("baking") }
                state.top.run { seen.add("top") }
                state.run { seen.add("baking again") }
            }, clock: clock)
        try await machine.start()
        try await machine.send(.bake)
        await clock.settle()
        #expect(seen.values == ["baking", "top", "baking again"])
    }
}

private final class Order: Sendable {
    private let list = Guarded<[String]>([])
    var values: [String] { list.withLock { $0 } }
    func add(_ value: String) { list.withLock { $0.append(value) } }
}
