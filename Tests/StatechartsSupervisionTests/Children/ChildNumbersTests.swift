import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

private final class Hand: TopState<Int> {
    struct Broken: Error {}
    override func handle(_ event: Int) -> Reaction { .handled { throw Broken() } }
}

private final class Yard: TopState<Yard.Event> {
    enum Event: Sendable { case add, fail, gone(String), again }
    let rows: ChildMachines<Yard, Int, Hand>
    var errors: [String] = []
    init(
        limit: Int = 9, stopWithin: Duration = .seconds(5),
        _ says: (ChildMachines<Yard, Int, Hand>) -> ChildMachines<Yard, Int, Hand>
    ) {
        rows = says(
            ChildMachines(of: Yard.self, limit: limit, stopWithin: stopWithin) { (_: Yard, _: Int) in Hand() })
    }
    override func configure() { children(rows) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add: .handled { rows.add(1) }
        case .fail: .handled { rows.post(1, to: 1) }
        case .gone(let error): .handled { errors.append(error) }
        case .again: .handled
        }
    }
    override func failed(_ error: any Error) -> Reaction { .handled { self.errors.append("\(error)") } }
}

private final class Shed: TopState<Int> {
    let worker = Child(of: Shed.self, stopWithin: .seconds(-1)) { _ in Hand() }
    override func configure() { children(worker) }
}

/// Numbers of declarations that make no sense are refused before the owner starts.
@Suite(.serialized) struct ChildNumbersTests {
    private let clock = ManualClock()

    private func refusal(_ yard: sending Yard) async -> [String] {
        let machine = Machine(yard, clock: clock)
        do { try await machine.start() } catch let error as ChartError {
            return error.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
        try? await machine.stop()
        return []
    }

    @Test func `a list has room for a machine, and ends are waited for`() async throws {
        for limit in [0, -1] {
            #expect(
                await refusal(Yard(limit: limit) { $0 }) == [
                    "Yard: has the children 'rows' with a limit of \(limit), so that there is never one; give a limit of at "
                        + "least 1 [wrongDeclaration]"
                ])
        }
        // After a chart of the same class that is as it should be.
        #expect(await refusal(Yard { $0 }) == [])
        #expect(
            await refusal(Yard(stopWithin: .seconds(-2)) { $0 }) == [
                "Yard: has the children 'rows' with a stopWithin of -2.0 seconds; give a duration of zero or more "
                    + "[wrongDeclaration]"
            ])
        let shed = Machine(Shed(), clock: clock)
        let error = await #expect(throws: ChartError.self) { try await shed.start() }
        #expect(
            error?.diagnostics.map(\.description) == [
                "Shed: has the child 'worker' with a stopWithin of -1.0 seconds; give a duration of zero or more "
                    + "[wrongDeclaration]"
            ])
    }

    @Test func `restarts have a count, a period and waits`() async throws {
        let wrong: [(RestartLimit, BackOff, [String])] = [
            (.init(-3, in: .seconds(1)), .none, ["-3 restarts at most; give 0 or more"]),
            (.init(3, in: .zero), .none, ["a limit for restarts in 0.0 seconds; give a period of more than zero"]),
            (.init(0, in: .zero), .none, []),
            (
                .init(3, in: .seconds(1)), .exponential(from: .seconds(-1), factor: -2, cap: .seconds(-5)),
                [
                    "a wait of -1.0 seconds before a restart; give a duration of zero or more",
                    "waits of -5.0 seconds before restarts at most; give a duration of zero or more",
                    "waits before restarts that grow by the factor -2.0; give a factor of zero or more",
                ]
            ),
            (
                .init(3, in: .seconds(1)), .exponential(from: .zero, factor: .nan, cap: .zero),
                [
                    "waits before restarts that grow by the factor nan; give a factor of zero or more"
                ]
            ),
        ]
        for (limit, backOff, faults) in wrong {
            #expect(
                await refusal(Yard { $0.restart(.transient, limit: limit, backOff: backOff) })
                    == faults.map { "Yard: has the children 'rows' with \($0) [wrongDeclaration]" })
        }
        // Said twice, the last one counts.
        #expect(
            await refusal(Yard { $0.restart(.transient, limit: .init(-1, in: .zero)).restart(.transient) }) == [])
    }

    @Test func `a supervisor tells of numbers that make no sense`() {
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        _ = Supervisor(limit: .init(-7, in: .seconds(1)), backOff: .exponential(from: .zero, factor: -77, cap: .zero))
        #expect(
            told.texts.filter { $0.hasPrefix("a supervisor was made") } == [
                "a supervisor was made with -7 restarts at most; give 0 or more",
                "a supervisor was made with waits before restarts that grow by the factor -77.0; give a factor of zero or more",
            ])
    }

    @Test func `a clock that is moved back stays where it is, and tells`() async {
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        await clock.advance(by: .seconds(5))
        await clock.advance(by: .seconds(-4321))
        #expect(clock.now.offset == .seconds(5))
        #expect(
            told.texts.filter { $0.contains("-4321") } == [
                "a ManualClock was to be moved by -4321.0 seconds and stays where it is; give a duration of zero or more"
            ])
    }

    @Test func `the error of a row whose restarts are used up says so`() async throws {
        let yard = Machine(
            Yard { $0.restart(.transient, limit: .init(1, in: .seconds(60))) { _, _ in .again } }, clock: clock)
        try await yard.start()
        try await yard.send(.add)
        for _ in 0..<2 {
            try await yard.send(.fail)
            await clock.settle()
        }
        let errors = try await yard.withTop { $0.errors }
        #expect(errors.count == 1)
        #expect(
            errors.first?.contains("; its restarts are used up: 1 within 60.0 seconds [") == true,
            "\(errors)")
        try await yard.stop()
    }

    @Test func `drawings show a limit and waits that were said`() throws {
        func texts(_ yard: Yard) -> [String] {
            let chart = Interpreter(yard)
            try? chart.start()
            return ChartGraph(chart.vertices).vertices.flatMap(\.childMachines).flatMap(\.texts)
        }
        #expect(texts(Yard { $0.restart(.transient) }) == ["restarts after an error"])
        #expect(
            texts(Yard { $0.restart(.permanent, limit: .init(5, in: .seconds(90))) })
                == ["restarts always", "at most 5 in 90 s"])
        #expect(
            texts(
                Yard {
                    $0.restart(.transient, backOff: .exponential(from: .seconds(1), factor: 3, cap: .seconds(30)))
                }) == ["restarts after an error", "after 1 s, × 3 up to 30 s"])
    }
}
