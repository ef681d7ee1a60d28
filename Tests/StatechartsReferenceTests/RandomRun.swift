@testable import Statecharts
@testable import StatechartsCore

/// One chart with one sequence of operations, run by the reference and by the engine.
struct RandomRun {
    var chart: ChartSpec
    var operations: [Operation]

    init(seed: UInt64) { (chart, operations) = ChartGenerator.run(seed: seed) }

    /// Where the two interpretations part.
    struct Difference: CustomStringConvertible {
        let message: String
        var reference: [Record] = []
        var engine: [Record] = []

        var description: String {
            var text = "\(message)\n"
            let shared = zip(reference, engine).prefix { $0 == $1 }.count
            if shared > 0 { text += "the same so far: \(shared) records\n" }
            text += "reference:\n\(Difference.text(reference.dropFirst(shared)))\n"
            text += "engine:\n\(Difference.text(engine.dropFirst(shared)))"
            return text
        }

        private static func text(_ records: ArraySlice<Record>) -> String {
            records.prefix(3).map { "\($0)" }.joined(separator: "\n")
        }
    }

    /// What the reference says about one operation.
    struct Expectation {
        var records: [Record]
        var log: [World.Line]
        var leaves: [Int]
        var status: Reference.Status
        var counter: Int
        var deferred: Int
    }

    /// Beyond that many eventless microsteps a run is cut off.
    static let eventlessLimit = 24

    /// The reference goes first, so that the engine is not given what runs for too long.
    func expectations() -> [Expectation] {
        var reference = Reference(chart, eventlessLimit: Self.eventlessLimit)
        var expected: [Expectation] = []
        for operation in operations {
            do { try reference.perform(operation.kind) } catch { break }
            expected.append(
                Expectation(
                    records: reference.records, log: reference.log, leaves: reference.leaves,
                    status: reference.status, counter: reference.world.counter, deferred: reference.deferred.count))
        }
        return expected
    }

    /// Where the engine does something else than expected, if it does.
    /// - Parameters:
    ///   - restores: after which operations to go on with a new chart from a snapshot.
    ///   - look: is shown every snapshot from which another chart has gone on.
    func difference(
        from expected: [Expectation], restores: (Int) -> Bool = { _ in false }, look: (Snapshot) -> Void = { _ in }
    ) -> Difference? {
        var dynamic = DynamicChart(chart)
        var interpreter = Interpreter(dynamic.top)
        dynamic.interpreter = interpreter
        interpreter.deferralLimit = chart.deferralLimit
        for (step, (operation, expectation)) in zip(operations, expected).enumerated() {
            var actual: [Record] = []
            var first: Macrostep<Int>?
            interpreter.onStep =
                !operation.isRecorded
                ? nil
                : { macrostep in
                    if first == nil { first = macrostep }
                    actual.append(Record(macrostep, log: dynamic.world.log))
                    dynamic.world.log.removeAll(keepingCapacity: true)
                }
            var foresight: Foresight?
            do {
                foresight = try Self.foresee(operation, interpreter, dynamic, comparing: step.isMultiple(of: 4))
            } catch {
                return Difference(message: "operation \(step) \(operation): \(error)")
            }
            dynamic.world.beginOperation()
            var outcome: Outcome?
            do {
                outcome = try Self.perform(operation.kind, on: interpreter, dynamic)
            } catch let error as ChartError {
                return Difference(message: "\(error)")
            } catch {
                // A failed step: the record and the status say so.
            }
            if let message = foresight?.mismatch(outcome, first) ?? Self.mismatch(operation, outcome, expectation) {
                return Difference(message: "operation \(step) \(operation): \(message)", reference: expectation.records)
            }
            if let message = mismatch(operation, expectation, actual, interpreter, dynamic) {
                let message = "operation \(step) \(operation): \(message)"
                if operation.isRecorded {
                    return Difference(message: message, reference: expectation.records, engine: actual)
                }
                let log = dynamic.world.log.map { "  · \($0)" }.joined(separator: "\n")
                return Difference(
                    message: "\(message), configuration \(interpreter.configuration)\n\(log)",
                    reference: expectation.records)
            }
            if restores(step) {
                do { (dynamic, interpreter) = try restored(dynamic, interpreter, look) } catch {
                    return Difference(message: "after operation \(step) \(operation): \(error)")
                }
            }
        }
        return expected.isEmpty ? nil : misnamed(dynamic)
    }

    /// Many events are looked ahead at before they are sent, which must change nothing.
    /// - Parameter comparing: whether the whole snapshot is compared.
    private static func foresee(
        _ operation: Operation, _ interpreter: Interpreter<DynamicTop>, _ dynamic: DynamicChart, comparing: Bool
    ) throws -> Foresight? {
        guard operation.isForeseen, interpreter.status == .running else { return nil }
        switch operation.kind {
        case .send(let event): return try Foresight(event, interpreter, dynamic, comparing: comparing)
        case .start, .offer, .change, .raise, .stop: return nil
        }
    }

    /// Answers how an event was taken.
    private static func perform(
        _ operation: Operation.Kind, on interpreter: Interpreter<DynamicTop>, _ dynamic: DynamicChart
    ) throws -> Outcome? {
        switch operation {
        case .start: try interpreter.start()
        case .send(let event): return try interpreter.send(event)
        case .offer(let event, let owner):
            guard dynamic.nodes[owner].isActive else { return nil }
            guard let engine = interpreter.engine else { return nil }
            let scope = engine.infos[Int32(owner)].scope
            _ =
                scope == 0
                ? interpreter.begin(event, engine, owner: Int32(owner))
                : engine.begin(inside: scope, owner: Int32(owner)) { $0.hold(event) }
            return try interpreter.runToRest()
        case .change(let number):
            guard interpreter.status == .running else { return nil }
            dynamic.world.counter += number
            try interpreter.settle()
        case .raise(let event):
            guard interpreter.status == .running else { return nil }
            dynamic.top.raise(event)
        case .stop: try interpreter.stop()
        }
        return nil
    }

    /// Whether the answer to an event is another one, also where nobody wants a record. A step that fails has none.
    static func mismatch(_ operation: Operation, _ outcome: Outcome?, _ expected: Expectation) -> String? {
        switch operation.kind {
        case .send, .offer:
            guard let first = expected.records.first?.outcome, let outcome, first != outcome else { return nil }
            return "\(first) but \(outcome)"
        case .start, .change, .raise, .stop: return nil
        }
    }

    func mismatch(
        _ operation: Operation, _ expected: Expectation, _ actual: [Record], _ interpreter: Interpreter<DynamicTop>,
        _ dynamic: DynamicChart
    ) -> String? {
        if operation.isRecorded {
            if expected.records.map(\.comparable) != actual.map(\.comparable) { return "the records differ" }
        } else if Self.comparable(expected.log, expected) != Self.comparable(dynamic.world.log, expected) {
            return "the logs differ"
        }
        let status: Reference.Status? =
            switch interpreter.status {
            case .new: nil
            case .running: .running
            case .finished: .finished
            case .stopped: .stopped
            case .terminated: .terminated
            case .failed: .failed
            }
        if status != expected.status { return "status \(expected.status) but \(interpreter.status)" }
        if interpreter.configuration.leaves.map({ Int($0.index) }) != expected.leaves { return "configurations differ" }
        if expected.counter != dynamic.world.counter { return "counters differ" }
        if expected.status == .running {
            if expected.deferred != interpreter.deferredCount { return "numbers of deferred events differ" }
        } else if dynamic.nodes.contains(where: { $0.isActive }) {
            return "a state is active after the end"
        }
        return interpreter.engine.flatMap { $0.leftover }
    }

    /// Of an operation that failed, who was asked is not compared: a failure within a selection may or may not end it.
    static func comparable(_ log: [World.Line], _ expected: Expectation) -> [World.Line] {
        expected.status == .failed ? log.filter { !$0.method.isQuestion } : log
    }

    /// Vertices have to have the same numbers on both sides, or the comparison would compare nothing.
    private func misnamed(_ dynamic: DynamicChart) -> Difference? {
        for number in chart.vertices.indices where chart[number].kind.isState && number > 0 {
            let names = ([number] + chart.ancestors(of: number).dropLast()).reversed().map { "v\($0)" }
            if dynamic.nodes[number].path != names.joined(separator: ".") || Int(dynamic.nodes[number].index) != number
            {
                return Difference(message: "v\(number) is called \(dynamic.nodes[number].path)")
            }
        }
        return nil
    }
}

extension Record {
    /// The same rule for records.
    var comparable: Record {
        guard failure != nil else { return self }
        var copy = self
        copy.log.removeAll { $0.method.isQuestion }
        return copy
    }
}

extension Engine {
    /// What a step has left behind that is over.
    fileprivate var leftover: String? {
        if isStepping || takenScratch != nil || !answers.isEmpty { return "a step is not over" }
        if status != .running { return nil }
        let standing: Pending = [.eventless, .deferred, .log, .raised]
        return pending.isSubset(of: standing) ? nil : "\(pending) is left"
    }
}
