/// What a state says of its child machines: how each is made, heard, ended and started again.
struct ChildDeclaration<Owner: ChildOwner, Inner: Statechart>: Sendable {
    typealias Failed = @Sendable (any Error) -> Owner.OwnerEvent
    /// What has a new chart heard, until that is disconnected. `introduces` as in
    /// ``Connection/make(_:_:introduces:)``.
    typealias Link =
        @Sendable (
            Inner, ChildSinkOwner, _ introduces: Bool, @escaping @Sendable (any Sendable) -> Bool
        ) -> Connection

    let runCompiled: Machine<Inner>.RunCompiled
    let limit: Duration
    var facts = EntrySlot.Facts(chart: Inner.self)
    var links: [Link] = []
    /// With ports of the owner's chart, and with other children of the state.
    var joints: [Joint] = []
    var siblings: [ChildSibling<Owner, Inner>] = []
    var ending: @Sendable (Machine<Inner>) async -> ActivityEnd = { _ in .silently }
    /// The same for a chart that is simulated.
    var endingOfChart: @Sendable (Inner) -> ActivityEnd = { _ in .silently }
    var failed: Failed?
    private var face: @Sendable (Failed?) -> ActivityFace = { failed in
        ActivityFace(nil as (@Sendable (()) -> Owner.OwnerEvent)?, failed)
    }
    var restarts: ChildRestarts? {
        didSet { facts.restart = restarts?.policy ?? .temporary }
    }
    var restarted: Failed?
    /// True if an error of the child becomes its event as soon as it is known, before the end waits in the mailbox of
    /// the owner, and so in a snapshot. Otherwise the error itself decides whether the child is made anew.
    var mapsErrorAtOnce: Bool { restarts == nil }
    /// The actor on whose executor the machine runs; that of the owner's machine without this.
    var place: (@Sendable (Owner) -> (any Actor)?)?

    init(_ limit: Duration, _ runCompiled: @escaping Machine<Inner>.RunCompiled) {
        self.limit = limit
        self.runCompiled = runCompiled
    }

    mutating func hear<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Message) -> Owner.OwnerEvent
    ) {
        note(port)
        let fact = EntrySlot.Port(port, Message.self)
        links.append { chart, owner, introduces, deliver in
            let sink = ChildSink<Message>(owner, fact) { deliver(event($0)) }
            return Connection.make(chart[keyPath: port].storage, sink, introduces: introduces)
        }
    }

    mutating func note<Message>(_ port: any KeyPath<Inner, OutputPort<Message>> & Sendable) {
        facts.ports.append(EntrySlot.Port(port, Message.self))
    }

    mutating func end<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable, _ event: @escaping @Sendable (Output) -> Owner.OwnerEvent
    ) {
        ending = { machine in .event(event(await machine.port(output))) }
        endingOfChart = { .event(event($0[keyPath: output])) }
        face = { ActivityFace(event, $0) }
        facts.output = Output.self
    }

    /// What the child's error is to its state.
    func end(by error: any Error) -> ActivityEnd { failed.map { .failed($0(error)) } ?? .failure(error) }

    /// The child as an activity of its state.
    func activity(named name: String, _ number: UInt64, isSimulated: Bool) -> Activity {
        let error = failed.map { failed in { @Sendable (error: any Error) -> any Sendable in failed(error) } }
        var activity = Activity(
            kind: .run(facts.output ?? Void.self), name: name, policy: .failed, failure: error,
            chart: Inner.self, isDetached: facts.isDetached, number: number)
        if isSimulated {
            activity.face = face(mapsErrorAtOnce ? failed : nil)
            activity.work = { _ in .silently }
        }
        return activity
    }
}
