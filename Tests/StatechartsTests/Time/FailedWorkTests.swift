import Statecharts
import StatechartsTesting
import Testing

/// A failed activity does not complete its state.
@Suite struct FailedWorkTests {
    let clock = ManualClock()

    private func bakery(
        again: sending @escaping Bakery.Work = { _ in }, _ work: sending @escaping Bakery.Work
    ) async throws -> Machine<Bakery> {
        let machine = Machine(Bakery(.none, again: again, work), clock: clock)
        try await machine.start()
        try await machine.send(.bake)
        await clock.settle()
        return machine
    }

    private func outcome(_ machine: Machine<Bakery>) async throws -> String {
        await clock.settle()
        return try await machine.withTop { top in "\(top.notes.joined(separator: ", ")) → \(top.path)" }
            .replacing("Bakery", with: await machine.configuration.description)
    }

    @Test func `a failed activity does not complete its state, whether its error is handled or has an event`()
        async throws
    {
        let unmapped = try await bakery { state in state.run { throw Bakery.Burnt() } }
        #expect(try await outcome(unmapped) == "Burnt() → Baking.Dough")
        let mapped = try await bakery { state in
            state.run {
                throw Bakery.Burnt()
            } failed: { _ in
                .burnt
            }
        }
        #expect(try await outcome(mapped) == "burnt → Baking.Dough")
        let unwanted = try await bakery { state in
            state.run {
                throw Bakery.Burnt()
            } failed: { _ in
                .look
            }
        }
        #expect(try await outcome(unwanted) == " → Baking.Dough")
        let listening = try await bakery { state in
            let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Bakery.Burnt()) }
            state.listen(to: stream) { _ in .look }
        }
        #expect(try await outcome(listening) == "Burnt() → Baking.Dough")
    }

    @Test(arguments: [false, true])
    func `of several activities one failure is enough, whichever ends first`(_ failsFirst: Bool) async throws {
        let clock = clock
        let machine = try await bakery { state in
            state.run { try await clock.sleep(for: .seconds(failsFirst ? 2 : 1)) }
            state.run {
                try await clock.sleep(for: .seconds(failsFirst ? 1 : 2))
                throw Bakery.Burnt()
            }
        }
        await clock.advance(by: .seconds(3))
        #expect(try await outcome(machine) == "Burnt() → Baking.Dough")
        // Nor does its substate's end.
        try await machine.send(.both)
        #expect(try await outcome(machine) == "Burnt() → Baking.ready")
        // Entered again it has a new chance.
        try await machine.send(.leave)
        try await machine.send(.bake)
        #expect(await machine.configuration.description == "Baking.Dough")
    }

    @Test func `an activity that is begun in place of a failed one completes the state, each one in place of one`()
        async throws
    {
        let machine = try await bakery(again: { $0.run {} }) { state in
            state.run { throw Bakery.Burnt() }
            state.run { throw Bakery.Burnt() }
        }
        try await machine.send(.both)
        #expect(try await outcome(machine) == "Burnt(), Burnt() → Baking.ready")
        try await machine.send(.again)
        #expect(try await outcome(machine) == "Burnt(), Burnt() → Baking.ready")
        try await machine.send(.again)
        #expect(try await outcome(machine) == "Burnt(), Burnt() → Baked")
    }

    @Test(arguments: [false, true])
    func `an orthogonal state is not complete while work of a region has failed`(_ fails: Bool) async throws {
        let gate = Gate()
        let chart = Bakery(.none) { _ in }
        chart.regionWork = {
            await gate.wait()
            if fails { throw Bakery.Burnt() }
        }
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        try await machine.send(.hall)
        try await machine.send(.both)
        await clock.settle()
        #expect(await machine.configuration.description == "(Hall.Left.end, Hall.Right.end)")
        gate.open()
        #expect(
            try await outcome(machine)
                == (fails ? "Burnt() → (Hall.Left.end, Hall.Right.end)" : " → Baked"))
    }
}
