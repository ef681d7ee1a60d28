/// The decisions of an input port: what becomes of a message, and who goes on.
///
/// Messages go to one of three kinds of receivers. A *pushed* taker gets each message at once: that of an
/// unbounded port with neither a gate nor a channel. A *pulled* taker gets the next message when it has dealt with the
/// one before: that of any other port, and always the way out of the process. *Consumers* are tasks that wait in
/// `next()`. Messages that nobody can take yet wait in the queue, by the port's policy.
///
/// It calls nobody and releases nothing of a user's: what is to be resumed, told or released is answered to the
/// storage. It does not know what consumers and producers are, so that tests can play all orders of calls.
struct InputStateMachine<Message: Sendable, Consumer: Sendable, Producer: Sendable>: Sendable {
    /// The taker of messages and how it gets them; `none` if only consumers take them.
    enum Receiver: Sendable {
        case none
        case pushed(any Taker<Message>)
        case pulled(any Taker<Message>)
    }

    /// What was set aside for one message before it is received.
    enum Claim: Sendable {
        case nothing
        /// A reserved place in the queue.
        case place
        /// A consumer, which gets no other message meanwhile.
        case consumer(Int, Consumer)
        /// The taker, which gets nothing else meanwhile.
        case taker(any Taker<Message>)
    }

    /// What the storage does next, outside the lock.
    enum Action {
        case none
        /// The consumer gets the message; the producer gets the place that is free now.
        case resume(Consumer, freed: Producer?)
        /// The taker gets this message, and nobody waits for word of it.
        case push(any Taker<Message>)
        /// The taker gets this message and says when it has dealt with it.
        case pull(any Taker<Message>)
        /// The caller gives the queue to the taker.
        case drain
        /// A message was dropped: this one, or an older one in its favour, which is answered to be released.
        case dropped(hasArrived: Bool, older: Buffered?)
        /// Nobody takes messages here any more.
        case refused
    }

    enum Next {
        case nothing
        case push(any Taker<Message>, Buffered)
        case pull(any Taker<Message>, Buffered)
    }

    /// A message in the queue.
    struct Buffered: Sendable {
        let parcel: Parcel<Message>
        /// How it is offered to the ports behind this one, if this is a proxy.
        let mode: OfferMode
        /// Its ``SendingOrder``, if that matters.
        let sent: UInt64?
        /// Keeps the delivery of the message open until it has been handed on, if this is a proxy.
        var openDelivery: OpenDelivery?
    }

    let policy: PortBuffering
    /// True if a machine may take the messages some day, and then has to know when they were sent.
    let isOrdered: Bool
    var queue = FIFO<Buffered>()
    var receiver = Receiver.none {
        didSet { findDirectDelivery() }
    }
    /// How the taker takes a message that nobody watches and nobody waits for.
    private var take: DirectDelivery<Message>?
    /// ``take`` while the taker is pushed and no message waits before the next one: what the storage may publish.
    private(set) var directDelivery: DirectDelivery<Message>?
    var consumers = FIFO<(id: Int, consumer: Consumer)>()
    var producers = FIFO<(id: Int, producer: Producer, places: Int)>()
    /// The number of places that are reserved for messages of producers who have waited.
    var reserved = 0
    /// True while a pulled taker has a message that it has not dealt with.
    var isBusy = false
    /// True while somebody works off the queue; it alone gives messages to the taker meanwhile.
    var isDraining = false {
        didSet { findDirectDelivery() }
    }
    var nextID = 0
    var isFinished = false {
        didSet { findDirectDelivery() }
    }
    private(set) var droppedCount = 0
    private(set) var undeliveredCount = 0
    /// True if a point-to-point channel asks for readiness, or a gate is in front of the machine: then the taker is
    /// pulled also without a bound.
    var mustBePulled = false
    /// False while a machine takes no messages of the port, because of its states.
    var isOpen = true
    /// True while a supervised machine is between two lives: channels give it nothing.
    var isPaused = false
    /// The claimed consumers, and those of them that were cancelled meanwhile.
    var claimed: Set<Int> = []
    var cancelledMeanwhile: Set<Int> = []
    var readinessListeners: [(id: Int, ready: @Sendable () -> Void)] = []

    init(policy: PortBuffering, isOrdered: Bool = true) {
        self.policy = policy
        self.isOrdered = isOrdered
    }

    private mutating func findDirectDelivery() {
        if case .pushed = receiver, !isDraining, !isFinished { directDelivery = take } else { directDelivery = nil }
    }

    /// True when a pulled taker has dealt with all that has come.
    var isIdle: Bool { queue.isEmpty && !isDraining && !isBusy }

    /// True when a message that comes now would not wait behind others.
    var isQuiet: Bool { queue.isEmpty && !isDraining }

    // MARK: Messages come

    mutating func receive(
        _ parcel: Parcel<Message>, _ claim: Claim, mode: OfferMode, openDelivery: OpenDelivery? = nil
    ) -> Action {
        switch claim {
        case .consumer(let id, let consumer):
            claimed.remove(id)
            cancelledMeanwhile.remove(id)
            return .resume(consumer, freed: nil)
        case .taker(let taker): return .pull(taker)
        case .place: reserved -= 1
        case .nothing: break
        }
        if isFinished {
            undeliveredCount += 1
            return .refused
        }
        switch receiver {
        case .pushed(let taker):
            if !isDraining { return .push(taker) }
            putBehind(parcel, mode, openDelivery)
            return .none
        case .none:
            // The message needs no place in the queue: the place that was reserved for it is free for another producer.
            if let (_, consumer) = consumers.popFirst() { return .resume(consumer, freed: grantRoom()) }
            return enqueue(parcel, claim, mode, openDelivery)
        case .pulled:
            let action = enqueue(parcel, claim, mode, openDelivery)
            return beginDraining() ? .drain : action
        }
    }

    private mutating func putBehind(_ parcel: Parcel<Message>, _ mode: OfferMode, _ openDelivery: OpenDelivery?) {
        // A machine that is starting brings what waits in several places into one order, and works off the queue
        // meanwhile. Later the order of the queue is enough.
        let isNumbered = if case .none = receiver { isOrdered } else { isDraining }
        queue.append(
            Buffered(
                parcel: parcel, mode: mode, sent: isNumbered ? SendingOrder.next() : nil, openDelivery: openDelivery))
    }

    /// Keeps a message by the port's policy. Streams drop by the same rules, see ``StreamSink``, and so do readers of
    /// machines, see `ReaderQueue.appendOne`.
    private mutating func enqueue(
        _ parcel: Parcel<Message>, _ claim: Claim, _ mode: OfferMode, _ openDelivery: OpenDelivery?
    ) -> Action {
        let hasPlace = if case .place = claim { true } else { false }
        switch policy {
        case .bufferingNewest(let limit):
            putBehind(parcel, mode, openDelivery)
            if queue.count <= limit { return .none }
            droppedCount += 1
            return .dropped(hasArrived: true, older: queue.popFirst())
        case .unbounded, .bufferingOldest, .waiting:
            guard hasPlace || hasRoom else {
                droppedCount += 1
                return .dropped(hasArrived: false, older: nil)
            }
            putBehind(parcel, mode, openDelivery)
            return .none
        }
    }

    // MARK: Messages go

    /// What the one who works off the queue does next; with `nothing` the work is over.
    mutating func nextForTaker() -> (Next, freed: Producer?) {
        switch receiver {
        case .pushed(let taker):
            if let buffered = queue.popFirst() { return (.push(taker, buffered), grantRoom()) }
        case .pulled(let taker):
            if isOpen, !isBusy, let buffered = queue.popFirst() {
                isBusy = true
                return (.pull(taker, buffered), grantRoom())
            }
        case .none: break
        }
        isDraining = false
        return (.nothing, nil)
    }

    /// The pulled taker has dealt with its message. Answers whether the caller works off the queue now.
    mutating func handled(whileDraining: Bool) -> Bool {
        isBusy = false
        return whileDraining || beginDraining()
    }

    /// Begins to work off the queue if the pulled taker may get what waits there, and nobody is at it. Answers whether
    /// the caller does it now.
    mutating func beginDraining() -> Bool {
        guard case .pulled = receiver, isOpen, !isBusy, !isDraining, !queue.isEmpty else { return false }
        isDraining = true
        return true
    }

    /// Counts a message that was taken from the queue, or was on its way, and that nobody takes.
    mutating func lose() { undeliveredCount += 1 }

    /// Counts what is in the queue as undelivered. Answers it, to be released.
    mutating func loseAll() -> [Buffered] {
        undeliveredCount += queue.count
        return queue.removeAll()
    }

    // MARK: Receivers

    /// The former taker, to be released outside the lock.
    typealias Former = (receiver: Receiver, take: DirectDelivery<Message>?)

    /// Answers whether the caller has to work off the queue.
    ///
    /// - Parameter holding: true if the caller lets messages go later, so that they wait until then.
    mutating func attach(
        _ taker: any Taker<Message>, _ take: @escaping DirectDelivery<Message>.Function, holding: Bool = false
    ) -> (drains: Bool, Former) {
        let former = (receiver, self.take)
        // The next life of a supervised machine deals with what the one before was given.
        if !taker.inheritsMessages || self.taker?.inheritsMessages != true { isBusy = false }
        self.take = DirectDelivery(take)
        let isPulled = policy != .unbounded || mustBePulled
        receiver = isPulled ? .pulled(taker) : .pushed(taker)
        guard holding || !queue.isEmpty, !isDraining else { return (false, former) }
        isDraining = true
        return (true, former)
    }

    /// Attaches a pulled taker that is busy from the beginning. To be called before there is a taker.
    mutating func occupy(by taker: any Taker<Message>) {
        receiver = .pulled(taker)
        isBusy = true
    }

    var taker: (any Taker<Message>)? {
        switch receiver {
        case .none: nil
        case .pushed(let taker), .pulled(let taker): taker
        }
    }
}
