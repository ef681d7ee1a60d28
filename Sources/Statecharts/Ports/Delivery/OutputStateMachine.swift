/// The decisions of an output port: who gets a message, and in which order.
@usableFromInline
struct OutputStateMachine<Message: Sendable>: Sendable {
    /// A message and the ends that it is delivered to.
    struct Delivery: Sendable {
        var message: Message
        let ends: Ends<Message>?
        /// Its trace context if the message only passes through here.
        var context: TraceContext?
        var mode = OfferMode.immediate
        /// True if the contract has nothing to say about it, or has said it.
        var isJudged = false
        /// Keeps the delivery of a message open that waits for its turn and only passes through here.
        var openDelivery: OpenDelivery?
        /// For the introduction of a state: the number of passed changes that are in it.
        var passedChanges: Int?

        /// True if the message passes through and a journal has numbered it before.
        var passes: Bool { context?.isNumbered ?? false }
    }

    /// The ends for the value of a snapshot.
    struct Receivers: Sendable {
        let all: Ends<Message>?
        /// Those that were not connected when the snapshot was taken.
        let uninformed: Ends<Message>?
    }

    /// Something that is done in the order of sending.
    enum Errand: Sendable {
        /// A message is sent.
        case send(Delivery)
        /// A message is sent on a port with a state: first it becomes the current value, or is made in the whole.
        case change(Delivery)
        /// The ends get the current value, or the whole: what a late receiver begins with.
        case introduce(Ends<Message>)
        /// An end that knows the whole of a snapshot gets it if it has another number here.
        case introduceRenumbered(Ends<Message>)
        /// The value of a snapshot becomes the current one, or the whole, and the ends get it.
        case restore(Message, Receivers)
        /// The connections are closed: their ends are told that no more comes.
        case close([OutputLink<Message>])
    }

    /// An errand that waits, and the message that whoever has left it here was handling.
    struct WaitingErrand: Sendable {
        let errand: Errand
        let cause: TraceContext?
    }

    enum Action {
        case run(Errand)
        /// The caller works off the errands that wait, and those that come meanwhile.
        case drain
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
        didSet { knownEnds = nil }
    }
    /// ``links`` as messages are delivered to them, since the last message. Not made for each connection, as there may
    /// be many.
    private var knownEnds: Ends<Message>?
    private var ends: Ends<Message>? {
        mutating get {
            if knownEnds == nil { knownEnds = Ends(links) }
            return knownEnds
        }
    }
    /// The current value, if there is one: the last one whose turn has come.
    private(set) var latest: Message?
    private(set) var isFinished = false
    private(set) var unheardCount = 0
    /// True if the port has a state, a current value or a whole. Then errands are done one after the other, in the
    /// order of sending: otherwise a receiver could get the latest value before an older one, and stay behind.
    let hasState: Bool
    private var nextID = 0
    /// What waits for its turn if the port has a state.
    private var errands = FIFO<WaitingErrand>()
    private var isDraining = false
    private var waits: [Wait] = []
    private var census = EndCensus()
    /// Ends that were connected when a snapshot was taken, and know the value that will be restored.
    private var informed: Set<Int> = []
    /// True if the whole of a snapshot was restored with another number than it has there.
    var isRenumbered = false
    /// True if the messages are changes of a whole.
    private let hasWhole: Bool
    /// How many messages of the port's own have changed the current value and are held by a system.
    var changesUnderWay = 0
    /// How many messages have passed through and changed the state.
    var passedChanges = 0

    /// - Parameter hasWhole: true if the messages are changes of a whole, which the storage keeps.
    init(hasWhole: Bool = false) {
        hasState = hasWhole
        self.hasWhole = hasWhole
    }

    /// Of a port with a current value.
    init(current: Message) {
        hasState = true
        hasWhole = false
        latest = current
    }

    /// The ends that a message goes to at once; `nil` if there is more to decide, or no end.
    var endsAtOnce: Ends<Message>? { mutating get { hasState || isFinished ? nil : ends } }

    /// The current value, if nothing is to come before what is sent now.
    var latestAtRest: Message? { isDraining || isFinished ? nil : latest }

    mutating func send(_ message: Message, context: TraceContext?, mode: OfferMode = .immediate) -> Action {
        if isFinished { return .refused }
        var delivery = Delivery(message: message, ends: ends, context: context, mode: mode)
        guard hasState else {
            if links.isEmpty { unheardCount += 1 }
            return .run(.send(delivery))
        }
        delivery.openDelivery = OpenDelivery(of: context)
        return enqueue(.change(delivery))
    }

    private mutating func enqueue(_ errand: Errand) -> Action {
        errands.append(WaitingErrand(errand: errand, cause: Tracing.present))
        if isDraining { return .none }
        isDraining = true
        return .drain
    }

    /// The next errand; with `nil` the work is over.
    mutating func nextErrand() -> WaitingErrand? {
        let next = errands.popFirst()
        isDraining = next != nil
        return next
    }

    /// Makes a message the current value, in its turn, unless others stay current that are delivered after it. Answers
    /// the value before, to be released.
    mutating func setLatest(_ delivery: Delivery) -> Message? {
        if isBeforeChanges(delivery) { return nil }
        if delivery.passes { passedChanges += 1 }
        defer { latest = delivery.message }
        return latest
    }

    /// The value that a message is compared with; none if others are delivered between the two.
    func value(before delivery: Delivery) -> Message? { isBeforeChanges(delivery) ? nil : latest }

    private func isBeforeChanges(_ delivery: Delivery) -> Bool { delivery.passes && changesUnderWay > 0 }

    /// Adds an end. Answers its number, and what is to be done so that it gets the current value, and is told if the
    /// port is finished.
    /// - Parameter introduces: false for an end that was connected when a snapshot was taken, and has its value.
    mutating func connect(
        _ sink: any Sink<Message>, introduces: Bool, _ offer: @escaping OutputLink<Message>.Offer
    ) -> (id: Int, action: Action) {
        nextID += 1
        let link = OutputLink(id: nextID, sink: sink, offer: offer)
        if !isFinished { links.append(link) }
        var action = Action.none
        if hasState, let end = Ends([link]) {
            if !introduces { informed.insert(link.id) }
            if introduces || hasWhole { action = enqueue(introduces ? .introduce(end) : .introduceRenumbered(end)) }
        }
        guard isFinished else { return (link.id, action) }
        // The errand `close` tells the end that no more comes. It stands behind the value if the end gets one: then
        // `action` says who works off both, and `closing` is `none`.
        let closing = close([link])
        if case .none = action { return (link.id, closing) }
        return (link.id, action)
    }

    /// Everybody is to get the whole that the changes so far have led to.
    mutating func resendWhole() -> Action {
        guard !isFinished, let ends else { return .none }
        return enqueue(.introduce(ends))
    }

    /// The value of a snapshot is to be the current one, or the whole, for everybody who does not know it.
    mutating func restore(_ message: Message) -> Action {
        let uninformed = popUninformed()
        return isFinished ? .none : enqueue(.restore(message, Receivers(all: ends, uninformed: uninformed)))
    }

    /// The value of a snapshot is the current one already: everybody knows it.
    mutating func keepRestored() {
        informed = []
        isRenumbered = false
    }

    /// The ends that do not know the latest value. From now on all of them do.
    private mutating func popUninformed() -> Ends<Message>? {
        defer { informed = [] }
        return informed.isEmpty ? ends : Ends(links.filter { !informed.contains($0.id) })
    }

    /// Takes an end away that is gone, and so is not told.
    mutating func remove(_ id: Int) -> Removal {
        guard let link = links.remove(id, by: { $0.id }) else { return Removal() }
        defer { waits.removeAll { $0.link == id } }
        return Removal(links: [link], waits: waits.filter { $0.link == id })
    }

    /// The ends, if it is time to look which of them are gone.
    mutating func linksToLookAt() -> [OutputLink<Message>]? { census.isDue(links.count) ? links : nil }

    /// Takes ends away that are gone, and so are not told.
    mutating func remove(_ gone: Set<Int>) -> Removal {
        let removal = Removal(
            links: links.filter { gone.contains($0.id) }, waits: waits.filter { gone.contains($0.link) })
        links.removeAll { gone.contains($0.id) }
        waits.removeAll { gone.contains($0.link) }
        census.end(leaving: links.count)
        return removal
    }

    /// Takes an end away, which is told after what was sent before.
    mutating func disconnect(_ id: Int) -> (Action, Removal) {
        let removal = remove(id)
        return (close(removal.links), removal)
    }

    private mutating func close(_ links: [OutputLink<Message>]) -> Action {
        if links.isEmpty { return .none }
        return hasState ? enqueue(.close(links)) : .run(.close(links))
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
