/// The decisions of an output port: who gets a message, and in which order.
@usableFromInline
struct OutputStateMachine<Message: Sendable>: Sendable {
    @usableFromInline
    struct Link: Sendable {
        @usableFromInline let id: Int
        let sink: any Sink<Message>
        /// Gives a message to the sink. A closure, because it is made where the types are known, and so is compiled for them.
        @usableFromInline let give: Give
    }
    @usableFromInline typealias Give = @Sendable (Parcel<Message>, Reading) -> Reception

    /// What is to be given to whom.
    struct Delivery: Sendable {
        let message: Message
        let destination: Destination
        /// The identity of the message if it only passes through here.
        let origin: Origin?
    }

    enum Destination: Sendable {
        case links([Link])
        case prepared([any PreparedDelivery])
    }

    enum Action {
        case deliver(Delivery)
        /// The caller works off the deliveries of a current-value port.
        case drain
        /// Somebody else does.
        case none
        case refused
    }

    private(set) var links: [Link] = []
    private(set) var latest: Message?
    private(set) var isFinished = false
    private(set) var unheardCount = 0
    let keepsLatest: Bool
    private var nextID = 0
    /// Of a current-value port only: what is sent has to arrive in the order of sending, or a receiver would stay behind.
    private var deliveries = FIFO<Delivery>()
    private var isDraining = false

    init() { keepsLatest = false }
    init(current: Message) {
        keepsLatest = true
        latest = current
    }

    /// To whom a message goes at once; `nil` if there is more to decide.
    var linksAtOnce: [Link]? { keepsLatest || isFinished || links.isEmpty ? nil : links }

    mutating func send(_ message: Message, origin: Origin?) -> Action {
        dispatch(message, .links(links), origin)
    }

    mutating func send(_ message: Message, prepared: [any PreparedDelivery]) -> Action {
        dispatch(message, .prepared(prepared), nil)
    }

    private mutating func dispatch(_ message: Message, _ destination: Destination, _ origin: Origin?) -> Action {
        if isFinished { return .refused }
        let delivery = Delivery(message: message, destination: destination, origin: origin)
        guard keepsLatest else {
            if links.isEmpty { unheardCount += 1 }
            return .deliver(delivery)
        }
        latest = message
        return enqueue(delivery)
    }

    private mutating func enqueue(_ delivery: Delivery) -> Action {
        deliveries.append(delivery)
        if isDraining { return .none }
        isDraining = true
        return .drain
    }

    mutating func nextDelivery() -> Delivery? {
        if let delivery = deliveries.popFirst() { return delivery }
        isDraining = false
        return nil
    }

    /// Adds an end. Answers its number, and what is to be done so that it gets the latest value.
    mutating func connect(_ sink: any Sink<Message>, _ give: @escaping Give) -> (id: Int, Action) {
        nextID += 1
        let link = Link(id: nextID, sink: sink, give: give)
        if !isFinished { links.append(link) }
        guard let latest else { return (link.id, .none) }
        return (link.id, enqueue(Delivery(message: latest, destination: .links([link]), origin: nil)))
    }

    mutating func disconnect(_ id: Int) -> Bool {
        guard let place = links.firstIndex(where: { $0.id == id }) else { return false }
        links.remove(at: place)
        return true
    }

    func isConnected(_ id: Int) -> Bool { links.contains { $0.id == id } }

    mutating func finish() -> [Link] {
        isFinished = true
        defer { links = [] }
        return links
    }
}

/// The ends that an output's messages go to, at least one, for those who must not count references.
@usableFromInline
final class Route<Message: Sendable>: Sendable {
    @usableFromInline typealias Link = OutputStateMachine<Message>.Link
    @usableFromInline let id: Int
    @usableFromInline let give: OutputStateMachine<Message>.Give
    /// `nil` for most outputs, so that no array is touched.
    @usableFromInline let others: [Link]?

    init?(_ links: [Link]) {
        guard let first = links.first else { return nil }
        id = first.id
        give = first.give
        others = links.count > 1 ? Array(links.dropFirst()) : nil
    }
}
