/// The decisions of an output port: who gets a message, and in which order.
@usableFromInline
struct OutputStateMachine<Message: Sendable>: Sendable {
    /// A message and the ends that it is delivered to.
    struct Delivery: Sendable {
        let message: Message
        let ends: Ends<Message>?
        /// Its trace context if the message only passes through here.
        let context: TraceContext?
        let mode: OfferMode
        /// True if it goes to everybody, not to one end that has just been connected.
        var isForAll = true
    }

    /// Something that is done in the order of sending.
    enum Errand: Sendable {
        case deliver(Delivery)
        /// The ends get the whole that the changes so far have led to, see ``folds``.
        case deliverWhole(Ends<Message>?)
        /// The connections are closed: their ends are told that no more comes.
        case close([OutputLink<Message>])
    }

    enum Action {
        case run(Errand)
        /// The caller works off the errands: this one, which waits in no queue, and those that come meanwhile. `before`
        /// is what was delivered to everybody last, if that matters.
        case drain(Errand, before: Message?)
        /// There is nothing to do, or another caller works off the errands.
        case none
        case refused
    }

    /// Ends that were taken away, and who waits for room behind them. They are released and called outside the lock.
    struct Removal: Sendable {
        var links: [OutputLink<Message>] = []
        var waits: [Wait] = []
    }

    /// Somebody who waits for room at an end.
    struct Wait: Sendable {
        let id: Int
        fileprivate let link: Int
        /// Lets it go on without that end.
        let goOn: @Sendable () -> Void
    }

    private(set) var links: [OutputLink<Message>] = [] {
        didSet { ends = Ends(links) }
    }
    /// ``links`` as messages are delivered to them.
    private var ends: Ends<Message>?
    private(set) var latest: Message?
    /// What was delivered to everybody last, if the port is distinct.
    private var lastDelivered: Message?
    private(set) var isFinished = false
    private(set) var unheardCount = 0
    /// True if errands are done one after the other, in the order of sending: otherwise a receiver could get the latest
    /// value before an older one, and stay behind.
    let isSerial: Bool
    /// True if a value is left out that equals the one before. The storage compares them.
    let isDistinct: Bool
    /// True if messages are changes of a whole, which the storage keeps and late receivers get.
    let folds: Bool
    private var nextID = 0
    /// What waits for its turn if the port is serial.
    private var errands = FIFO<Errand>()
    private var isDraining = false
    private var waits: [Wait] = []
    /// Ends that were connected when a snapshot was taken, and know the value that will be restored.
    private var informed: Set<Int> = []

    /// - Parameter folds: true if the messages are changes of a whole.
    init(folds: Bool = false) {
        isSerial = folds
        isDistinct = false
        self.folds = folds
    }

    /// Of a port with a current value.
    init(current: Message, isDistinct: Bool = false) {
        isSerial = true
        folds = false
        self.isDistinct = isDistinct
        latest = current
        if isDistinct { lastDelivered = current }
    }

    /// The ends that a message goes to at once; `nil` if there is more to decide, or no end.
    var endsAtOnce: Ends<Message>? { isSerial || isFinished ? nil : ends }

    /// Answers what is to be done, and the value before, which is to be released outside the lock.
    mutating func send(
        _ message: Message, context: TraceContext?, mode: OfferMode = .immediate
    ) -> (Action, former: Message?) {
        if isFinished { return (.refused, nil) }
        let delivery = Delivery(message: message, ends: ends, context: context, mode: mode)
        guard isSerial else {
            if links.isEmpty { unheardCount += 1 }
            return (.run(.deliver(delivery)), nil)
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
        return .drain(errand, before: noteDelivered(errand))
    }

    /// The next errand, and what was delivered to everybody before, if that matters; with `nil` the work is over.
    mutating func nextErrand() -> (Errand, before: Message?)? {
        guard let errand = errands.popFirst() else {
            isDraining = false
            return nil
        }
        return (errand, noteDelivered(errand))
    }

    /// Notes what is delivered to everybody now. Answers what was before, if that matters.
    private mutating func noteDelivered(_ errand: Errand) -> Message? {
        guard isDistinct, case .deliver(let delivery) = errand, delivery.isForAll else { return nil }
        defer { lastDelivered = delivery.message }
        return lastDelivered
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
            if isSerial { informed.insert(link.id) }
        } else if folds {
            action = enqueue(.deliverWhole(Ends([link])))
        } else if let latest {
            let delivery = Delivery(
                message: latest, ends: Ends([link]), context: nil, mode: .immediate, isForAll: false)
            action = enqueue(.deliver(delivery))
        }
        guard isFinished else { return (link.id, action) }
        // Behind the value, if there is one: then somebody works the errands off already.
        let closing = enqueue(.close([link]))
        if case .none = action { return (link.id, closing) }
        return (link.id, action)
    }

    /// Everybody who does not know it is to get the whole that the changes so far have led to.
    mutating func resendWhole() -> Action {
        guard !isFinished, let uninformed = popUninformed() else { return .none }
        return enqueue(.deliverWhole(uninformed))
    }

    /// Makes the value of a snapshot the current one, for everybody who does not know it. Answers the values before
    /// too, to be released.
    mutating func restore(_ message: Message) -> (Action, former: [Message?]) {
        let former = [latest, lastDelivered]
        latest = message
        if isDistinct { lastDelivered = message }
        guard let uninformed = popUninformed() else { return (.none, former) }
        let delivery = Delivery(message: message, ends: uninformed, context: nil, mode: .immediate, isForAll: false)
        return (enqueue(.deliver(delivery)), former)
    }

    /// The ends that do not know the latest value. From now on all of them do.
    private mutating func popUninformed() -> Ends<Message>? {
        defer { informed = [] }
        return informed.isEmpty ? ends : Ends(links.filter { !informed.contains($0.id) })
    }

    /// Takes an end away that is gone, and so is not told.
    mutating func remove(_ id: Int) -> Removal {
        guard let index = links.place(of: id, by: { $0.id }) else { return Removal() }
        defer { waits.removeAll { $0.link == id } }
        return Removal(links: [links.remove(at: index)], waits: waits.filter { $0.link == id })
    }

    /// Takes an end away, which is told after what was sent before.
    mutating func disconnect(_ id: Int) -> (Action, Removal) {
        let removal = remove(id)
        return (close(removal.links), removal)
    }

    private mutating func close(_ links: [OutputLink<Message>]) -> Action {
        if links.isEmpty { return .none }
        return isSerial ? enqueue(.close(links)) : .run(.close(links))
    }

    /// Notes that somebody waits for room at an end; `nil` if the end is not connected any more.
    mutating func wait(at link: Int, _ goOn: @escaping @Sendable () -> Void) -> Int? {
        guard isConnected(link) else { return nil }
        nextID += 1
        waits.append(Wait(id: nextID, link: link, goOn: goOn))
        return nextID
    }

    /// Answers who waits no more, to be released.
    mutating func endWait(_ id: Int) -> Wait? {
        waits.firstIndex { $0.id == id }.map { waits.remove(at: $0) }
    }

    func isConnected(_ id: Int) -> Bool { links.place(of: id, by: { $0.id }) != nil }

    /// Takes no more messages. The ends are told after what was sent before; who waits for room goes on at once.
    mutating func finish() -> (Action, Removal) {
        isFinished = true
        let removal = Removal(links: links, waits: waits)
        links = []
        waits = []
        return (close(removal.links), removal)
    }
}
