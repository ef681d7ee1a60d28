/// Takes a message without an identity; answers `false` if the taker has come to its end.
///
/// A closure, because it is made where the types are known, and so is compiled for them: a call through `any Taker` is
/// not.
@usableFromInline
final class PlainTake<Message: Sendable>: Sendable {
    @usableFromInline typealias Function = @Sendable (Message, ReadSection) -> Bool
    @usableFromInline let take: Function

    init(_ take: @escaping Function) { self.take = take }
}

/// The decisions of an input port: what becomes of a message, and who goes on.
///
/// Messages go to one of three kinds of receivers. A *pushed* one takes each message at once (a machine without a
/// bound, a proxy). A *pulled* one gets the next message when it has dealt with the one before (a machine behind a
/// bound, a closure). *Consumers* are tasks that wait in `next()`. Messages that nobody can take yet wait in the queue
/// by the port's policy.
///
/// It calls nobody and lets nothing go that is a user's: what is to be resumed, told or released is answered to the
/// storage. What consumers and producers are it does not know, so that tests can play all orders of calls.
struct InputStateMachine<Message: Sendable, Consumer: Sendable, Producer: Sendable>: Sendable {
    enum Receiver: Sendable {
        case none
        case pushed(any Taker<Message>)
        case pulled(any Taker<Message>)
    }

    /// What the storage does next, outside the lock.
    enum Action {
        case none
        /// The consumer gets the message; the producer gets the room that was kept for it.
        case resume(Consumer, Parcel<Message>, freed: Producer?)
        /// The taker gets this message and no account is kept of it.
        case push(any Taker<Message>)
        /// The queue is to be worked off by the caller.
        case drain
        /// A message was dropped: this one, or an older one in its favour, which is answered to be released.
        case dropped(hasArrived: Bool, older: Parcel<Message>?)
        /// Nobody takes messages here any more.
        case refused
    }

    enum Next {
        case nothing
        case push(any Taker<Message>, Parcel<Message>)
        case pull(any Taker<Message>, Parcel<Message>)
    }

    /// A message that waits, and when it was sent if that matters, see ``SendingOrder``.
    struct Waiting {
        let parcel: Parcel<Message>
        let sent: UInt64?
    }

    let policy: PortBuffering
    /// Whether a machine may take the messages some day, and then has to know when they were sent.
    let isOrdered: Bool
    var queue = FIFO<Waiting>()
    /// When the message was sent that was taken from the queue last for a taker.
    private(set) var sentLast: UInt64?
    var receiver = Receiver.none {
        didSet { findExpress() }
    }
    /// How the receiver takes a message that nobody watches and nobody waits for.
    private var plainTake: PlainTake<Message>?
    /// The same while it is pushed and nothing is before the message: all that most messages need to know.
    private(set) var express: PlainTake<Message>?
    var consumers = FIFO<(id: Int, consumer: Consumer)>()
    var producers = FIFO<(id: Int, producer: Producer)>()
    /// Room that is kept for messages of waiting producers.
    var reserved = 0
    /// Whether a pulled taker has a message that it has not dealt with.
    var isBusy = false
    /// Whether somebody works off the queue; it alone gives messages to the taker meanwhile.
    var isDraining = false {
        didSet { findExpress() }
    }
    var nextID = 0
    var isFinished = false {
        didSet { findExpress() }
    }
    private(set) var droppedCount = 0
    private(set) var undeliveredCount = 0
    /// Whether a point-to-point channel asks for readiness, so that even a machine without a bound is pulled.
    var isPulledAnyway = false
    /// Consumers to whom a channel offers a message, and those of them that were cancelled meanwhile.
    var lent: Set<Int> = []
    var cancelledMeanwhile: Set<Int> = []
    var readinessListeners: [(id: Int, ready: @Sendable () -> Void)] = []

    init(policy: PortBuffering, isOrdered: Bool = true) {
        self.policy = policy
        self.isOrdered = isOrdered
    }

    private mutating func findExpress() {
        switch receiver {
        case .pushed where !isDraining && !isFinished: express = plainTake
        case .pushed, .pulled, .none: express = nil
        }
    }

    var bufferedCount: Int { queue.count }

    /// Whether a pulled taker has dealt with all that has come.
    var isIdle: Bool { queue.isEmpty && !isDraining && !isBusy }

    /// Whether nothing is before a message that would pass now.
    var isQuiet: Bool { queue.isEmpty && !isDraining }

    // MARK: Messages come

    mutating func receive(_ parcel: Parcel<Message>) -> Action {
        if isFinished {
            undeliveredCount += 1
            return .refused
        }
        switch receiver {
        case .pushed(let taker):
            if !isDraining { return .push(taker) }
            putBehind(parcel)
            return .none
        case .none:
            if let (_, consumer) = consumers.popFirst() { return .resume(consumer, parcel, freed: nil) }
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
            // The message takes no room after all: somebody else gets it.
            if let (_, consumer) = consumers.popFirst() { return .resume(consumer, parcel, freed: freeRoom()) }
            putBehind(parcel)
            return .none
        case .pulled:
            putBehind(parcel)
            return isBusy || isDraining ? .none : beginDraining(otherwise: .none)
        }
    }

    private mutating func putBehind(_ parcel: Parcel<Message>) {
        let isOrdered =
            switch receiver {
            case .none: isOrdered
            case .pushed, .pulled: isDraining
            }
        queue.append(Waiting(parcel: parcel, sent: isOrdered ? SendingOrder.next() : nil))
    }

    private mutating func enqueue(_ parcel: Parcel<Message>) -> Action {
        switch policy {
        case .unbounded:
            putBehind(parcel)
            return .none
        case .bufferingOldest(let limit), .waiting(let limit):
            if queue.count + reserved < limit {
                putBehind(parcel)
                return .none
            }
        case .bufferingNewest(let limit):
            putBehind(parcel)
            if queue.count <= limit { return .none }
            let older = queue.popFirst()?.parcel
            droppedCount += 1
            return .dropped(hasArrived: true, older: older)
        }
        droppedCount += 1
        return .dropped(hasArrived: false, older: nil)
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
            if let waiting = queue.popFirst() {
                sentLast = waiting.sent
                return (.push(taker, waiting.parcel), freeRoom())
            }
        case .pulled(let taker):
            if !isBusy, let waiting = queue.popFirst() {
                isBusy = true
                sentLast = waiting.sent
                return (.pull(taker, waiting.parcel), freeRoom())
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

    /// Nobody will take what is in the queue.
    mutating func loseAll() -> [Message] {
        var messages: [Message] = []
        while let waiting = queue.popFirst() { messages.append(waiting.parcel.message) }
        undeliveredCount += messages.count
        return messages
    }

    /// A place in the queue is free: the producer that waits longest gets it.
    mutating func freeRoom() -> Producer? {
        guard hasRoom, let (_, producer) = producers.popFirst() else { return nil }
        reserved += 1
        return producer
    }

    var hasRoom: Bool {
        switch policy {
        case .waiting(let limit): queue.count + reserved < limit
        case .unbounded, .bufferingOldest, .bufferingNewest: true
        }
    }

    // MARK: Receivers

    /// Who took messages before, to be released.
    struct Former: Sendable {
        fileprivate let receiver: Receiver
        fileprivate let plainTake: PlainTake<Message>?
    }

    /// Answers whether the caller has to work off the queue.
    ///
    /// - Parameter holding: whether the caller lets messages go later, so that they wait until then.
    mutating func attach(
        _ taker: any Taker<Message>, _ plainTake: @escaping PlainTake<Message>.Function, holding: Bool = false
    ) -> (drains: Bool, Former) {
        let former = Former(receiver: receiver, plainTake: self.plainTake)
        self.plainTake = PlainTake(plainTake)
        let isPulled = policy != .unbounded || isPulledAnyway
        receiver = isPulled ? .pulled(taker) : .pushed(taker)
        isBusy = false
        guard holding || !queue.isEmpty, !isDraining else { return (false, former) }
        isDraining = true
        return (true, former)
    }

    /// A pulled taker that has no room yet. Nobody has taken messages before.
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
