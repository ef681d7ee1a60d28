/// The decisions of an output port: who gets a message, and in which order.
@usableFromInline
struct OutputStateMachine<Message: Sendable>: Sendable {
    /// What is to be given to whom.
    struct Delivery: Sendable {
        let message: Message
        let ends: Ends<Message>?
        /// Its trace context if the message only passes through here.
        let context: TraceContext?
        let room: Room
        /// True if it goes to everybody, not to one end that has just been connected.
        var isForAll = true
    }

    /// What is done in the order of sending.
    enum Errand: Sendable {
        case deliver(Delivery)
        /// The ends get what all changes so far have led to.
        case introduce(Ends<Message>?)
        /// The ends are told that no more comes.
        case end([OutputLink<Message>])
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
        var links: [OutputLink<Message>] = []
        var waits: [Wait] = []
    }

    /// Somebody who waits for room at an end.
    struct Wait: Sendable {
        let id: Int
        fileprivate let link: Int
        /// Lets it go on without that end.
        let giveUp: @Sendable () -> Void
    }

    private(set) var links: [OutputLink<Message>] = [] {
        didSet { ends = Ends(links) }
    }
    /// ``links`` as messages are given to them.
    private var ends: Ends<Message>?
    private(set) var latest: Message?
    /// What everybody was given last, if the port says each value once.
    private var given: Message?
    private(set) var isFinished = false
    private(set) var unheardCount = 0
    let keepsLatest: Bool
    let saysOnce: Bool
    /// True if messages are changes of a whole, which the storage keeps and late receivers get.
    let folds: Bool
    private var nextID = 0
    /// Of a current-value port only: what is sent has to arrive in the order of sending, or a receiver would stay
    /// behind.
    private var errands = FIFO<Errand>()
    private(set) var isDraining = false
    private var waits: [Wait] = []
    /// Ends that were connected when a snapshot was taken, and know the value that will be restored.
    private var informed: Set<Int> = []

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
    /// - Parameter saysOnce: true if the storage is to know what was given before, so that it leaves out what is equal.
    init(current: Message, saysOnce: Bool = false) {
        keepsLatest = true
        folds = false
        self.saysOnce = saysOnce
        latest = current
        if saysOnce { given = current }
    }

    /// To whom a message goes at once; `nil` if there is more to decide.
    var endsAtOnce: Ends<Message>? { keepsLatest || isFinished ? nil : ends }

    /// Answers what is to be done, and the value before, to be released.
    mutating func send(
        _ message: Message, context: TraceContext?, room: Room = .any
    ) -> (Action, former: Message?) {
        if isFinished { return (.refused, nil) }
        let delivery = Delivery(message: message, ends: ends, context: context, room: room)
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
    /// - Parameter introduces: false for an end that was connected when a snapshot was taken, and has its value.
    mutating func connect(
        _ sink: any Sink<Message>, introduces: Bool, _ offer: @escaping OutputLink<Message>.Offer
    ) -> (id: Int, Action) {
        nextID += 1
        let link = OutputLink(id: nextID, sink: sink, offer: offer)
        if !isFinished { links.append(link) }
        var action = Action.none
        if !introduces {
            if keepsLatest { informed.insert(link.id) }
        } else if folds {
            action = enqueue(.introduce(Ends([link])))
        } else if let latest {
            let delivery = Delivery(message: latest, ends: Ends([link]), context: nil, room: .any, isForAll: false)
            action = enqueue(.deliver(delivery))
        }
        guard isFinished else { return (link.id, action) }
        // Behind the value, if there is one: then somebody works the errands off already.
        let end = enqueue(.end([link]))
        if case .none = action { return (link.id, end) }
        return (link.id, action)
    }

    /// Everybody who does not know it is to get what the changes so far have led to, in a snapshot.
    mutating func introduceAll() -> Action {
        guard !isFinished, let uninformed = takeUninformed() else { return .none }
        return enqueue(.introduce(uninformed))
    }

    /// Makes the value of a snapshot the current one, for everybody who does not know it. Answers the values before
    /// too, to be released.
    mutating func restore(_ message: Message) -> (Action, former: [Message?]) {
        let former = [latest, given]
        latest = message
        if saysOnce { given = message }
        guard let uninformed = takeUninformed() else { return (.none, former) }
        let delivery = Delivery(message: message, ends: uninformed, context: nil, room: .any, isForAll: false)
        return (enqueue(.deliver(delivery)), former)
    }

    private mutating func takeUninformed() -> Ends<Message>? {
        defer { informed = [] }
        return informed.isEmpty ? ends : Ends(links.filter { !informed.contains($0.id) })
    }

    mutating func disconnect(_ id: Int) -> Parting {
        guard let place = links.place(of: id, by: { $0.id }) else { return Parting() }
        defer { waits.removeAll { $0.link == id } }
        return Parting(links: [links.remove(at: place)], waits: waits.filter { $0.link == id })
    }

    /// Takes an end away, which is told after what was sent before.
    mutating func part(_ id: Int) -> (Action, Parting) {
        let parting = disconnect(id)
        return (end(parting.links), parting)
    }

    private mutating func end(_ links: [OutputLink<Message>]) -> Action {
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
