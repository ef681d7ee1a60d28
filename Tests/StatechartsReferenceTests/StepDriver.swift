@testable import Statecharts

/// A chart whose steps the step engine takes, driven as an interpreter and a simulation are.
final class StepDriver {
    let dynamic: DynamicChart
    /// Binds the nodes, and keeps the chart.
    private let shell: Engine
    let engine: StepEngine
    var onStep: ((Macrostep<Int>) -> Void)? {
        didSet { engine.observer = onStep == nil ? nil : { [unowned self] in tell($0) } }
    }
    private var inbox: [Int] = []
    private var event: Int?

    init(_ dynamic: DynamicChart) throws {
        self.dynamic = dynamic
        shell = try ChartBinder.bind(dynamic.top, allowsSuspending: true)
        engine = StepEngine(inside: shell)
        engine.deferralLimit = Int32(dynamic.spec.deferralLimit)
        dynamic.onPost = { [unowned self] in inbox.append($0) }
    }

    private func tell(_ raw: RawMacrostep) {
        let trigger: Macrostep<Int>.Trigger =
            switch raw.trigger {
            case .start: .start
            case .changed: .changed
            case .stop: .stop
            case .inside: .eventInside(engine.cold.insideText)
            case .activity(let node): .activity(engine.id(node))
            case .event: event.map { .event($0) } ?? .changed
            case .recalled(let scope, let number): recalled(number, scope).map { .recalled($0) } ?? .changed
            }
        onStep?(Macrostep(trigger: trigger, raw.content))
    }

    private func recalled(_ number: Int, _ scope: Int16) -> Int? {
        (engine.store(of: scope) as? TypedEventStore<Int>)?.kept[number: number]
    }

    // MARK: Driving

    /// Answers how an event was taken.
    func perform(_ operation: Operation.Kind) async -> Outcome? {
        if case .start = operation {
            await drive(engine.begin(.start(at: [])))
            await takeInbox()
            return nil
        }
        guard engine.status == .running else { return nil }
        var outcome: Outcome?
        switch operation {
        case .start: break
        case .send(let event): outcome = await send(event)
        case .offer(let event, let owner):
            guard dynamic.nodes[owner].isActive else { return nil }
            let scope = engine.infos[Int32(owner)].scope
            outcome = await send(event, scope: scope, owner: Int32(owner))
        case .change(let number):
            dynamic.world.counter += number
            await drive(engine.begin(.touched))
        case .raise(let event): dynamic.top.raise(event)
        case .stop: await drive(engine.begin(.stop))
        }
        if case .raise = operation { return nil }
        await takeInbox()
        return outcome
    }

    private func send(_ event: Int, scope: Int16 = 0, owner: Int32 = -1) async -> Outcome? {
        self.event = event
        let end = unsafe withUnsafePointer(to: event) { place in
            let event = unsafe EventPointer(place)
            guard scope > 0, let store = engine.store(of: scope) else { return engine.begin(event, owner: owner) }
            return engine.begin(inside: scope, event, store, owner: owner)
        }
        return await drive(end)
    }

    @discardableResult
    private func drive(_ end: StepEnd) async -> Outcome? {
        var end = end
        while true {
            switch end {
            case .over(let outcome): return outcome
            case .ended: return engine.status == .failed ? nil : engine.answer
            case .suspended:
                await act(engine.pause)
                end = engine.run()
            case .recalls, .refused: return nil
            }
        }
    }

    private func act(_ pause: Pause) async {
        do {
            switch pause {
            case .entry(let node): try await node.entry()
            case .exit(let node): try await node.exit()
            case .effect(let effect): try await effect()
            }
            engine.resume(nil, from: pause.action)
        } catch {
            engine.resume(error, from: pause.action)
        }
    }

    private func takeInbox() async {
        while engine.status == .running, !inbox.isEmpty { _ = await send(inbox.removeFirst()) }
    }

    // MARK: Looking

    func foresee(_ event: Int) -> Outcome {
        unsafe withUnsafePointer(to: event) { unsafe engine.foresee(EventPointer($0)) }
    }

    func preview(_ event: Int) -> Microstep? {
        unsafe withUnsafePointer(to: event) { unsafe engine.preview(EventPointer($0)) }
    }
}

extension RandomRun {
    /// Where the step engine does something else than expected, if it does.
    func stepDifference(from expected: [Expectation], suspending: NodeSet = NodeSet()) async -> Difference? {
        if expected.isEmpty { return nil }
        let dynamic = DynamicChart(chart, suspending: suspending)
        let driver: StepDriver
        do { driver = try StepDriver(dynamic) } catch { return Difference(message: "\(error)") }
        for (step, (operation, expectation)) in zip(operations, expected).enumerated() {
            let seen = Seen()
            driver.onStep =
                !operation.isRecorded
                ? nil
                : { macrostep in
                    if seen.first == nil { seen.first = macrostep }
                    seen.records.append(Record(macrostep, log: dynamic.world.log))
                    dynamic.world.log.removeAll(keepingCapacity: true)
                }
            let foresight = Self.foresee(operation, driver)
            dynamic.world.beginOperation()
            let outcome = await driver.perform(operation.kind)
            let message =
                (expectation.status == .failed
                    ? nil : foresight?.mismatch(outcome, seen.first) ?? Self.mismatch(operation, outcome, expectation))
                ?? mismatch(operation, expectation, seen.records, driver)
            guard let message else { continue }
            let text = "suspending \(suspending.ascending), operation \(step) \(operation): \(message)"
            let log = operation.isRecorded ? "" : dynamic.world.log.map { "  · \($0)\n" }.joined()
            return Difference(
                message: "\(text), \(driver.engine.configuration)\n\(log)", reference: expectation.records,
                engine: seen.records)
        }
        return nil
    }

    private final class Seen {
        var first: Macrostep<Int>?
        var records: [Record] = []
    }

    private static func foresee(_ operation: Operation, _ driver: StepDriver) -> Foresight? {
        guard operation.isForeseen, driver.engine.status == .running, case .send(let event) = operation.kind else {
            return nil
        }
        let lines = driver.dynamic.world.log.count
        defer { driver.dynamic.world.log.removeLast(driver.dynamic.world.log.count - lines) }
        return Foresight(microstep: driver.preview(event), outcome: driver.foresee(event))
    }

    private func mismatch(
        _ operation: Operation, _ expected: Expectation, _ actual: [Record], _ driver: StepDriver
    ) -> String? {
        let (engine, dynamic) = (driver.engine, driver.dynamic)
        if operation.isRecorded {
            if expected.records.map(\.comparable) != actual.map(\.comparable) { return "the records differ" }
        } else if Self.comparable(expected.log, expected) != Self.comparable(dynamic.world.log, expected) {
            return "the logs differ"
        }
        let status: Reference.Status? =
            switch engine.status {
            case .new: nil
            case .running: .running
            case .finished: .finished
            case .stopped: .stopped
            case .terminated: .terminated
            case .failed: .failed
            }
        if status != expected.status { return "status \(expected.status) but \(engine.status)" }
        if engine.leaves.elements.map({ Int($0) }) != expected.leaves { return "configurations differ" }
        if expected.counter != dynamic.world.counter { return "counters differ" }
        if engine.isStepping || engine.takenScratch != nil || !engine.answers.isEmpty { return "a step is not over" }
        if expected.status == .running {
            if expected.deferred != Int(engine.deferred.count) { return "numbers of deferred events differ" }
            let standing: StepEngine.Pending = [.eventless, .deferred, .log, .raised]
            if !engine.pending.subtracting(standing).isEmpty { return "\(engine.pending) is left" }
        } else if dynamic.nodes.contains(where: { $0.isActive }) {
            return "a state is active after the end"
        }
        return nil
    }
}

/// Only debug builds, and those with `-DDEBUG`, let another engine take the steps of a chart: so users pay nothing for it.
enum EngineGuests {
    #if DEBUG
        static let areTaken = true
    #else
        static let areTaken = false
    #endif
}
