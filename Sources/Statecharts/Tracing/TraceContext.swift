/// What is known of a message while a system watches or bridges are open: its identity, or else that of the message
/// that caused it.
///
/// It goes with the message, and what is sent while the message is handled refers to it. It also notes for the system
/// which ports the message has come to, and whether it is handled.
@usableFromInline
final class TraceContext: Sendable {
    private struct Contents {
        var receivers: [PortLabel] = []
        var proxies: [PortLabel] = []
        /// How many hand it on just now: who delivers it, and contracts that are to judge it.
        var deliveries = 1
        var afterDelivery: (@Sendable () -> Void)?
        var unhandled = 0
        /// Who waits until it is handled, by numbers that grow.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0

        var isHandled: Bool { deliveries == 0 && unhandled == 0 }

        /// Those who have waited until it is handled, if it is.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isHandled else { return [] }
            defer { waiting = [:] }
            return waiting.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The system that has numbered the message; `nil` if none of this process has.
    let journal: ObjectIdentifier?
    /// True if a system of this process has numbered the message, which is what ``journal`` says.
    var isNumbered: Bool { journal != nil }
    let id: MessageID
    let header: MessageHeader
    /// Whether the header is that of the message itself, not of one that has caused it and that is the last one before
    /// it with an identity.
    let isOwn: Bool
    /// True if the message came from another process.
    let isForeign: Bool
    private let contents = Guarded(Contents())

    /// The context of a message that a system has numbered.
    init(journal: ObjectIdentifier, id: MessageID, header: MessageHeader) {
        self.journal = journal
        self.id = id
        self.header = header
        isOwn = true
        isForeign = false
    }

    private init(_ header: MessageHeader, isOwn: Bool, isForeign: Bool) {
        journal = nil
        id = MessageID(number: 0)
        self.header = header
        self.isOwn = isOwn
        self.isForeign = isForeign
    }

    /// The context of a message that came from another process, and that no system of this one has numbered.
    convenience init(foreign header: MessageHeader) { self.init(header, isOwn: true, isForeign: true) }

    /// The context of a message that leaves the process by several ways, and that no system has numbered.
    convenience init(leaving header: MessageHeader) { self.init(header, isOwn: true, isForeign: false) }

    /// The context of a message without an identity: all that is known of it is what has caused it.
    private convenience init(causedBy header: MessageHeader) { self.init(header, isOwn: false, isForeign: false) }

    /// What a message that no system numbers has of the code that sends it: `nil` while nobody watches and no bridge is
    /// open.
    @usableFromInline static func inherited() -> TraceContext? {
        Tracing.present.map { TraceContext(causedBy: $0.header) }
    }

    /// Notes that the message arrived at a port. Nobody asks a context without a system.
    func arrive(at label: @autoclosure () -> PortLabel) {
        if !isNumbered { return }
        let label = label()
        contents.withLock { $0.receivers.append(label) }
    }

    var receivers: [PortLabel] { contents.withLock { $0.receivers } }

    /// Notes that the message passes a proxy.
    func notePassedProxy(_ label: PortLabel) {
        guard isNumbered, label != header.sender else { return }
        contents.withLock { if !$0.proxies.contains(label) { $0.proxies.append(label) } }
    }

    var proxies: [PortLabel] { contents.withLock { $0.proxies } }

    /// Notes that somebody else is to hand the message on: a contract, which may be busy on another thread. Nobody asks
    /// a context without a system.
    func beginDelivery() {
        if isNumbered { contents.withLock { $0.deliveries += 1 } }
    }

    /// Notes that one of those who hand the message on is done with it.
    /// - Parameter after: called when the others are, if there are any.
    /// - Returns: whether nobody else hands it on.
    @discardableResult
    func endDelivery(orAfterwards after: (@Sendable () -> Void)? = nil) -> Bool {
        guard isNumbered else { return true }
        let (isDelivered, afterwards, waiting) = contents.withLock { contents in
            contents.deliveries -= 1
            let isDelivered = contents.deliveries == 0
            if let after, !isDelivered { contents.afterDelivery = after }
            return (isDelivered, isDelivered ? contents.afterDelivery.take() : nil, contents.takeWaiting())
        }
        callingOut()
        afterwards?()
        for one in waiting { one.resume() }
        return isDelivered
    }

    /// Notes that the message was put into a mailbox.
    func begin() { contents.withLock { $0.unhandled += 1 } }

    /// Notes that a machine has completed the message's step, or has ended.
    func end() {
        let waiting = contents.withLock { contents in
            contents.unhandled -= 1
            return contents.takeWaiting()
        }
        callingOut()
        for one in waiting { one.resume() }
    }

    /// Returns when all machines that got the message have completed its step; at once when the task is cancelled.
    func waitUntilHandled() async {
        let number = contents.withLock { contents in
            contents.lastWaiting += 1
            return contents.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = contents.withLock { contents in
                    // Asked under the lock: a task that is cancelled later finds the continuation.
                    guard !contents.isHandled, !Task.isCancelled else { return false }
                    contents.waiting[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            contents.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}

/// Keeps the delivery of a message open while there is a reference: the message waits for somebody who hands it on.
final class OpenDelivery: Sendable {
    private let context: TraceContext

    /// `nil` without a system that asks.
    init?(of context: TraceContext?) {
        guard let context, context.isNumbered else { return nil }
        context.beginDelivery()
        self.context = context
    }

    deinit { context.endDelivery() }
}
