/// The end that messages from another process are given to, in order.
@usableFromInline
package struct InboundPort<Message: Sendable>: Sendable {
    /// Gives a message to the port. The next one may be given when this one has arrived.
    @usableFromInline package let deliver: @Sendable (Message, MessageHeader) -> InboundOutcome
    /// Calls a closure whenever the receiver becomes ready for a message, and now if it is. Answers a function that
    /// ends this. `nil` where there may be several receivers, so that readiness is not known.
    @usableFromInline
    package var listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
    /// True if the receiver is ready now, and no message for it is held; `nil` as for ``listen``.
    @usableFromInline
    package var isReady: (@Sendable () -> Bool)?

    @usableFromInline
    init(deliver: @escaping @Sendable (Message, MessageHeader) -> InboundOutcome) { self.deliver = deliver }
}

/// What became of a message from another process.
@usableFromInline
package enum InboundOutcome: Sendable {
    /// It was delivered, or dropped by the port's policy.
    case arrived
    /// There is no room for it yet. The function waits for room, and has delivered the message when it returns.
    case waits(@Sendable () async -> Void)
}

/// A port that messages from other processes come to.
@usableFromInline
protocol InboundSink<Message>: Sink {
    var identity: PortIdentity { get }
    /// Takes a message with its trace context.
    func enter(_ message: Message, _ context: TraceContext, mode: OfferMode)
    /// Says that a message was not delivered.
    func lose(_ message: any Sendable)
    /// Tells those who listen if the receiver is ready.
    func tellReadiness()
}

extension InboundSink {
    /// The port as the end of a way from another process. Inlinable, so that the closure is compiled for the type.
    @inlinable var inbound: InboundPort<Message> {
        InboundPort(deliver: { [self] message, header in
            if mayWait || Tracing.isWatched { return letIn(message, header) }
            _ = EpochReclaimer.ofPorts.read {
                offer(Parcel(message: message, context: .arriving(header)), mode: .immediate, $0)
            }
            return .arrived
        })
    }

    @usableFromInline
    func enter(_ message: Message, _ context: TraceContext, mode: OfferMode) {
        _ = EpochReclaimer.ofPorts.read { offer(Parcel(message: message, context: context), mode: mode, $0) }
    }

    @usableFromInline
    func lose(_ message: any Sendable) { identity.report(.undelivered, message) }

    /// Reserves room as ``OutputPort/sendWaiting(_:)`` does, then delivers: in its turn if the port's system watches.
    @usableFromInline
    func letIn(_ message: Message, _ header: MessageHeader) -> InboundOutcome {
        let (mode, rest) = reserveRoomAtOnce(for: message)
        if rest.isEmpty {
            enter(message, header, mode)
            return .arrived
        }
        // Taken out, so that the reservation ends with the offer: places that the message does not need are free then,
        // also while somebody keeps the closure.
        let reserved = Guarded<OfferMode?>(mode)
        return .waits { [self] in
            guard let mode = reserved.withLock({ $0.take() }) else { return }
            // The other side takes the message for delivered: what fails here is lost.
            do { try await mode.reservation?.reserve(at: rest) } catch { return lose(message) }
            enter(message, header, mode)
        }
    }

    private func enter(_ message: Message, _ header: MessageHeader, _ mode: OfferMode) {
        let context = TraceContext(foreign: header)
        guard let journal = identity.journal(toNumber: context) else { return enter(message, context, mode: mode) }
        journal.submit(message, at: identity, context, note: { [self] in note(message, in: $0) }) { [self] in
            enter(message, $0, mode: mode)
            // The port was not ready for others while the message was held and delivered.
            journal.afterMessages(of: identity) { [self] in tellReadiness() }
        }
    }

    /// Of several receivers it is not known whether they are ready.
    @usableFromInline
    func tellReadiness() {}
}

extension TraceContext {
    /// The context of a message from another process, if anybody wants to know it.
    @usableFromInline
    static func arriving(_ header: MessageHeader) -> TraceContext? {
        Tracing.isActive ? TraceContext(foreign: header) : nil
    }
}

extension InputStorage: InboundSink {
    /// True if a message from another process would be taken now: the receiver is ready, and the port's system, which
    /// may be paused, has none that comes first.
    @usableFromInline var isReadyForNext: Bool {
        isReady && !(identity.activeJournal?.hasMessages(of: identity) ?? false)
    }
}

extension OutputStorage: InboundSink {
    /// Sent and not offered: it begins its way in this process here. An offer would be noted as passing a proxy.
    @usableFromInline
    func enter(_ message: Message, _ context: TraceContext, mode: OfferMode) {
        send(message, context: context, mode: mode)
    }
}

extension ChannelStorage: InboundSink {}

extension InputPort {
    /// The port as the end of a way from another process.
    @inlinable package var inbound: InboundPort<Message> {
        var inbound = storage.inbound
        let storage = storage
        inbound.listen = { ready in
            let id = storage.listen { [weak storage] in if storage?.isReadyForNext ?? false { ready() } }
            return { [weak storage] in storage?.stopListening(id) }
        }
        inbound.isReady = { storage.isReadyForNext }
        return inbound
    }
}

extension OutputPort {
    /// The port as what stands here for an output in another process.
    @inlinable package var inbound: InboundPort<Message> { storage.inbound }
}

extension PointToPointChannel {
    /// The channel as what stands here for one in another process.
    @usableFromInline package var inbound: InboundPort<Message> { storage.inbound }
}
