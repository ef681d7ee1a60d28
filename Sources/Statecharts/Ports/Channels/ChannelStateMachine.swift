/// The decisions of a point-to-point channel: whose turn it is, and when to look again.
struct ChannelStateMachine<Message: Sendable, End: Sendable>: Sendable {
    struct Receiver: Sendable {
        let id: Int
        let end: End
    }

    private var queue = FIFO<Parcel<Message>>()
    /// Who has waited longest is first.
    private(set) var receivers: [Receiver] = []
    private var nextID = 0
    /// True while somebody offers the first message; it alone takes messages out.
    private var isOffering = false
    /// True if a receiver became ready meanwhile.
    private var looksAgain = false

    var count: Int { queue.count }

    /// Answers whether the caller offers messages now.
    mutating func receive(_ parcel: Parcel<Message>) -> Bool {
        queue.append(parcel)
        return begin()
    }

    mutating func begin() -> Bool {
        if isOffering {
            looksAgain = true
            return false
        }
        isOffering = !queue.isEmpty && !receivers.isEmpty
        return isOffering
    }

    /// What is to be offered to whom, in this order; with `nil` offering is over.
    mutating func next() -> (Parcel<Message>, [Receiver])? {
        looksAgain = false
        guard let parcel = queue.first, !receivers.isEmpty else {
            isOffering = false
            return nil
        }
        return (parcel, receivers)
    }

    /// The first message was taken; answers with it, to be released.
    mutating func taken(by id: Int) -> Parcel<Message>? {
        if let place = receivers.firstIndex(where: { $0.id == id }) { receivers.append(receivers.remove(at: place)) }
        return queue.popFirst()
    }

    /// None of the receivers understands the first message; answers with it, unless there may be another one now.
    mutating func discard() -> Parcel<Message>? { looksAgain || receivers.isEmpty ? nil : queue.popFirst() }

    /// Nobody was ready. Answers whether to look again, because somebody became ready meanwhile.
    mutating func nobody() -> Bool {
        isOffering = looksAgain
        return looksAgain
    }

    mutating func add(_ end: End) -> Int {
        nextID += 1
        receivers.append(Receiver(id: nextID, end: end))
        return nextID
    }

    mutating func remove(_ id: Int) -> Receiver? {
        guard let place = receivers.firstIndex(where: { $0.id == id }) else { return nil }
        return receivers.remove(at: place)
    }
}
