/// A point-to-point channel without its public face.
@usableFromInline
final class ChannelStorage<Message: Sendable>: TerminalSink, PortStorage, ConnectionSource {
    private typealias StateMachine = ChannelStateMachine<Message, Receiver>

    /// An input that tells when it is ready, until it is let go.
    private struct Receiver: Sendable {
        let input: InputStorage<Message>
        let listener: Int

        func letGo() { input.stopListening(listener) }
    }

    private let state = Guarded(StateMachine())
    @usableFromInline let identity: PortIdentity

    init(name: String?) { identity = PortIdentity(name: name, message: Message.self, direction: .input) }

    deinit { for receiver in state.withLock({ $0.receivers }) { receiver.end.letGo() } }

    /// A channel keeps what comes: there is nothing to wait for.
    @usableFromInline func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        if let journal = identity.journal(toNumber: parcel.context) {
            // Until its step has begun, a message is the channel's, and in no snapshot.
            journal.submit(parcel.message, at: identity, parcel.context, note: { _ in }) { [self] context in
                receive(Parcel(message: parcel.message, context: context))
            }
        } else {
            receive(parcel)
        }
        return .taken
    }

    private func receive(_ parcel: Parcel<Message>) {
        let (offers, number) = state.withLock { ($0.receive(parcel), $0.latest) }
        if offers { distribute() }
        // If nobody has taken it yet, it is in the channel.
        if let context = parcel.context, state.withLock({ $0.keeps(number) }) { context.arrive(at: identity.label) }
    }

    /// Offers messages, in order, until there is none or nobody is ready.
    private func distribute() {
        while let (job, receivers) = state.withLock({ $0.next() }) {
            let way = WayBack { [weak self] in self?.returnJob(job) ?? false }
            var taker: Int?
            var isForeign = true
            for receiver in receivers where taker == nil {
                let input = receiver.end.input
                let result = job.parcel.handedOn {
                    input.reclaimer.read { input.offer(job.parcel, mode: .ifReady(way), $0) }
                }
                switch result {
                case .taken: taker = receiver.id
                case .busy: isForeign = false
                case .foreign: break
                case .gone: disconnect(receiver.id)
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

    private func returnJob(_ job: StateMachine.Job) -> Bool {
        if state.withLock({ $0.receiveAgain(job) }) { distribute() }
        return true
    }

    /// Offers what waits, because a receiver may be ready.
    private func lookAgain() {
        if state.withLock({ $0.beginOffering() }) { distribute() }
    }

    @usableFromInline func disconnect(_ id: Int) { state.withLock { $0.remove(id) }?.end.letGo() }

    /// Forgets those of the receivers that are gone. Asked outside of the lock, as ports have locks of their own.
    private func removeGone(of receivers: [StateMachine.Receiver]) {
        let gone = Set(receivers.filter { $0.end.input.isGone }.map(\.id))
        if gone.isEmpty { return }
        for receiver in state.withLock({ $0.remove(gone) }) { receiver.end.letGo() }
    }

    func connect(_ input: InputStorage<Message>) -> Connection {
        let listener = input.listen { [weak self] in self?.lookAgain() }
        let (id, receivers) = state.withLock {
            ($0.add(Receiver(input: input, listener: listener)), $0.receiversToLookAt())
        }
        lookAgain()
        if let receivers { removeGone(of: receivers) }
        return Connection(self, id, to: input)
    }

    @usableFromInline func isConnected(_ id: Int) -> Bool { state.withLock { $0.receivers.contains { $0.id == id } } }

    @usableFromInline var mayLeaveProcess: Bool { true }
    /// A system that watches the channel gives the message an identity here.
    @usableFromInline var leavesProcess: Bool {
        identity.activeJournal == nil && state.withLock { $0.receivers }.contains { $0.end.input.leavesProcess }
    }

    // `following` is empty: a receiver gets one message after the other, never from inside the delivery of another one.

    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    /// Without receivers that are gone, as for an output.
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] {
        state.withLock { $0.receivers }.filter { !$0.end.input.isGone }.map(\.end.input.edge)
    }
    var receiverCount: Int { state.withLock { $0.receivers.count } }
    var bufferedCount: Int { state.withLock { $0.count } }
}
