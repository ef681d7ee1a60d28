/// A point-to-point channel without its public face.
@usableFromInline
final class ChannelStorage<Message: Sendable>: TerminalSink, PortStorage {
    private let state = Guarded(ChannelStateMachine<Message, InputStorage<Message>>())
    @usableFromInline let identity: PortIdentity

    init(name: String?) { identity = PortIdentity(name: name, message: Message.self, direction: .input) }

    /// A channel keeps what comes: there is nothing to wait for.
    @usableFromInline func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        if state.withLock({ $0.receive(parcel) }) { distribute() }
        if let context = parcel.context, context.receivers.isEmpty { context.arrive(at: identity.label) }
        return .taken
    }

    /// Offers messages, in order, until there is none or nobody is ready.
    private func distribute() {
        while let (job, receivers) = state.withLock({ $0.next() }) {
            let way = WayBack(outlivesReceiver: true) { [weak self] in self?.returnJob(job) ?? false }
            var taker: Int?
            var isForeign = true
            for receiver in receivers where taker == nil {
                let input = receiver.end
                switch input.reclaimer.read({ input.offer(job.parcel, mode: .ifReady(way), $0) }) {
                case .taken: taker = receiver.id
                case .busy: isForeign = false
                case .foreign: break
                case .gone: _ = state.withLock { $0.remove(receiver.id) }
                }
            }
            if let taker {
                _ = state.withLock { $0.taken(by: taker) }
            } else if isForeign, let discarded = state.withLock({ $0.discard() }) {
                identity.report(.undelivered, discarded.parcel.message)
            } else if !state.withLock({ $0.noneWasReady() }) {
                return
            }
        }
    }

    private func returnJob(_ job: ChannelStateMachine<Message, InputStorage<Message>>.Job) -> Bool {
        if state.withLock({ $0.receiveAgain(job) }) { distribute() }
        return true
    }

    func connect(_ input: InputStorage<Message>) -> Connection {
        let id = state.withLock { $0.add(input) }
        let listener = input.listen { [weak self] in
            guard let self else { return }
            if state.withLock({ $0.begin() }) { distribute() }
        }
        return Connection(
            isConnected: { [weak self] in self?.state.withLock { $0.receivers.contains { $0.id == id } } ?? false },
            disconnect: { [weak self, weak input] in
                guard self?.state.withLock({ $0.remove(id) }) != nil else { return }
                input?.stopListening(listener)
            },
            labels: { [weak self, weak input] in
                guard let self, let input else { return nil }
                return (identity.label, input.identity.label)
            })
    }

    // `following` is empty: a receiver gets one message after the other, never from inside the delivery of another one.

    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] {
        state.withLock { $0.receivers }.map(\.end.edge)
    }
    var bufferedCount: Int { state.withLock { $0.count } }
}
