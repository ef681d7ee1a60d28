/// A point-to-point channel without its public face.
final class ChannelStorage<Message: Sendable>: Sink, PortStorage {
    private let state = Guarded(ChannelStateMachine<Message, InputStorage<Message>>())
    let identity: PortIdentity

    init(name: String?) { identity = PortIdentity(name: name, message: Message.self, direction: .input) }

    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if state.withLock({ $0.receive(parcel) }) { offer() }
        if let origin = parcel.origin, origin.receivers.isEmpty { origin.arrive(at: identity.label) }
        return .taken
    }

    /// Offers messages, in order, until there is none or nobody is ready.
    private func offer() {
        while let (parcel, receivers) = state.withLock({ $0.next() }) {
            var taker: Int?
            var isForeign = true
            for receiver in receivers where taker == nil {
                switch receiver.end.offer(parcel) {
                case .taken: taker = receiver.id
                case .busy: isForeign = false
                case .foreign: break
                case .gone: _ = state.withLock { $0.remove(receiver.id) }
                }
            }
            if let taker {
                _ = state.withLock { $0.taken(by: taker) }
            } else if isForeign, let discarded = state.withLock({ $0.discard() }) {
                identity.report(.undelivered, discarded.message)
            } else if !state.withLock({ $0.nobody() }) {
                return
            }
        }
    }

    func connect(_ input: InputStorage<Message>) -> Connection {
        let id = state.withLock { $0.add(input) }
        let listener = input.listen { [weak self] in
            guard let self else { return }
            if state.withLock({ $0.begin() }) { offer() }
        }
        return Connection(
            isThere: { [weak self] in self?.state.withLock { $0.receivers.contains { $0.id == id } } ?? false },
            end: { [weak self, weak input] in
                guard self?.state.withLock({ $0.remove(id) }) != nil else { return }
                input?.stopListening(listener)
            },
            ends: { [weak self, weak input] in
                guard let self, let input else { return nil }
                return (identity.label, input.identity.label)
            })
    }

    func prepare(_ message: Message) -> Preparation { .ready([ChannelDelivery(storage: self, message: message)]) }
    // Whoever takes from a channel is given one message after the other, never from inside the giving of another.
    var following: [any RouteNode] { [] }

    func sourceFinished() {}
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    var edges: [(label: PortLabel, isPartial: Bool)] { state.withLock { $0.receivers }.map(\.end.end) }
    var bufferedCount: Int { state.withLock { $0.count } }
}

/// A channel keeps what comes: there is nothing to wait for.
private struct ChannelDelivery<Message: Sendable>: PreparedDelivery {
    let storage: ChannelStorage<Message>
    let message: Message

    func commit(_ origin: TraceContext?) {
        _ = EpochReclaimer.ofPorts.read { storage.receive(Parcel(message: message, origin: origin), $0) }
    }
    func cancel() {}
}
