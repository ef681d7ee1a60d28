public import Statecharts
public import StatechartsSimulation

extension TestMachine {
    /// Sends an event and checks what happens in its step, and in those of what the chart sends itself.
    ///
    /// Without expectations, nothing may happen.
    public func send(
        _ event: Event, _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform(ValueText.of(event), mode, expecting, place) {
            _ = await simulation.send(event)
            return .isDone
        }
    }

    /// Gives the chart a message through one of its input ports, and checks what happens.
    public func receive<Message>(
        _ port: KeyPath<Top, InputPort<Message>>, _ message: Message, _ mode: Mode = .exhaustive,
        expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform("\(TestText.name(of: port)): \(ValueText.of(message))", mode, expecting, place) {
            await simulation.receive { top[keyPath: port].send(message) }
            return .isDone
        }
    }

    /// Lets time pass, fires all timers that become due, in their order, and checks everything that happens.
    ///
    /// Timers that are armed and fire on the way, and work that begins and is cancelled on the way, are not checked: to
    /// see them, let less time pass at once.
    ///
    /// Child machines that run go on as by ``letChildrenRun(_:expecting:fileID:filePath:line:column:)``, now and at
    /// each of these times. Their timers fire too, and those that wait to be restarted begin. Of timers that are due at
    /// the same time, the chart's own come first, then those of the children, in the order in which the children were
    /// made.
    ///
    /// A duration below zero is a failure, and nothing happens.
    ///
    /// More timers than the machine was made to allow, by default 100,000, are a failure that names the next one; so
    /// are 10,000 that are armed and due at the same time.
    public func advance(
        by duration: Duration, _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform("\(duration)", mode, expecting, place) { await pass(duration) }
    }

    /// Lets the child machines that run go on until nothing waits any more, and checks everything that happens in the
    /// chart.
    ///
    /// Children begin and take what waits for them, in the order in which they were made, and the chart takes what they
    /// have sent, and their ends. Their timers fire in ``advance(by:_:expecting:fileID:filePath:line:column:)``, and
    /// their work does not go on by itself: see ``follow(_:of:fileID:filePath:line:column:)``. 10,000 steps or more are
    /// a failure. Without `childrenOf:` in the initializer nothing happens.
    public func letChildrenRun(
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform("letting children run", mode, expecting, place) {
            await letChildrenRest().map { .isOver($0) } ?? .isDone
        }
    }

    /// Lets children and fakes go on until nothing waits for them. Answers what is wrong if they do not come to rest.
    private func letChildrenRest() async -> String? {
        for _ in 0..<Self.mostSteps {
            guard await letChildGoOn(simulation) else { return nil }
            if let endless = await settleFakes() { return endless }
        }
        return "the children go on and on: \(Self.mostSteps) steps and more\nlet a child that only answers come to rest"
    }

    /// How many steps children may take by themselves.
    private static var mostSteps: Int { 10_000 }

    /// How many timers may be armed and due at the same time, as many as events that a chart may send itself.
    private static var mostTimers: Int { 10_000 }

    private func pass(_ duration: Duration) async -> Attempt {
        if duration < .zero { return .isOver("time does not go back by \(duration)\nlet zero or more pass") }
        let end = simulation.now.later(by: duration)
        // The time at which timers fire now, the last one that was armed before it, and how many have fired that were
        // armed at that time.
        var instant: Duration?, last = 0, count = 0, total = 0
        while simulation.isRunning {
            if let endless = await letChildrenRest() { return .isOver(endless) }
            guard simulation.isRunning, let due = simulation.nextDeadline, due <= end else { break }
            let timer = simulation.firstTimer.flatMap { $0.deadline == due ? $0 : nil }
            let isCancelled = total & 1_023 == 1_023 && Task.isCancelled
            if isCancelled || total == expiries {
                let reason = isCancelled ? "the test was cancelled" : "it does not come to an end"
                let next = timer.map { "\($0.state): \(ValueText.of($0.event))" } ?? "that of a child"
                return .isOver(
                    """
                    \(reason) while \(duration) passed: \(CountText.of(total, "timer has", "timers have")) fired, the next one is \(next), and \(end - simulation.now) are left
                    let less time pass, make the timers longer, or allow more: TestMachine(…, expiries: …)
                    """)
            }
            total += 1
            guard let timer else {
                await simulation.passTime()
                if let endless = await settleFakes() { return .isOver(endless) }
                continue
            }
            if due != instant { (instant, last, count) = (due, simulation.lastTimerID, 0) }
            if timer.id > last { count += 1 }
            // One that repeats stays armed: that it is armed no more means that it was taken back.
            if !timer.repeats { fired.insert(timer.id) }
            guard await simulation.fire(timer, movingTime: true) else { break }
            if let endless = await settleFakes() { return .isOver(endless) }
            if count == Self.mostTimers {
                let latest = "\(timer.state): \(ValueText.of(timer.event))"
                return .isOver(
                    """
                    timers are armed and due again and again: \(count) at \(simulation.now), the last one was \(latest)
                    \(whereItIs)
                    arm a timer for later than at once
                    """)
            }
        }
        simulation.now = end
        return .isDone
    }

    /// Lets the work of a state return, or its sequence end, and checks what happens.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func complete<Result: Sendable>(
        _ state: KeyPath<Top, some StateNode>, returning result: Result, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await goOn(
            state, name, .result(result), "that \(work(name)) of \(path(state)) returns \(ValueText.of(result))", mode,
            expecting, place)
    }

    /// Lets the work of a state that returns nothing return, or its sequence end, and checks what happens.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func complete(
        _ state: KeyPath<Top, some StateNode>, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await goOn(state, name, .result(()), "that \(work(name)) of \(path(state)) ends", mode, expecting, place)
    }

    /// Lets the work of a state throw, and checks what happens.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func fail(
        _ state: KeyPath<Top, some StateNode>, with error: any Error, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await goOn(
            state, name, .failure(error), "that \(work(name)) of \(path(state)) throws \(ValueText.of(error))", mode,
            expecting, place)
    }

    /// Lets the sequence that a state listens to deliver an element, and checks what happens.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func bring<Element: Sendable>(
        _ element: Element, to state: KeyPath<Top, some StateNode>, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        let what = "that \(path(state)) hears \(ValueText.of(element))"
        await goOn(state, name, .element(element), what, mode, expecting, place)
    }

    /// Lets the work of a state send an event by its handle, and checks what happens.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func sendFromWork(
        of state: KeyPath<Top, some StateNode>, _ event: Event, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        let what = "that \(work(name)) of \(path(state)) sends \(ValueText.of(event))"
        await goOn(state, name, .event(event), what, mode, expecting, place)
    }

    /// Does the real work of a state, here and now, and checks what happens when it has ended, including what it has
    /// sent.
    ///
    /// `name`: the name that the state gave the work; without one, the first work that can do so.
    public func performWork(
        of state: KeyPath<Top, some StateNode>, work name: String? = nil,
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform("the \(work(name)) of \(path(state))", mode, expecting, place) {
            guard let activity = activities(of: path(state), name).first else { return .isImpossible }
            switch await simulation.perform(activity) {
            case .done: return .isDone
            case .impossible: return .isImpossible
            case .unending: return .isOver(simulation.unendingText(activity))
            }
        }
    }

    /// Exits all active states and ends the chart, and checks what happens.
    public func stop(
        _ mode: Mode = .exhaustive, expecting: (inout Expectation<Top>) -> Void = { _ in },
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform("stop", mode, expecting, place) {
            await simulation.stop()
            return .isDone
        }
    }

    /// Fails if anything is left: timers that are armed, work under way, child machines that run, events that are
    /// deferred, messages that nothing has taken.
    public func finish(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        if status == .new { return fail("finish() came too early: \(whereItIs)", place) }
        guard simulation.isRunning else { return }
        var lines: [String] = []
        if !linesUnderWay.isEmpty { lines.append(underWay) }
        let deferred = simulation.interpreter.deferredCount
        if deferred > 0 { lines.append("deferred and never taken: \(CountText.of(deferred, "event"))") }
        if simulation.isStepwise {
            if simulation.mostMail > 0 { lines.append("sent and not taken: let it be taken by letChildrenRun()") }
        } else if simulation.hasMail {
            lines.append("sent to the chart's ports and not let in: give the chart messages by receive(_:_:)")
        }
        for (port, count) in simulation.waitingMessages {
            lines.append("waiting in \(port), of which nobody takes messages now: \(count)")
        }
        guard !lines.isEmpty else { return }
        fail((["the test ends while something is left"] + lines + [whereItIs]).joined(separator: "\n"), place)
    }

    /// Lets something happen that a `Stimulus` describes, as `Problem.test` writes it; whatever follows is accepted.
    ///
    /// `stimulus`: its text.
    /// `explorer`: the explorer that has found it, which knows the values that the text stands for: results, elements,
    /// messages, questions.
    public func follow(
        _ stimulus: String, of explorer: Explorer<Top>? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        await perform(stimulus, .partial, { _ in }, place) {
            let explorer = explorer ?? Explorer { [top] in top }
            if await explorer.perform(stimulus, on: simulation) { return .isDone }
            let possible = LongList.lines(of: explorer.possible(on: simulation)) { "\($0)" }.map { "  \($0)" }
            return .isOver(
                (["\(stimulus) is not possible; what the explorer knows that is:"]
                    + (possible.isEmpty ? ["  nothing"] : possible) + [whereItIs]).joined(separator: "\n"))
        }
    }

    private func path(_ state: KeyPath<Top, some StateNode>) -> String { top[keyPath: state].path }

    private func activities(of path: String, _ name: String?) -> [SimulatedActivity] {
        simulation.activities.filter {
            simulation.state(of: $0)?.path == path && (name == nil || $0.name == name)
        }
    }

    private func work(_ name: String?) -> String { name.map { "work \($0.debugDescription)" } ?? "work" }

    private func goOn(
        _ state: KeyPath<Top, some StateNode>, _ name: String?, _ outcome: Simulation<Top>.ActivityOutcome,
        _ what: String, _ mode: Mode, _ expecting: (inout Expectation<Top>) -> Void, _ place: TestFailure.Place
    ) async {
        await perform(what, mode, expecting, place) {
            for activity in activities(of: path(state), name) {
                if await simulation.goOn(activity, with: outcome) { return .isDone }
            }
            return .isImpossible
        }
    }
}
