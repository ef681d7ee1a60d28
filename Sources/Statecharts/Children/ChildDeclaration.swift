/// What a state says of its child machines, once for all of them: how each is made, heard, ended and started again.
/// One that has no others beside it has the key `()`.
final class ChildDeclaration<Owner: ChildOwner, Key: Sendable, Inner: Statechart> {
    typealias Failed = @Sendable (Key, any Error) -> Owner.OwnerEvent
    /// Has a new chart heard, until that is disconnected. `introduces` as in
    /// ``Connection/make(_:_:introduces:)``.
    typealias Link =
        @Sendable (Inner, Key, ChildSinkOwner, _ introduces: Bool, inout [Connection]) -> Void

    let make: @Sendable (Owner, Key) -> sending Inner
    let runCompiled: Machine<Inner>.RunCompiled
    let limit: Duration
    var facts = EntrySlot.Facts(chart: Inner.self)
    // Closures that call each other: to go through a list of closures, the type of each would be looked up.
    private(set) var link: Link = { _, _, _, _, _ in }
    /// With ports of the owner's chart, if any.
    var join: Join?
    /// With other children of the state, if any.
    var siblings: [ChildSibling<Owner, Inner>]?
    private(set) var ending: @Sendable (Inner, Key) -> ActivityEnd = { _, _ in .silently }
    var failed: Failed?
    private var face: @Sendable (Key, _ failed: (@Sendable (any Error) -> Owner.OwnerEvent)?) -> ActivityFace = {
        ActivityFace(nil as (@Sendable (()) -> Owner.OwnerEvent)?, $1)
    }
    var restarts: ChildRestarts? {
        didSet {
            facts.restart = restarts?.policy ?? .temporary
            facts.restartText = restarts?.text
            facts.restartFaults = restarts?.faults ?? []
        }
    }
    var restarted: Failed?
    /// True if an error of the child becomes its event as soon as it is known, before the end waits in the mailbox of
    /// the owner, and so in a snapshot. Otherwise the error itself decides whether the child is made anew.
    var mapsErrorAtOnce: Bool { restarts == nil }
    /// The actor on whose executor the machine runs; that of the owner's machine without this.
    var place: (@Sendable (Owner) -> (any Actor)?)?
    /// What a machine does about events that none of its states reacts to; nothing without this.
    var unhandled: (@Sendable (Key) -> Machine<Inner>.UnhandledPolicy)?
    var limits = Limits()
    private var knownHost: ChildHost?
    /// True once a chart was made.
    var hasMade = false
    /// The list of the children, if it is one.
    var list: ChildListing<Owner, Key, Inner>?

    init(
        _ limit: Duration, _ make: @escaping @Sendable (Owner, Key) -> sending Inner,
        _ runCompiled: @escaping Machine<Inner>.RunCompiled
    ) {
        self.limit = limit
        self.make = make
        self.runCompiled = runCompiled
        if limit < .zero {
            facts.faults.append(.init("a stopWithin of \(limit)", fix: "give a duration of zero or more"))
        }
    }

    func hear<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Key, Message) -> Owner.OwnerEvent
    ) {
        let fact = EntrySlot.Port(port, Message.self)
        facts.ports.append(fact)
        link = { [link] chart, key, owner, introduces, connections in
            link(chart, key, owner, introduces, &connections)
            let sink = ChildSink<Message>(owner, fact) { event(key, $0) }
            let output = owner.isFirst ? steady(port, in: chart) : chart[keyPath: port]
            connections.append(Connection.make(output.storage, sink, introduces: introduces))
        }
    }

    func end<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable,
        _ event: @escaping @Sendable (Key, Output) -> Owner.OwnerEvent
    ) {
        ending = { .event(event($1, $0[keyPath: output])) }
        face = { key, failed in ActivityFace({ event(key, $0) }, failed) }
        facts.output = Output.self
    }

    /// What the error of a child is to its state. If its part of a snapshot is refused, there is no event: the machine
    /// would go on without the child, and what was saved of it would be lost.
    func end(of key: Key) -> @Sendable (any Error) -> ActivityEnd {
        guard let failed else { return { .failure($0) } }
        return { error in
            if !SnapshotError.refusesPart(error) { .failed(failed(key, error)) } else { .failure(error) }
        }
    }

    /// Found once: the machine of a chart is always the same.
    func host(_ services: Services) -> ChildHost {
        if let knownHost { return knownHost }
        let host = services.engine.host
        let known = ChildHost(
            lane: (host as? any ServiceHost)?.lane, children: (host as? any ChildrenHost)?.livingChildren)
        knownHost = known
        return known
    }

    /// A child as an activity of its state.
    func activity(_ seat: ChildSeat<Owner, Key, Inner>, _ number: UInt64, isSimulated: Bool) -> Activity {
        let key = seat.key
        var failure: (@Sendable (any Error) -> Owner.OwnerEvent)?
        if let failed { failure = { failed(key, $0) } }
        let activity = Activity(
            kind: .run(facts.output ?? Void.self), name: nil, policy: .failed, failure: failure,
            chart: Inner.self, isDetached: facts.isDetached, number: number, child: seat)
        if isSimulated {
            activity.simulated = SimulatedWork(face(key, mapsErrorAtOnce ? failure : nil))
            activity.work = { _ in .silently }
        }
        return activity
    }
}

/// A port of a chart; tells of one that is another at each read, as everybody else has another one then.
func steady<Root: StateNode, Port: AnyObject>(_ port: KeyPath<Root, Port>, in chart: Root) -> Port {
    let found = chart[keyPath: port]
    if chart[keyPath: port] !== found {
        Misuse.tellOnce(
            "a property of \(ClassInfo.of(type(of: chart)).name) makes another \(Port.self) at each read, so that what the "
                + "chart sends by it comes to nobody who was connected; store it: let port = \(Port.self)(…)")
    }
    return found
}

/// What child machines need of the one that owns them.
struct ChildHost {
    /// On whose executor they run.
    let lane: (any Actor)?
    /// Who tells of them.
    let children: LivingChildren?
}

/// What the seats in a list tell it.
struct ChildListing<Owner: ChildOwner, Key: Sendable, Inner: Statechart> {
    /// There is another machine, or none.
    let changed: () -> Void
    /// It has ended and is not started again.
    let ended: (ChildSeat<Owner, Key, Inner>) -> Void
    /// Where the one with a key is.
    let place: (Key) -> Int
}

extension SnapshotError {
    /// True for an error that refuses the part of a child machine, or of a child of it.
    static func refusesPart(_ error: any Error) -> Bool {
        if let error = error as? SnapshotError { return error.refusesPart }
        return (error as? StepError)?.underlying.map { refusesPart($0) } ?? false
    }
}
