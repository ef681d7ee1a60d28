public import Statecharts
import StatechartsSimulation

// What answers in place of work and of others behind ports.

extension TestMachine {
    /// What happens to a faked sequence after its elements.
    public enum SequenceEnd: Sendable {
        /// No more elements come; its `done:` event follows.
        case ends
        /// It throws.
        case fails(any Error)
        /// It goes on, and is under way until its state is left or the test says more.
        case goesOn
    }

    /// Lets activities that return a `Result` end at once, with what `outcome` returns or throws: a fake for all work
    /// of that type.
    ///
    /// What follows belongs to the step in which they begin; an activity that is already under way goes on. Sequences
    /// are faked by ``fake(elements:then:)``. A later fake of the same type replaces an earlier one.
    public func fake<Result: Sendable>(_ type: Result.Type, _ outcome: @escaping () throws -> Result) {
        fakes.results[ObjectIdentifier(type)] = {
            do { return .result(try outcome()) } catch { return .failure(error) }
        }
    }

    /// Lets child machines of a class end at once, with what `outcome` returns or throws: a fake for all children whose
    /// chart is a `Chart`.
    ///
    ///     test.fake(child: Player.self) { 3 }  // its output, which the declaration reads by done(_:_:)
    ///
    /// What follows belongs to the step in which they begin; a child that is already under way goes on. A child whose
    /// end is not an event is faked by an outcome of `Void`; any type other than that of the output is a failure of the
    /// test. A later fake of the same class replaces an earlier one, and a fake of a class takes precedence over one of
    /// the type of its output.
    public func fake<Chart: Statechart, Output: Sendable>(
        child chart: Chart.Type, _ outcome: @escaping () throws -> Output
    ) {
        fakes.children[ObjectIdentifier(chart)] = {
            do { return .result(try outcome()) } catch { return .failure(error) }
        }
    }

    /// Lets sequences of an `Element` that states listen to deliver these elements at once, one after the other, as
    /// long as the state is active: a fake for all sequences of that type.
    /// - Parameters:
    ///   - elements: what each of them delivers.
    ///   - end: what happens to it then.
    public func fake<Element: Sendable>(elements: [Element], then end: SequenceEnd = .ends) {
        fakes.sequences[ObjectIdentifier(Element.self)] = (elements, end)
    }

    /// Answers what the chart sends through one of its ports, in place of what is connected to it in the program.
    ///
    ///     test.fake(\.sound) { message, _ in sounds.append(message) }
    ///
    /// The messages are given to `answer` one by one, after the step in which they were sent. What it sends to input
    /// ports of the chart is taken then, and belongs to the same step of the test. The messages still have to be said,
    /// by ``Expectation/sends(_:_:)``.
    /// - Parameters:
    ///   - port: where the messages leave the chart.
    ///   - answer: called with a message, and the chart, whose input ports take what is to come back.
    public func fake<Message>(
        _ port: KeyPath<Top, OutputPort<Message>>, _ answer: @escaping (_ message: Message, _ top: Top) -> Void
    ) {
        let name = TestText.name(of: port)
        _ = records.contents.withLock { $0.faked.insert(name) }
        fakes.ports[name] = { [top] message in (message as? Message).map { answer($0, top) } }
    }

    struct Fakes {
        var results: [ObjectIdentifier: () -> Simulation<Top>.ActivityOutcome] = [:]
        /// By the classes of their charts.
        var children: [ObjectIdentifier: () -> Simulation<Top>.ActivityOutcome] = [:]
        var sequences: [ObjectIdentifier: (elements: [any Sendable], end: SequenceEnd)] = [:]
        var ports: [String: (any Sendable) -> Void?] = [:]
        /// The sequences that have brought all that they bring and go on.
        var isThrough: Set<Int> = []
    }

    private static var most: Int { 1_000 }

    /// Lets what is faked answer, until nobody waits for anything.
    /// - Returns: what to say if that has no end; `nil` if it has come to rest.
    func settleFakes() async -> String? {
        var count = 0
        while simulation.isRunning {
            let message = records.contents.withLock { contents in
                contents.waiting.isEmpty ? nil : contents.waiting.removeFirst()
            }
            let what: String
            if let message {
                what = "the fake of \(message.port) was given a message"
                await simulation.receive { fakes.ports[message.port]?(message.message) }
            } else if let activity = simulation.activities.first(where: isFaked) {
                let path = simulation.state(of: activity)?.path ?? ""
                what = "work of \(path) was faked, \(activity.valueType),"
                guard await end(activity) else {
                    return """
                        the fake of a child of \(path) answers something else than \(activity.valueType)
                        \(whereItIs)
                        let it answer what the child is declared to end with: \(activity.valueType)
                        """
                }
            } else {
                return nil
            }
            count += 1
            if count == Self.most {
                return """
                    fakes answer again and again: \(what) \(Self.most) times and more in one step of the test
                    \(whereItIs)
                    let a fake answer what leads on, or say yourself how the work ends
                    """
            }
        }
        return nil
    }

    private func isFaked(_ activity: SimulatedActivity) -> Bool {
        if childFake(of: activity) != nil { return true }
        let type = ObjectIdentifier(activity.valueType)
        guard activity.isSequence else { return fakes.results[type] != nil }
        return fakes.sequences[type] != nil && !fakes.isThrough.contains(activity.id)
    }

    private func childFake(of activity: SimulatedActivity) -> (() -> Simulation<Top>.ActivityOutcome)? {
        activity.chart.flatMap { fakes.children[ObjectIdentifier($0)] }
    }

    /// Answers `false` if it cannot end like this.
    private func end(_ activity: SimulatedActivity) async -> Bool {
        if let fake = childFake(of: activity) { return await simulation.goOn(activity, with: fake()) }
        let type = ObjectIdentifier(activity.valueType)
        guard activity.isSequence, let sequence = fakes.sequences[type] else {
            if let outcome = fakes.results[type]?() { return await simulation.goOn(activity, with: outcome) }
            return true
        }
        fakes.isThrough.insert(activity.id)
        for element in sequence.elements where !(await simulation.goOn(activity, with: .element(element))) {
            return true
        }
        switch sequence.end {
        case .ends: _ = await simulation.goOn(activity, with: .result(()))
        case .fails(let error): _ = await simulation.goOn(activity, with: .failure(error))
        case .goesOn: break
        }
        return true
    }
}
