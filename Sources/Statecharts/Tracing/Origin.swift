/// A message that a watched system knows, or that came from another process: what it causes refers to it.
@usableFromInline
final class Origin: Sendable {
    private struct Contents {
        var receivers: [PortLabel] = []
        var proxies: [PortLabel] = []
        var unhandled = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The system that has numbered the message; `nil` if none of this process has.
    let router: ObjectIdentifier?
    let id: MessageID
    let header: MessageHeader
    /// Whether the header is that of the message itself, not of one that has caused it and that is the last one before
    /// it with an identity.
    let isOwn: Bool
    private let contents = Guarded(Contents())

    init(router: ObjectIdentifier, id: MessageID, header: MessageHeader) {
        self.router = router
        self.id = id
        self.header = header
        isOwn = true
    }

    /// The origin of a message that came from another process, and that no system of this one watches.
    init(foreign header: MessageHeader) {
        router = nil
        id = MessageID(number: 0)
        self.header = header
        isOwn = true
    }

    /// The origin of a message without an identity: all that is known of it is what has caused it.
    private init(causedBy header: MessageHeader) {
        router = nil
        id = MessageID(number: 0)
        self.header = header
        isOwn = false
    }

    /// What a message that no system numbers has of the code that sends it: `nil` while nobody watches and no bridge is
    /// open.
    @usableFromInline static func inherited() -> Origin? { Tracing.present.map { Origin(causedBy: $0.header) } }

    /// Notes that the message arrived at a port. Nobody asks an origin without a system.
    func arrive(at label: PortLabel) {
        if router != nil { contents.withLock { $0.receivers.append(label) } }
    }

    var receivers: [PortLabel] { contents.withLock { $0.receivers } }

    /// Notes that the message passes a proxy.
    func pass(_ label: PortLabel) {
        guard router != nil, label != header.sender else { return }
        contents.withLock { if !$0.proxies.contains(label) { $0.proxies.append(label) } }
    }

    var proxies: [PortLabel] { contents.withLock { $0.proxies } }

    /// Notes that the message was put into a mailbox.
    func begin() { contents.withLock { $0.unhandled += 1 } }

    /// Notes that a machine has completed the message's step, or has ended.
    func end() {
        let waiting = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
            contents.unhandled -= 1
            guard contents.unhandled == 0 else { return [] }
            defer { contents.waiting = [] }
            return contents.waiting
        }
        callingOut()
        for one in waiting { one.resume() }
    }

    /// Returns when all machines that got the message have completed its step.
    func waitUntilHandled() async {
        await withCheckedContinuation { continuation in
            let isHandled = contents.withLock { contents in
                if contents.unhandled > 0 { contents.waiting.append(continuation) }
                return contents.unhandled == 0
            }
            if isHandled { continuation.resume() }
        }
    }
}
