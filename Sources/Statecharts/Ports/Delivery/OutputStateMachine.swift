/// The decisions of an output port: who gets a message, and in which order.
@usableFromInline
struct OutputStateMachine<Message: Sendable>: Sendable {
    @usableFromInline
    struct Link: Sendable {
        @usableFromInline let id: Int
        let sink: any Sink<Message>
        /// Gives a message to the sink. A closure, because it is made where the types are known, and so is compiled for
        /// them.
        @usableFromInline let give: Give
        /// Gives a message to the sink if there is room for it.
        @usableFromInline let admit: Admit
        /// Whether messages leave the process at the sink.
        let leavesProcess: Bool
    }
    @usableFromInline typealias Give = @Sendable (Parcel<Message>, ReadSection) -> Reception
    @usableFromInline typealias Admit = @Sendable (Parcel<Message>, ReadSection) -> Admission

    /// What is to be given to whom.
    struct Delivery: Sendable {
        let message: Message
        let destination: Destination
        /// The identity of the message if it only passes through here.
        let origin: TraceContext?
        /// Whether it goes to everybody, not to one end that has just been connected.
        var isForAll = true
    }

    enum Destination: Sendable {
        case links([Link])
        case prepared([any PreparedDelivery])
    }

    /// What is done in the order of sending.
    enum Errand: Sendable {
        case deliver(Delivery)
        /// The ends get what all changes so far have led to.
        case introduce([Link])
        /// The ends are told that no more comes.
        case end([Link])
    }

    enum Action {
        case perform(Errand)
        /// The caller works off the errands of a current-value port: this one, which waits in no queue, and those that
        /// come meanwhile.
        case drain(Errand, before: Message?)
        /// Somebody else does.
        case none
        case refused
    }

    /// What is to be released, or called, once the lock is: an end that was taken away, and who waits for room behind
    /// it.
    struct Parting: Sendable {
        var links: [Link] = []
        var waits: [Wait] = []
    }

    /// Somebody who waits for room at an end.
    struct Wait: Sendable {
        let id: Int
        fileprivate let link: Int
        /// Lets it go on without that end.
        let giveUp: @Sendable () -> Void
    }

    private(set) var links: [Link] = []
    private(set) var latest: Message?
    /// What everybody was given last, if the port says each value once.
    private var given: Message?
    private(set) var isFinished = false
    private(set) var unheardCount = 0
    let keepsLatest: Bool
    let saysOnce: Bool
    /// Whether messages are changes of a whole, which the storage keeps and late receivers get.
    let folds: Bool
    private var nextID = 0
    /// Of a current-value port only: what is sent has to arrive in the order of sending, or a receiver would stay
    /// behind.
    private var errands = FIFO<Errand>()
    private(set) var isDraining = false
    private(set) var waits: [Wait] = []

    init() {
        keepsLatest = false
        saysOnce = false
        folds = false
    }
    /// Of a port for the changes of a whole: all that is sent has to arrive in the order of sending.
    init(folds: Bool) {
        keepsLatest = folds
        saysOnce = false
        self.folds = folds
    }
    /// - Parameter saysOnce: whether the storage is to know what was given before, so that it leaves out what is equal.
    init(current: Message, saysOnce: Bool = false) {
        keepsLatest = true
        folds = false
        self.saysOnce = saysOnce
        latest = current
        if saysOnce { given = current }
    }

    var errandCount: Int { errands.count }

    /// To whom a message goes at once; `nil` if there is more to decide.
    var linksAtOnce: [Link]? { keepsLatest || isFinished || links.isEmpty ? nil : links }

    /// Answers what is to be done, and the value before, to be released.
    mutating func send(_ message: Message, origin: TraceContext?) -> (Action, former: Message?) {
        dispatch(message, .links(links), origin)
    }

    mutating func send(
        _ message: Message, prepared: [any PreparedDelivery], origin: TraceContext? = nil
    ) -> (Action, former: Message?) {
        dispatch(message, .prepared(prepared), origin)
    }

    private mutating func dispatch(
        _ message: Message, _ destination: Destination, _ origin: TraceContext?
    ) -> (Action, former: Message?) {
        if isFinished { return (.refused, nil) }
        let delivery = Delivery(message: message, destination: destination, origin: origin)
        guard keepsLatest else {
            if links.isEmpty { unheardCount += 1 }
            return (.perform(.deliver(delivery)), nil)
        }
        let former = latest
        if !folds { latest = message }
        return (enqueue(.deliver(delivery)), former)
    }

    private mutating func enqueue(_ errand: Errand) -> Action {
        if isDraining {
            errands.append(errand)
            return .none
        }
        isDraining = true
        return .drain(errand, before: taking(errand))
    }

    /// What is to be done next, and what everybody was given before, if that matters; with `nil` the work is over.
    mutating func nextErrand() -> (Errand, before: Message?)? {
        guard let errand = errands.popFirst() else {
            isDraining = false
            return nil
        }
        return (errand, taking(errand))
    }

    /// Answers what everybody was given before, if that matters.
    private mutating func taking(_ errand: Errand) -> Message? {
        guard saysOnce, case .deliver(let delivery) = errand, delivery.isForAll else { return nil }
        defer { given = delivery.message }
        return given
    }

    /// Adds an end. Answers its number, and what is to be done so that it gets the latest value, and is told if the
    /// port is finished.
    mutating func connect(
        _ sink: any Sink<Message>, _ give: @escaping Give, _ admit: @escaping Admit
    ) -> (id: Int, Action) {
        nextID += 1
        let link = Link(
            id: nextID, sink: sink, give: give, admit: admit, leavesProcess: sink.leavesProcess)
        if !isFinished { links.append(link) }
        var action = Action.none
        if folds { action = enqueue(.introduce([link])) }
        if let latest {
            action = enqueue(
                .deliver(Delivery(message: latest, destination: .links([link]), origin: nil, isForAll: false)))
        }
        guard isFinished else { return (link.id, action) }
        // Behind the value, if there is one: then somebody works the errands off already.
        let end = enqueue(.end([link]))
        if case .none = action { return (link.id, end) }
        return (link.id, action)
    }

    /// Everybody is to get what the changes so far have led to.
    mutating func introduceAll() -> Action {
        isFinished || links.isEmpty ? .none : enqueue(.introduce(links))
    }

    mutating func disconnect(_ id: Int) -> Parting {
        guard let place = links.place(of: id, by: { $0.id }) else { return Parting() }
        defer { waits.removeAll { $0.link == id } }
        return Parting(links: [links.remove(at: place)], waits: waits.filter { $0.link == id })
    }

    /// The same, and the end is told after what was sent before.
    mutating func part(_ id: Int) -> (Action, Parting) {
        let parting = disconnect(id)
        return (end(parting.links), parting)
    }

    private mutating func end(_ links: [Link]) -> Action {
        if links.isEmpty { return .none }
        return keepsLatest ? enqueue(.end(links)) : .perform(.end(links))
    }

    /// Notes that somebody waits for room at an end; `nil` if the end is not connected any more.
    mutating func wait(at link: Int, _ giveUp: @escaping @Sendable () -> Void) -> Int? {
        guard isConnected(link) else { return nil }
        nextID += 1
        waits.append(Wait(id: nextID, link: link, giveUp: giveUp))
        return nextID
    }

    /// Answers who waits no more, to be released.
    mutating func endWait(_ id: Int) -> Wait? {
        waits.firstIndex { $0.id == id }.map { waits.remove(at: $0) }
    }

    func isConnected(_ id: Int) -> Bool { links.place(of: id, by: { $0.id }) != nil }

    /// Takes no more messages. The ends are told after what was sent before; who waits for room goes on at once.
    mutating func finish() -> (Action, Parting) {
        isFinished = true
        let parting = Parting(links: links, waits: waits)
        links = []
        waits = []
        return (end(parting.links), parting)
    }
}

/// The ends that an output's messages go to, at least one, for those who must not count references.
@usableFromInline
final class Route<Message: Sendable>: Sendable {
    @usableFromInline typealias Link = OutputStateMachine<Message>.Link
    @usableFromInline let id: Int
    @usableFromInline let give: OutputStateMachine<Message>.Give
    @usableFromInline let admit: OutputStateMachine<Message>.Admit
    /// `nil` for most outputs, so that no array is touched.
    @usableFromInline let others: [Link]?

    /// - Parameter source: the port that the messages leave.
    init?(_ links: [Link], of source: PortIdentity) {
        guard let first = links.first else { return nil }
        id = first.id
        admit = first.admit
        guard links.count(where: \.leavesProcess) > 1 else {
            give = first.give
            others = links.count > 1 ? Array(links.dropFirst()) : nil
            return
        }
        // By whichever way a message leaves the process, it is the same one.
        let leaving = links.filter(\.leavesProcess), staying = links.filter { !$0.leavesProcess }
        give = { parcel, reading in
            let identified = parcel.identified(leaving: source)
            for link in leaving { _ = link.give(identified, reading) }
            return .taken
        }
        others = staying
    }
}
