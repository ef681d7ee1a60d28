/// The decisions of a journal: the order of messages, and which one goes next.
struct TraceJournalStateMachine: Sendable {
    /// A message between sending and delivery.
    struct Pending: Sendable {
        let held: HeldMessage
        /// The port that sent it: messages of one port keep their order.
        let source: ObjectIdentifier
        let deliver: @Sendable (TraceContext) -> Void
        /// Notes it for a snapshot where it will arrive.
        let note: @Sendable (MailUnderWay) -> Void
    }

    /// What a port that is finished, or a child that has ended, does when the messages before have been delivered.
    typealias Closing = @Sendable () -> Void

    /// What whoever delivers does next.
    enum NextDelivery: Sendable {
        case message(Pending, [Watcher])
        case closings([Closing])
    }

    struct Watcher: Sendable {
        /// Told that a message is about to be delivered: its receivers may act before its record is there.
        var expect: (@Sendable (MessageID) -> Void)?
        let see: @Sendable (MessageRecord) -> Void
        let finish: @Sendable () -> Void
    }

    private(set) var pending = FIFO<Pending>()
    /// The port whose message is being delivered.
    private var sourceUnderWay: ObjectIdentifier?
    private(set) var closings: [WaitingClosing] = []
    private var watchers: [(id: Int, watcher: Watcher)] = []
    private(set) var isPaused = false
    /// How many snapshots look at what is here: only steps deliver something meanwhile.
    var looking = 0
    /// Grows with every message that is delivered.
    private(set) var turn: UInt64 = 0
    /// The last messages by number, for the traces of contracts.
    private var log: [MessageID: HeldMessage] = [:]
    private var keepsLog = false
    private static let logLimit: UInt64 = 10_000
    private(set) var isDraining = false
    private var isClosed = false
    private(set) var lastMessage: UInt64 = 0
    /// What all processes know the numbers of this journal by.
    private let identitySource = UInt64.random(in: .min ... .max)
    private var nextWatcher = 0

    /// True if messages have to pass through here: somebody watches, or delivering at once would change the order.
    var isNeeded: Bool { keepsLog || !watchers.isEmpty || isPaused || isDraining || !pending.isEmpty }

    // MARK: Messages

    /// What is known about a message before it has a number.
    struct Sending: Sendable {
        let type: String
        let sender: PortLabel
        let cause: MessageID?
        let causeIdentity: MessageIdentity?
        let time: Duration
        let timeSince1970: Duration
        /// The identity that the message has already, because it comes from another process or goes to one.
        var identity: MessageIdentity?
        var isForeign = false
    }

    /// Puts a message behind those that wait. Answers whether the caller delivers now, and what is not remembered any
    /// more, to be released.
    mutating func submit(
        _ message: any Sendable, _ sending: Sending, source: ObjectIdentifier,
        deliver: @escaping @Sendable (TraceContext) -> Void, note: @escaping @Sendable (MailUnderWay) -> Void = { _ in }
    ) -> (delivers: Bool, forgotten: HeldMessage?) {
        lastMessage += 1
        let header = MessageHeader(
            identity: sending.identity ?? MessageIdentity(source: identitySource, number: lastMessage),
            cause: sending.causeIdentity, sender: sending.sender, type: sending.type,
            timeSince1970: sending.timeSince1970)
        let held = HeldMessage(
            id: MessageID(number: lastMessage), cause: sending.cause, time: sending.time, header: header,
            isForeign: sending.isForeign, message: message)
        var forgotten: HeldMessage?
        if keepsLog {
            log[held.id] = held
            if lastMessage > Self.logLimit {
                forgotten = log.removeValue(forKey: MessageID(number: lastMessage - Self.logLimit))
            }
        }
        pending.append(Pending(held: held, source: source, deliver: deliver, note: note))
        return (beginDraining(), forgotten)
    }

    mutating func beginDraining() -> Bool {
        guard !isPaused, looking == 0, !isDraining, !pending.isEmpty else { return false }
        isDraining = true
        return true
    }

    /// The next message for the one who delivers; with `nil` delivering is over.
    mutating func next() -> NextDelivery? {
        if let closings = dueClosings() { return .closings(closings) }
        guard !isPaused, looking == 0, let next = pending.popFirst() else {
            isDraining = false
            return nil
        }
        turn += 1
        sourceUnderWay = next.source
        return .message(next, watchers.map(\.watcher))
    }

    /// Puts a closing behind the messages of a port, or of all. Answers `false` if none waits and none is being
    /// delivered: then its time is now.
    mutating func putBehind(
        _ source: ObjectIdentifier?, bringing mail: MailUnderWay.Letter? = nil, _ closing: @escaping Closing
    ) -> Bool {
        guard source.map({ hasMessages(of: $0) }) ?? (sourceUnderWay != nil || !pending.isEmpty) else { return false }
        closings.append(WaitingClosing(source: source, last: lastMessage, mail: mail, closing: closing))
        return true
    }

    /// True while a message of a port waits, or is being delivered.
    func hasMessages(of source: ObjectIdentifier) -> Bool {
        sourceUnderWay == source || pending.contains { $0.source == source }
    }

    /// A message was delivered: the closings that waited for it, if there is no other one before them.
    private mutating func dueClosings() -> [Closing]? {
        guard let source = sourceUnderWay.take(), !closings.isEmpty else { return nil }
        let due = closings.filter { $0.isDue(behind: source, pending) }
        if !due.isEmpty { closings.removeAll { $0.isDue(behind: source, pending) } }
        return due.isEmpty ? nil : due.map(\.closing)
    }

    /// One held message for stepping: the first, or the one that is asked for if its port sent none before it.
    mutating func step(_ id: MessageID?) -> (Pending, [Watcher])? {
        guard isPaused, !isDraining, let taken = take(id) else { return nil }
        isDraining = true
        turn += 1
        sourceUnderWay = taken.source
        return (taken, watchers.map(\.watcher))
    }

    /// The first message needs no look at the others.
    private mutating func take(_ id: MessageID?) -> Pending? {
        guard let id, id != pending.first?.held.id else { return pending.popFirst() }
        let waiting = pending.elements
        guard let wanted = waiting.first(where: { $0.held.id == id }),
            waiting.first(where: { $0.source == wanted.source })?.held.id == id
        else { return nil }
        return pending.remove { $0.held.id == id }
    }

    var held: [HeldMessage] { isPaused ? pending.elements.map(\.held) : [] }

    mutating func pause() { isPaused = !isClosed }

    mutating func resume() -> Bool {
        isPaused = false
        return beginDraining()
    }

    mutating func keepLog() { keepsLog = !isClosed }

    /// The chain of causes of a message, itself last.
    func trace(of id: MessageID) -> [HeldMessage] {
        var chain: [HeldMessage] = []
        var next: MessageID? = id
        while let id = next, let held = log[id] {
            chain.append(held)
            next = held.cause
        }
        return chain.reversed()
    }

    // MARK: Watching

    mutating func watch(_ watcher: Watcher) -> Int {
        nextWatcher += 1
        watchers.append((nextWatcher, watcher))
        return nextWatcher
    }

    /// Answers who watches no more, to be released.
    mutating func unwatch(_ id: Int) -> Watcher? {
        watchers.firstIndex { $0.id == id }.map { watchers.remove(at: $0).watcher }
    }

    mutating func unwatchAll() -> [Watcher] {
        defer { watchers = [] }
        return watchers.map(\.watcher)
    }

    /// Nothing is held from now on. Answers whether the caller delivers what was, and what was remembered, to be
    /// released.
    mutating func close() -> (delivers: Bool, forgotten: [MessageID: HeldMessage]) {
        isClosed = true
        keepsLog = false
        defer { log = [:] }
        return (resume(), log)
    }
}
