/// The decisions of a point-to-point channel: whose turn it is, and when to look again.
struct ChannelStateMachine<Message: Sendable, End: Sendable>: Sendable {
    struct Receiver: Sendable {
        let id: Int
        let end: End
    }

    /// A message with its place in the order of arrival.
    struct Job: Sendable {
        let number: UInt64
        let parcel: Parcel<Message>
    }

    private var queue = FIFO<Job>()
    /// What receivers have given back, by number; all of it has come before what is in the queue.
    private var returned: [Job] = []
    /// The message that is being offered; it is neither in the queue nor among the returned ones.
    private var offered: Job?
    /// The number of the message that came last.
    private(set) var latest: UInt64 = 0
    /// In the order of offering: the one that was given a message longest ago is first, one that was added since is
    /// last.
    private(set) var receivers: [Receiver] = []
    private var nextID = 0
    private var census = EndCensus()
    /// True while somebody offers the first message; it alone takes messages out.
    private var isOffering = false
    /// True if a receiver came or became ready meanwhile.
    private var looksAgain = false

    var count: Int { queue.count + returned.count + (offered == nil ? 0 : 1) }

    /// Answers whether the caller offers messages now.
    mutating func receive(_ parcel: Parcel<Message>) -> Bool {
        latest += 1
        queue.append(Job(number: latest, parcel: parcel))
        return beginOffering()
    }

    /// True until a message is taken or discarded.
    func keeps(_ number: UInt64) -> Bool {
        offered?.number == number || returned.contains { $0.number == number }
            || queue.first.map { $0.number <= number } ?? false
    }

    /// A receiver gives back what it was given and did not take. Answers whether the caller offers messages now.
    mutating func receiveAgain(_ job: Job) -> Bool {
        putBack(job)
        return beginOffering()
    }

    /// Something has changed. Answers whether the caller offers messages now; if another caller does, it looks again.
    mutating func beginOffering() -> Bool {
        if isOffering {
            looksAgain = true
            return false
        }
        isOffering = count > 0 && !receivers.isEmpty
        return isOffering
    }

    /// The next message and its receivers, in the order of offering; with `nil` offering is over.
    mutating func next() -> (Job, [Receiver])? {
        looksAgain = false
        guard !receivers.isEmpty, let job = returned.isEmpty ? queue.popFirst() : returned.removeFirst() else {
            isOffering = false
            return nil
        }
        offered = job
        return (job, receivers)
    }

    /// The offered message was taken; answers with it, to be released. The receiver's next turn comes after the
    /// others'.
    mutating func taken(by id: Int) -> Job? {
        if let index = receivers.firstIndex(where: { $0.id == id }) { receivers.append(receivers.remove(at: index)) }
        return offered.take()
    }

    /// None of the receivers understands the offered message; answers with it, unless there may be another one now.
    mutating func discard() -> Job? { looksAgain || receivers.isEmpty ? nil : offered.take() }

    /// No receiver was ready. Answers whether to look again, because one became ready meanwhile.
    mutating func noneWasReady() -> Bool {
        if let job = offered.take() { putBack(job) }
        isOffering = looksAgain
        return looksAgain
    }

    private mutating func putBack(_ job: Job) {
        returned.insert(job, at: returned.firstIndex { $0.number > job.number } ?? returned.count)
    }

    mutating func add(_ end: End) -> Int {
        nextID += 1
        // Who offers a message just now has not asked this one.
        looksAgain = true
        receivers.append(Receiver(id: nextID, end: end))
        return nextID
    }

    mutating func remove(_ id: Int) -> Receiver? {
        guard let index = receivers.firstIndex(where: { $0.id == id }) else { return nil }
        return receivers.remove(at: index)
    }

    /// The receivers, if it is time to look which of them are gone.
    mutating func receiversToLookAt() -> [Receiver]? { census.isDue(receivers.count) ? receivers : nil }

    /// Takes receivers away that are gone.
    mutating func remove(_ gone: Set<Int>) -> [Receiver] {
        let removed = receivers.filter { gone.contains($0.id) }
        receivers.removeAll { gone.contains($0.id) }
        census.end(leaving: receivers.count)
        return removed
    }
}
