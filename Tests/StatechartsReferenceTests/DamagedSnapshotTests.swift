import TestSupport
import Foundation
@testable import Statecharts
@testable import StatechartsCore
import Testing

/// Snapshots of random charts that something has damaged on the way: refused, or continued from as a chart that is sound; never a crash.
@Suite struct DamagedSnapshotTests {
    /// A chart at the end of a random part of its run, unless it has ended by then.
    private func chart(_ run: RandomRun, _ length: Int) -> (DynamicChart, Interpreter<DynamicTop>)? {
        let dynamic = DynamicChart(run.chart)
        let interpreter = Interpreter(dynamic.top)
        dynamic.interpreter = interpreter
        for operation in run.operations.prefix(length) {
            dynamic.world.beginOperation()
            do {
                switch operation.kind {
                case .start: try interpreter.start()
                case .send(let event): try interpreter.send(event)
                case .offer(let event, let owner):
                    guard dynamic.nodes[owner].isActive, let engine = interpreter.engine else { continue }
                    _ = interpreter.begin(event, engine, owner: Int32(owner))
                    try interpreter.runToRest()
                case .change, .raise, .stop: break
                }
            } catch { return nil }
        }
        return interpreter.status == .running ? (dynamic, interpreter) : nil
    }

    /// Takes a part away, doubles it, or exchanges it with another one.
    private func damage(_ snapshot: inout Snapshot, _ random: inout SplitMix) {
        let paths = snapshot.states.map(\.path) + ["nowhere", "v1.nowhere", "."]
        let path = random.pick(paths) ?? ""
        switch random.below(10) {
        case 0: snapshot.configuration.append(path)
        case 1: if !snapshot.configuration.isEmpty { snapshot.configuration.removeLast() }
        case 2: if !snapshot.configuration.isEmpty { snapshot.configuration[0] = path }
        case 3: snapshot.configuration = random.shuffle(snapshot.configuration)
        case 4:
            snapshot.history.append(
                .init(state: path, substate: random.pick(paths), leaves: [random.pick(paths) ?? ""]))
        case 5: if !snapshot.history.isEmpty { snapshot.history[0].leaves = random.shuffle(paths).prefix(2).map { $0 } }
        case 6: if !snapshot.history.isEmpty { snapshot.history[0].substate = path }
        case 7:
            snapshot.deferred.append(.init(chart: random.chance(50) ? "" : path, event: .int(Int64(random.below(6)))))
        case 8: snapshot.queued.append(.event(random.chance(50) ? .int(1) : .string("?")))
        default: snapshot.data[path] = .null
        }
    }

    @Test func `a damaged snapshot is refused whole, or the chart that continues from it is sound`() throws {
        var (refused, taken) = (0, 0)
        for seed in 0..<amount(300, long: 1_500) {
            let run = RandomRun(seed: UInt64(seed))
            var random = SplitMix(seed: UInt64(seed) &+ 5)
            // Charts that may loop for ever are not what is looked at here.
            guard run.expectations().count == run.operations.count,
                let (_, interpreter) = chart(run, random.below(run.operations.count))
            else { continue }
            var snapshot = try interpreter.snapshot()
            snapshot.raised = []
            for _ in 0...random.below(3) { damage(&snapshot, &random) }
            let continued = DynamicChart(run.chart)
            let next = Interpreter(restoring: snapshot, continued.top)
            continued.interpreter = next
            continued.world.beginOperation()
            do {
                try next.start()
                taken += 1
            } catch let error as SnapshotError {
                refused += 1
                #expect(!error.fix.isEmpty)
                #expect(next.status == .new && next.configuration == .empty, "seed \(seed)")
                #expect(continued.nodes.allSatisfy { !$0.isActive }, "seed \(seed)")
                continue
            } catch is StepError {
                // The chart has gone on, and has failed by itself.
                taken += 1
            }
            #expect(next.engine?.invariantsHold() == true, "seed \(seed): \(snapshot.configuration)")
        }
        #expect(refused > 100)
        #expect(taken > 20)
    }

    @Test func `text that is no snapshot is refused when it is decoded`() throws {
        let run = RandomRun(seed: 1)
        let (kept, running) = try #require(chart(run, 1))
        defer { withExtendedLifetime(kept) {} }
        let text = try JSONEncoder().encode(running.snapshot())
        let whole = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        for key in whole.keys.sorted() {
            var part = whole
            part[key] = nil
            let data = try JSONSerialization.data(withJSONObject: part)
            // Snapshots of before have none of these.
            if !["outputs", "inputs", "omitted"].contains(key) {
                #expect(throws: DecodingError.self, "without \(key)") {
                    try JSONDecoder().decode(Snapshot.self, from: data)
                }
            }
            part[key] = ["what": "is this"]
            let other = try JSONSerialization.data(withJSONObject: part)
            if ["data", "scoped", "outputs"].contains(key) { continue }
            #expect(throws: DecodingError.self, "with another \(key)") {
                try JSONDecoder().decode(Snapshot.self, from: other)
            }
        }
        for length in [0, 1, text.count / 2, text.count - 1] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: text.prefix(length)) }
        }
    }
}
