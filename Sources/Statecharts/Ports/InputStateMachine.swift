/// The decisions of an input port: what becomes of a message, and who goes on.
///
/// Messages go to one of three kinds of receivers. A *pushed* one takes each message at once (a machine without a bound, a
/// proxy). A *pulled* one gets the next message when it has dealt with the one before (a machine behind a bound, a closure).
/// *Consumers* are tasks that wait in `next()`. Messages that nobody can take yet wait in the queue by the port's policy.
struct InputStateMachine<Message: Sendable>: Sendable {
    typealias Consumer = CheckedContinuation<Parcel<Message>?, Never>
    typealias Producer = CheckedContinuation<Permission, any Error>

    /// What a producer that waits is told.
    enum Permission: Sendable {
        /// Room is kept for its message.
        case granted
        /// It need not wait here, because the policy or the end of the port decides about its message.
        case unneeded
    }

    private enum Receiver: Sendable {
        case none
        case pushed(any Taker<Message>)
        case pulled(any Taker<Message>)
    }

    /// What the storage does next, outside the lock.
    enum Action {
        case none
        /// The consumer gets the message.
        case resume(Consumer, Parcel<Message>)
        /// The taker gets this message and no account is kept of it.
        case push(any Taker<Message>)
        /// The queue is to be worked off by the caller.
        case drain
        case dropped
        /// Nobody takes messages here any more.
        case refused
    }

    enum Next {
        case nothing
        case push(any Taker<Message>, Parcel<Message>)
        case pull(any Taker<Message>, Parcel<Message>)
    }

    let policy: PortBuffering
    private var queue = FIFO<Parcel<Message>>()
    private var receiver = Receiver.none
    private var consumers = FIFO<(id: Int, consumer: Consumer)>()
    private var producers = FIFO<(id: Int, producer: Producer)>()
    /// Room that is kept for messages of waiting producers.
    private var reserved = 0
    /// Whether a pulled taker has a message that it has not dealt with.
    private var isBusy = false
    /// Whether somebody works off the queue; it alone gives messages to the taker meanwhile.
    private var isDraining = false
    private var nextID = 0
    private(set) var isFinished = false
    private(set) var droppedCount = 0
    private(set) var undeliveredCount = 0
    /// Whether a point-to-point channel asks for readiness, so that even a machine without a bound is pulled.
    private var isPulledAnyway = false
    /// Consumers to whom a channel offers a message, and those of them that were cancelled meanwhile.
    private var lent: Set<Int> = []
    private var cancelledMeanwhile: Set<Int> = []
    private var readinessListeners: [(id: Int, ready: @Sendable () -> Void)] = []

    init(policy: PortBuffering) { self.policy = policy }

    var bufferedCount: Int { queue.count }

    // MARK: Messages come

    mutating func receive(_ parcel: Parcel<Message>) -> Action {
        if isFinished {
            undeliveredCount += 1
            return .refused
        }
        switch receiver {
        case .pushed(let taker):
            if !isDraining { return .push(taker) }
            queue.append(parcel)
            return .none
        case .none:
            if let (_, consumer) = consumers.popFirst() { return .resume(consumer, parcel) }
            return enqueue(parcel)
        case .pulled:
            let action = enqueue(parcel)
            return isBusy || isDraining ? action : beginDraining(otherwise: action)
        }
    }

    /// A message whose producer waited and was given room.
    mutating func receiveReserved(_ parcel: Parcel<Message>) -> Action {
        reserved -= 1
        if isFinished { return receive(parcel) }
        switch receiver {
        case .pushed: return receive(parcel)
        case .none:
            if let (_, consumer) = consumers.popFirst() { return .resume(consumer, parcel) }
            queue.append(parcel)
            return .none
        case .pulled:
            queue.append(parcel)
            return isBusy || isDraining ? .none : beginDraining(otherwise: .none)
        }
    }

    private mutating func enqueue(_ parcel: Parcel<Message>) -> Action {
        switch policy {
        case .unbounded:
            queue.append(parcel)
            return .none
        case .bufferingOldest(let limit), .waiting(let limit):
            if queue.count + reserved < limit {
                queue.append(parcel)
                return .none
            }
        case .bufferingNewest(let limit):
            queue.append(parcel)
            if queue.count <= limit { return .none }
            _ = queue.popFirst()
        }
        droppedCount += 1
        return .dropped
    }

    private mutating func beginDraining(otherwise action: Action) -> Action {
        guard !queue.isEmpty else { return action }
        isDraining = true
        return .drain
    }

    // MARK: Messages go

    /// What the one who works off the queue does next; with `nothing` the work is over.
    mutating func nextForTaker() -> (Next, freed: Producer?) {
        switch receiver {
        case .pushed(let taker):
            if let parcel = queue.popFirst() { return (.push(taker, parcel), freeRoom()) }
        case .pulled(let taker):
            if !isBusy, let parcel = queue.popFirst() {
                isBusy = true
                return (.pull(taker, parcel), freeRoom())
            }
        case .none: break
        }
        isDraining = false
        return (.nothing, nil)
    }

    /// The pulled taker has dealt with its message. Answers whether the caller works off the queue now.
    mutating func handled(whileDraining: Bool) -> Bool {
        isBusy = false
        if whileDraining { return true }
        if isDraining || queue.isEmpty { return false }
        isDraining = true
        return true
    }

    /// A message that was taken from the queue, or was on its way, found nobody.
    mutating func lose() { undeliveredCount += 1 }

    /// A place in the queue is free: the producer that waits longest gets it.
    private mutating func freeRoom() -> Producer? {
        guard hasRoom, let (_, producer) = producers.popFirst() else { return nil }
        reserved += 1
        return producer
    }

    private var hasRoom: Bool {
        switch policy {
        case .waiting(let limit): queue.count + reserved < limit
        case .unbounded, .bufferingOldest, .bufferingNewest: true
        }
    }

    // MARK: Receivers

    /// Answers whether the caller has to work off the queue.
    mutating func attach(_ taker: any Taker<Message>) -> Bool {
        let isPulled = policy != .unbounded || isPulledAnyway
        receiver = isPulled ? .pulled(taker) : .pushed(taker)
        isBusy = false
        guard !queue.isEmpty, !isDraining else { return false }
        isDraining = true
        return true
    }

    var taker: (any Taker<Message>)? {
        switch receiver {
        case .none: nil
        case .pushed(let taker), .pulled(let taker): taker
        }
    }

    // MARK: Readiness

    /// Whether the receiver would take a message now and at once.
    var isReady: Bool {
        switch receiver {
        case .none: !consumers.isEmpty
        case .pulled: !isBusy && !isDraining && queue.isEmpty
        case .pushed: false
        }
    }

    enum Offer {
        /// The consumer waits for the decision: `settle` or `giveBack` follows.
        case resume(Int, Consumer)
        case pull(any Taker<Message>)
        case busy
        case gone
    }

    /// Makes the receiver take a message that is not in the queue, if it is ready.
    mutating func offer() -> Offer {
        if isFinished { return .gone }
        guard isReady else { return .busy }
        switch receiver {
        case .none:
            guard let (id, consumer) = consumers.popFirst() else { return .busy }
            lent.insert(id)
            return .resume(id, consumer)
        case .pulled(let taker):
            isBusy = true
            return .pull(taker)
        case .pushed: return .busy
        }
    }

    /// The consumer gets the message that was offered.
    mutating func settle(_ id: Int) {
        lent.remove(id)
        cancelledMeanwhile.remove(id)
    }

    /// The consumer does not get the message that was offered, and goes on waiting unless something has happened meanwhile.
    mutating func giveBack(_ id: Int, _ consumer: Consumer) -> Consumption {
        lent.remove(id)
        return next(id, consumer, isCancelled: cancelledMeanwhile.remove(id) != nil)
    }

    var listeners: [@Sendable () -> Void] { readinessListeners.map(\.ready) }

    /// From now on messages are taken one at a time, so that it is known when the receiver is ready.
    mutating func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        isPulledAnyway = true
        switch receiver {
        case .none, .pulled: break
        case .pushed(let taker): receiver = .pulled(taker)
        }
        let id = newID()
        readinessListeners.append((id, ready))
        return id
    }

    mutating func stopListening(_ id: Int) { readinessListeners.removeAll { $0.id == id } }

    // MARK: Consumers and producers

    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    enum Consumption {
        case message(Parcel<Message>?, freed: Producer?)
        case wait
    }

    mutating func next(_ id: Int, _ consumer: Consumer, isCancelled: Bool) -> Consumption {
        if let parcel = queue.popFirst() { return .message(parcel, freed: freeRoom()) }
        if isFinished || isCancelled { return .message(nil, freed: nil) }
        consumers.append((id, consumer))
        return .wait
    }

    mutating func cancelConsumer(_ id: Int) -> Consumer? {
        if lent.contains(id) { cancelledMeanwhile.insert(id) }
        return consumers.remove { $0.id == id }?.consumer
    }

    enum Room {
        /// Room is kept.
        case granted
        /// The policy does not make producers wait.
        case unneeded
        case wait
        case refused
    }

    mutating func reserve(_ id: Int, _ producer: Producer) -> Room {
        if isFinished { return .refused }
        switch policy {
        case .unbounded, .bufferingOldest, .bufferingNewest: return .unneeded
        case .waiting: break
        }
        if hasRoom && producers.isEmpty {
            reserved += 1
            return .granted
        }
        producers.append((id, producer))
        return .wait
    }

    mutating func cancelProducer(_ id: Int) -> Producer? { producers.remove { $0.id == id }?.producer }

    mutating func cancelReservation() -> Producer? {
        reserved -= 1
        return freeRoom()
    }

    /// Nothing is taken from now on; what is in the queue can still be consumed.
    mutating func finish() -> ([Consumer], [Producer]) {
        isFinished = true
        return (consumers.removeAll().map(\.consumer), producers.removeAll().map(\.producer))
    }
}
