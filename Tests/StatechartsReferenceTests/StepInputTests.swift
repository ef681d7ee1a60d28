@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// What sets steps off besides events, and what random charts do not come to: limits, the gate, what states have under
/// way, and who is told.
///
///     Errands ─ A (defers later) ─go→ B (completed → C) ; C ─spin→ Round ⟲ ; failed in the top handles "handled"
@Suite(.needsMethodTables) struct StepInputTests {
    final class Errands: TopState<Errands.Event> {
        enum Event { case go, later, back, spin, raise, nest, echo }
        struct Trouble: Error, CustomStringConvertible {
            let description: String
        }

        let a = A(), b = B(), c = C(), round = Round()
        var log: [String] = []
        var onNest: (() -> Void)?
        var throwsAtExit = false
        var spins = true
        override func configure() { substates(a, b, c, round) }
        override func failed(_ error: any Error) -> Reaction {
            (error as? Trouble)?.description == "handled" ? .handled { [self] in log.append("handled") } : .unhandled
        }

        final class A: State<Errands, Errands> {
            override func entry() { top.log.append("A") }
            override func exit() throws {
                top.log.append("-A")
                if top.throwsAtExit { throw Trouble(description: "exit") }
            }
            override func restored() { top.log.append("A again") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .go: .to(superior.b)
                case .later: .deferred
                case .spin: .to(superior.round)
                case .raise: .handled { [self] in raise(.echo) }
                case .echo: .handled { [self] in raise(.echo) }
                case .nest: .handled { [self] in top.onNest?() }
                case .back: .unhandled
                }
            }
        }
        final class B: State<Errands, Errands> {
            override func entry() { top.log.append("B") }
            override func completed() -> Reaction { .to(superior.c) }
        }
        final class C: State<Errands, Errands> {
            override func entry() { top.log.append("C") }
            override func handle(_ event: Event) -> Reaction {
                event == .later ? .handled { [self] in top.log.append("later") } : .unhandled
            }
        }
        final class Round: State<Errands, Errands> {
            override func always() -> Reaction { top.spins ? .to(self) : .unhandled }
        }
    }

    /// What states have under way, as numbers.
    final class Work: StateResources {
        var left: [Int32] = []
        var unfinished: Set<Int32> = []
        var begun = 0
        func leave(_ node: Int32) {
            left.append(node)
            unfinished.remove(node)
        }
        func leaveAll() { unfinished = [] }
        func beginWork() { begun += 1 }
        func hasUnfinishedWork(_ node: Int32) -> Bool { unfinished.contains(node) }
        var isEnding: Bool { false }
        func awaitEnd() async {}
        func adopt(_ store: EventStore) {}
    }

    /// A running chart, and what binds it.
    struct Running {
        let top = Errands()
        let engine: Engine

        init(starts: Bool = true) throws {
            engine = try ChartBinder.bind(top, allowsSuspending: false)
            if starts { _ = engine.begin(.start(at: [])) }
        }

        @discardableResult
        func send(_ event: Errands.Event) -> StepEnd {
            engine.begin(borrowing: event)
        }

        /// The outcome of a step that is complete and was not the last.
        func outcome(_ end: StepEnd) -> Outcome? {
            if case .over(let outcome) = end { outcome } else { nil }
        }
    }

    @Test func `no step begins inside of one, before the start or after the end`() throws {
        let running = try Running(starts: false)
        guard case .refused = running.send(.go) else { return #expect(Bool(false)) }
        _ = running.engine.begin(.start(at: []))
        var refusals = 0
        running.top.onNest = {
            if case .refused = running.send(.go) { refusals += 1 }
            if case .refused = running.engine.begin(.changed) { refusals += 1 }
        }
        #expect(running.outcome(running.send(.nest)) == .handled)
        #expect(refusals == 2)
        running.top.onNest = nil
        guard case .ended = running.engine.begin(.stop), case .refused = running.send(.go) else {
            return #expect(Bool(false))
        }
    }

    @Test func `a chart is entered where it is told to`() throws {
        let running = try Running(starts: false)
        _ = running.engine.begin(.start(at: [running.top.c.index]))
        #expect(running.engine.configuration.description == "C" && running.top.log == ["C"])
    }

    @Test func `what a state has under way ends before its exit, and completes it when it has ended`() throws {
        let running = try Running()
        let work = Work()
        running.engine.resources = work
        work.unfinished = [running.top.b.index]
        running.send(.go)
        #expect(work.left == [running.top.a.index] && running.top.log == ["A", "-A", "B"])
        work.unfinished = []
        running.engine.didEndActivities(running.top.b.index)
        running.engine.pending.insert(.work)
        #expect(running.outcome(running.engine.begin(.activityEnd(running.top.b.index, nil))) == .handled)
        #expect(running.engine.configuration.description == "C" && work.begun == 1)
        #expect(work.left == [running.top.a.index, running.top.b.index])
    }

    @Test func `the error of an activity is offered to its state and those above it`() throws {
        let running = try Running()
        let node = running.top.a.index
        _ = running.engine.begin(.activityEnd(node, Errands.Trouble(description: "handled")))
        #expect(running.top.log == ["A", "handled"] && running.engine.status == .running)
        _ = running.engine.begin(.activityEnd(node, Errands.Trouble(description: "other")))
        #expect(running.engine.status == .failed)
        #expect(
            running.engine.failure?.description
                == "A: threw other, and no state handled it: A and Errands were asked; override failed(_:) in one of "
                + "them [unhandledError]")
    }

    @Test func `what goes wrong outside fails the chart, and is in the record`() throws {
        let running = try Running()
        var records: [StepContent] = []
        running.engine.observer = { records.append($0.content) }
        _ = running.engine.begin(.failure(StepError(.contractViolation, path: "A", "was told so", fix: "listen")))
        #expect(running.engine.status == .failed && running.top.log == ["A"])
        #expect(records.map { $0.failure?.code } == [.contractViolation])
    }

    @Test func `a stop leaves everything, and says what an exit threw; to be abandoned leaves nothing`() throws {
        let stopped = try Running()
        stopped.top.throwsAtExit = true
        guard case .ended = stopped.engine.begin(.stop) else { return #expect(Bool(false)) }
        #expect(stopped.engine.status == .stopped && stopped.top.log == ["A", "-A"])
        #expect(stopped.engine.failure?.message == "threw exit while the machine ended")
        let abandoned = try Running()
        guard case .ended = abandoned.engine.begin(.abandon) else { return #expect(Bool(false)) }
        #expect(abandoned.engine.status == .stopped && abandoned.top.log == ["A"])
        #expect(abandoned.engine.configuration.description == "A")
    }

    @Test func `an eventless cycle is named, and where it led is where the chart stays`() throws {
        let running = try Running()
        guard case .ended = running.send(.spin) else { return #expect(Bool(false)) }
        #expect(running.engine.failure?.code == .eventlessCycle && running.engine.failure?.cycle == ["Round"])
        #expect(running.engine.configuration.description == "Round")
    }

    @Test func `a step that raises without end is cut off`() throws {
        let running = try Running()
        running.engine.cold.limits = Limits(eventless: 10, raised: 20)
        guard case .ended = running.send(.raise) else { return #expect(Bool(false)) }
        #expect(running.engine.failure?.code == .raisedCycle)
        #expect(running.engine.failure?.cycle == ["echo in A"])
    }

    @Test func `who drives is told before an event is taken again that came with something else`() throws {
        final class Cause {}
        let running = try Running()
        let cause = Cause(), deferredCauses = DeferredCauses()
        running.engine.deferredCauses = deferredCauses
        deferredCauses.current = cause
        #expect(running.outcome(running.send(.later)) == .deferred)
        deferredCauses.current = nil
        guard case .recalls = running.send(.go) else { return #expect(Bool(false)) }
        #expect(deferredCauses.current === cause && running.top.log.last == "C")
        deferredCauses.hasChanged = false
        #expect(running.outcome(running.engine.run()) == .handled)
        #expect(running.top.log.last == "later" && deferredCauses.isEmpty && running.engine.deferred.isEmpty)
    }

    @Test func `a chart that continues enters nothing and tells its states`() throws {
        let running = try Running(starts: false)
        running.engine.leaves.append(running.top.a.index)
        running.engine.status = .running
        var order: [String] = []
        running.engine.cold.armings = [{ order.append("armed") }]
        running.engine.cold.onRestored = { order.append("told \(running.top.log)") }
        #expect(running.outcome(running.engine.begin(.restored)) == .handled)
        #expect(order == ["armed", "told [\"A again\"]"])
    }

    @Test func `what nobody reacts to is told, or fails the chart`() throws {
        let running = try Running()
        var told = 0
        running.engine.cold.onUnhandled = { _, _ in told += 1 }
        #expect(running.outcome(running.send(.back)) == .unhandled && told == 1)
        running.engine.cold.failsUnhandled = true
        guard case .ended = running.send(.back) else { return #expect(Bool(false)) }
        #expect(running.engine.failure?.code == .unhandledEvent)
    }
}
