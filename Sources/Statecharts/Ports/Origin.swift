/// A message that a watched system knows: what it causes refers to it.
@usableFromInline
final class Origin: Sendable {
    private struct Contents {
        var receivers: [PortLabel] = []
        var unhandled = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let router: ObjectIdentifier
    let id: MessageID
    private let contents = Guarded(Contents())

    init(router: ObjectIdentifier, id: MessageID) {
        self.router = router
        self.id = id
    }

    /// Notes that the message arrived at a port.
    func arrive(at label: PortLabel) { contents.withLock { $0.receivers.append(label) } }

    var receivers: [PortLabel] { contents.withLock { $0.receivers } }

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
