/// What a simulated chart shares with the child machines that run beside it: their time, and which of them run.
///
/// In a world nothing goes on by itself. What charts send each other waits in their mailboxes, and whoever drives the
/// world says which chart goes on next, by one step.
package final class SimulatedWorld {
    let time = SimulatedTime()
    private let running: Set<ObjectIdentifier>
    let patience: Duration
    let onUnendingWait: @Sendable (String) -> Void
    /// When the first timer of the world is due, or the first child that waits for its restart.
    fileprivate(set) var nextDeadline: () -> Duration? = { nil }
    /// Whether something waits to be taken, or a child to begin.
    fileprivate(set) var goesOnWithoutTime: () -> Bool = { false }
    /// The values of children that could not be compared, by name.
    private(set) var opaque: [String: String] = [:]

    /// - Parameters:
    ///   - running: the classes of the charts whose machines run; others are told how they end, as without a world.
    ///   - patience: how long, in real time, a suspending action of a child may take.
    ///   - onUnendingWait: told once of an action that takes longer.
    package init(
        running: [StateNode.Type], patience: Duration, onUnendingWait: @escaping @Sendable (String) -> Void
    ) {
        self.running = Set(running.map { ObjectIdentifier($0) })
        self.patience = patience
        self.onUnendingWait = onUnendingWait
    }

    func runs(_ chart: StateNode.Type) -> Bool { running.contains(ObjectIdentifier(chart)) }

    func noteOpaque(_ name: String, _ what: String) { if opaque[name] == nil { opaque[name] = what } }
}

extension Simulation {
    /// A chart with a world of its own.
    func root(_ world: SimulatedWorld) {
        world.nextDeadline = { [weak self] in self?.nextDeadline }
        world.goesOnWithoutTime = { [weak self] in self?.goesOnWithoutTime ?? false }
    }

    /// Whether nothing goes on by itself, see ``SimulatedWorld``.
    package var isStepwise: Bool { host.world != nil }

    /// When the first timer of the chart or of its children is due, or the first child that waits for its restart.
    package var nextDeadline: Duration? {
        let own = firstTimer?.deadline
        return children.reduce(own) { first, child in [first, child.nextDeadline].compactMap(\.self).min() }
    }

    /// Lets what is due first happen in the chart or in one of its children; of what is due at the same time the
    /// chart's own, then that of the children in their order. The time moves on to then.
    package func passTime() async {
        guard let deadline = nextDeadline else { return }
        if let timer = firstTimer, timer.deadline == deadline {
            _ = await fire(timer, movingTime: true)
        } else {
            await children.first { $0.nextDeadline == deadline }?.passTime()
        }
    }

    /// Whether something waits for the chart or one of its children, or one of these has yet to begin.
    var goesOnWithoutTime: Bool {
        mostMail > 0 || children.contains { $0.begins(by: now) }
    }

    /// Whether the time of the world can go on to this time next: nothing is due before, and nothing waits that takes
    /// no time.
    package func isNext(_ deadline: Duration) -> Bool {
        guard let world = host.world else { return true }
        if let next = world.nextDeadline(), next < deadline { return false }
        return deadline <= now || !world.goesOnWithoutTime()
    }

    // MARK: Its mailbox

    /// What waits for the chart, the first one first.
    var mail: [Envelope<Top.Event>] {
        collectMail()
        return waiting
    }

    /// Puts what has come behind what waits already.
    package func collectMail() {
        var inbox = Inbox<Top.Event>()
        if mailbox.mayHaveMail, mailbox.moveEnvelopes(into: &inbox) > 0 { waiting += inbox.envelopes }
    }

    /// What the chart would take next: where it comes from, and what it is.
    package var nextMail: (child: String, text: String)? { mail.first.map(name) }

    /// The most that waits for the chart, or for one of its children.
    package var mostMail: Int { children.reduce(mail.count) { max($0, $1.mostMail) } }

    /// The most events that the chart, or one of its children, has deferred.
    package var mostDeferred: Int { children.reduce(interpreter.deferredCount) { max($0, $1.mostDeferred) } }

    /// Takes what waits first. Answers `false` if nothing does.
    package func takeNext() async -> Bool {
        collectMail()
        guard let engine, isRunning, !waiting.isEmpty else { return false }
        await handle(waiting.removeFirst(), engine)
        await settleWorld()
        return true
    }

    /// Takes what waits now; what comes of it meanwhile waits on.
    func takeWaiting() async {
        let present = mail
        waiting = []
        for envelope in present where !isOfGoneChild(envelope) {
            guard let engine, isRunning else { return }
            await handle(envelope, engine)
            await settleWorld()
        }
    }

    /// What came from a child, or what the chart has sent itself.
    private func name(_ envelope: Envelope<Top.Event>) -> (child: String, text: String) {
        switch envelope {
        case .event(let event, _): ("", ValueText.of(event))
        case .inside(let inside, _): ("", ValueText.of(inside.event))
        case .resource(.event(let event, _, _, _, _)): (path(of: envelope.child), ValueText.of(event))
        case .resource(.ended(let end, _, _, _, _)): (path(of: envelope.child), end.text)
        case .resource, .request, .failure, .stop: ("", "\(envelope)")
        }
    }

    private func path(of child: UInt64?) -> String { children.first { $0.number == child }?.path ?? "" }

    // MARK: Its children

    /// The child machines that run, in the order in which they were made.
    package var children: [any SimulatedChild] { host.children }

    /// The paths of the innermost active states of the children, in the order that ``Machine/activePaths`` has.
    package var childPaths: [String] { pathsOfChildren.flatMap { $0 } }

    /// The same, those of each child together.
    package var pathsOfChildren: [[String]] {
        children.sorted { $0.rank < $1.rank }.map(\.activePaths).filter { !$0.isEmpty }
    }

    /// After a step: children that were left end, and with them what they have sent.
    func settleWorld() async {
        guard let engine, isStepwise else { return }
        collectMail()
        let services = engine.services
        for child in children.reversed() {
            if isRunning, services?.hasEnded(child.number, of: child.node) == false { continue }
            await child.stop()
            host.mistakes += child.takeMistakes()
            host.children.removeAll { $0 === child }
        }
        // With what they have sent while they ended.
        collectMail()
        waiting.removeAll { isOfGoneChild($0) }
    }

    private func isOfGoneChild(_ envelope: Envelope<Top.Event>) -> Bool {
        guard let number = envelope.child else { return false }
        return !children.contains { $0.number == number }
    }

    // MARK: What tells it from others

    /// Appends numbers that tell what waits for the chart, and its children, from others.
    package func describeWorld(
        _ words: inout ContiguousArray<Int32>, timesMatter: Bool, number: (AnyHashable) -> Int32
    ) {
        guard isStepwise else { return }
        for envelope in mail {
            words.append(-18)
            let (child, _) = name(envelope)
            words.append(number(AnyHashable(child)))
            words.append(number(key(of: envelope)))
        }
        for child in children.sorted(by: { $0.path < $1.path }) {
            child.describe(&words, timesMatter: timesMatter, number: number)
        }
    }

    func key(of envelope: Envelope<Top.Event>) -> AnyHashable {
        switch envelope {
        case .event(let event, _): eventKey(event)
        case .inside(let inside, _): eventKey(inside.event)
        case .resource(.event(let event, _, _, _, _)): eventKey(event)
        case .resource(.ended(let end, _, _, _, _)): key(of: end)
        case .resource, .request, .failure, .stop: AnyHashable("\(envelope)")
        }
    }

    func key(of end: ActivityEnd) -> AnyHashable {
        switch end {
        case .event(let event), .failed(let event): AnyHashable([AnyHashable("ended"), eventKey(event)])
        case .silently: AnyHashable(end.text)
        // The states may look at all of it, also at what is behind it.
        case .failure(let error): AnyHashable([AnyHashable("failure"), eventKey(error)])
        }
    }
}

extension SimulatedChild {
    /// Whether it, or a child inside it, can begin by now.
    fileprivate func begins(by now: Duration) -> Bool {
        (isNew && due <= now) || children.contains { $0.begins(by: now) }
    }
}

extension Envelope {
    /// The number of the child machine that it comes from.
    fileprivate var child: UInt64? {
        switch self {
        case .resource(.event(_, let activity, _, _, _)), .resource(.ended(_, let activity, _, _, _)): activity
        case .event, .inside, .resource, .request, .failure, .stop: nil
        }
    }
}

extension ResourceMessage {
    /// Whether an activity sends it: in a world timers fire when they are told to, and work does not begin.
    var isOfActivity: Bool {
        switch self {
        case .event, .ended: true
        case .due, .expired, .work: false
        }
    }
}

extension ActivityEnd {
    /// How an activity has ended, for people.
    fileprivate var text: String {
        switch self {
        case .silently: "ended"
        case .event(let event): "ended \(ValueText.of(event))"
        case .failed(let event): "failed \(ValueText.of(event))"
        case .failure(let error as StepError): "failed \(error.code.rawValue) \(error.path)"
        case .failure(let error): "failed \(error)"
        }
    }
}
