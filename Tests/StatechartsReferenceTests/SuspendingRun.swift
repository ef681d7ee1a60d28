import TestSupport
@testable import Statecharts
@testable import StatechartsCore
import Testing

/// The same charts and operations with actions that suspend: the engine pauses in the middle of a step and goes on, and
/// does what the reference does without a pause.
struct SuspendingRun {
    let run: RandomRun
    let suspending: NodeSet

    init(_ run: RandomRun, seed: UInt64) {
        self.run = run
        var random = SplitMix(seed: seed &+ 0x5059)
        suspending = NodeSet(run.chart.states.filter { _ in random.chance(50) })
    }

    /// Where the engine does something else than expected, if it does.
    func difference(from expected: [RandomRun.Expectation]) async -> RandomRun.Difference? {
        let dynamic = DynamicChart(run.chart, suspending: suspending)
        let simulation = Simulation(dynamic.top)
        let interpreter = simulation.interpreter
        dynamic.interpreter = interpreter
        interpreter.deferralLimit = run.chart.deferralLimit
        for (step, (operation, expectation)) in zip(run.operations, expected).enumerated() {
            let records = Records()
            interpreter.onStep =
                !operation.isRecorded
                ? nil
                : { macrostep in
                    records.all.append(Record(macrostep, log: dynamic.world.log))
                    dynamic.world.log.removeAll(keepingCapacity: true)
                }
            dynamic.world.beginOperation()
            let outcome: Outcome?
            do { outcome = try await Self.perform(operation.kind, on: simulation, dynamic) } catch {
                return .init(message: "\(error)")
            }
            let isFailed = expectation.status == .failed
            if let message = (isFailed ? nil : RandomRun.mismatch(operation, outcome, expectation))
                ?? run.mismatch(operation, expectation, records.all, interpreter, dynamic)
            {
                return .init(
                    message: "suspending \(suspending.ascending), operation \(step) \(operation): \(message)",
                    reference: expectation.records, engine: records.all)
            }
        }
        return nil
    }

    private final class Records { var all: [Record] = [] }

    /// Answers how an event was taken.
    private static func perform(
        _ operation: Operation.Kind, on simulation: Simulation<DynamicTop>, _ dynamic: DynamicChart
    ) async throws -> Outcome? {
        var outcome: Outcome?
        switch operation {
        case .start: try await simulation.start()
        case .send(let event): outcome = await simulation.send(event)
        case .offer(let event, let owner):
            guard simulation.isRunning, dynamic.nodes[owner].isActive, let engine = simulation.engine else { break }
            let scope = engine.infos[Int32(owner)].scope
            await simulation.run(
                from: scope == 0
                    ? simulation.interpreter.begin(event, engine, owner: Int32(owner))
                    : engine.begin(inside: scope, owner: Int32(owner)) { $0.hold(event) })
            outcome = engine.outcome
        case .change(let number):
            guard simulation.isRunning else { break }
            dynamic.world.counter += number
            await simulation.touch()
        case .raise(let event): if simulation.isRunning { dynamic.top.raise(event) }
        case .stop: await simulation.stop()
        }
        // What actions have posted.
        while simulation.isRunning, let event = simulation.interpreter.cold?.inbox.popFirst() {
            _ = await simulation.send(event)
        }
        return outcome
    }
}

@Suite struct SuspendingRunTests {
    @Test(arguments: 0..<RandomChartTests.chunks)
    func `charts whose actions suspend do what the reference does`(chunk: Int) async { await compare(chunk, turn: 0) }

    #if DEBUG
        @Test(arguments: 0..<RandomChartTests.chunks)
        func `charts whose actions suspend do what the reference does without knowing a transition`(chunk: Int) async {
            await PlanCache.$isUsed.withValue(false) { await compare(chunk, turn: 1) }
        }
    #endif

    /// Every third chart, as suspending takes its time.
    private func compare(_ chunk: Int, turn: Int) async {
        var failures = 0
        for (position, seed) in RandomChartTests.seeds(chunk).enumerated() where position % 3 == turn {
            let run = RandomRun(seed: seed)
            let suspending = SuspendingRun(run, seed: seed)
            guard let difference = await suspending.difference(from: run.expectations()) else { continue }
            failures += 1
            Issue.record(Comment(rawValue: "seed \(seed):\n\(run.chart.drawing)\n\(difference)"))
            if failures == 3 { return }
        }
    }
}
