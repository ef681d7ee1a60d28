/// The end that messages from another process are given to, in order.
@usableFromInline
package struct InboundPort<Message: Sendable>: Sendable {
    /// Gives a message to the port. The next one may be given when this one has arrived.
    @usableFromInline package let deliver: @Sendable (Message, MessageHeader) -> InboundOutcome
    /// Tells whenever the receiver is ready for a message, now too if it is, until what it answers is called; `nil`
    /// where that is not known, because there may be several.
    @usableFromInline
    package var listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
    /// Whether the receiver is ready now, where that is known.
    @usableFromInline
    package var isReady: (@Sendable () -> Bool)?

    @usableFromInline
    init(
        deliver: @escaping @Sendable (Message, MessageHeader) -> InboundOutcome,
        listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? = nil,
        isReady: (@Sendable () -> Bool)? = nil
    ) {
        self.deliver = deliver
        self.listen = listen
        self.isReady = isReady
    }
}

/// What became of a message from another process.
@usableFromInline
package enum InboundOutcome: Sendable {
    /// It was delivered, or dropped by the port's policy.
    case arrived
    /// It is delivered when there is room for it: when this has returned.
    case waits(@Sendable () async -> Void)

    /// Keeps room, as a waiting sender does, and then delivers.
    fileprivate static func prepared(
        _ preparation: Preparation, lose: @escaping @Sendable () -> Void,
        _ commit: @escaping @Sendable ([any PreparedDelivery]) -> Void
    ) -> InboundOutcome {
        switch preparation {
        case .ready(let deliveries):
            commit(deliveries)
            return .arrived
        case .waits(let wait):
            return .waits {
                // The other side takes it for delivered.
                if let deliveries = try? await wait() { commit(deliveries) } else { lose() }
            }
        }
    }
}

extension InputPort {
    /// The port as the end of a way from another process. Inlinable, as are the others, so that the way is compiled for
    /// the type.
    @inlinable package var inbound: InboundPort<Message> {
        let storage = storage
        return InboundPort(
            deliver: { message, header in
                let parcel = Parcel(message: message, origin: .arriving(header))
                switch storage.readers.read({ storage.admit(parcel, $0) }) {
                case .received: return .arrived
                case .prepared(let preparation): return storage.arrive(message, header, preparation)
                }
            },
            listen: { ready in
                let id = storage.listen { [weak storage] in if storage?.isReady ?? false { ready() } }
                return { [weak storage] in storage?.stopListening(id) }
            },
            isReady: { storage.isReady })
    }
}

extension InputStorage {
    @usableFromInline
    func arrive(_ message: Message, _ header: MessageHeader, _ preparation: Preparation) -> InboundOutcome {
        InboundOutcome.prepared(preparation, lose: { [weak self] in self?.lose(message) }) { [identity] deliveries in
            identity.admit(message, header) { origin in
                for delivery in deliveries { delivery.commit(origin) }
            }
        }
    }
}

extension OutputPort {
    /// The port as what stands here for an output in another process.
    @inlinable package var inbound: InboundPort<Message> {
        let storage = storage
        return InboundPort(deliver: { message, header in
            let parcel = Parcel(message: message, origin: .arriving(header))
            switch storage.readers.read({ storage.admit(parcel, $0) }) {
            case .received: return .arrived
            case .prepared(let preparation): return storage.arrive(message, header, preparation)
            }
        })
    }
}

extension OutputStorage {
    @usableFromInline
    func arrive(_ message: Message, _ header: MessageHeader, _ preparation: Preparation) -> InboundOutcome {
        InboundOutcome.prepared(preparation, lose: { [identity] in identity.report(.undelivered, message) }) {
            [self] deliveries in
            identity.admit(message, header) { [self] origin in
                send(message, prepared: deliveries, origin: origin)
            }
        }
    }
}

extension TraceContext {
    /// The origin of a message from another process, if anybody wants to know it.
    @usableFromInline
    static func arriving(_ header: MessageHeader) -> TraceContext? {
        Tracing.isActive ? TraceContext(foreign: header) : nil
    }
}

extension PointToPointChannel {
    /// The channel as what stands here for one in another process.
    @usableFromInline
    package var inbound: InboundPort<Message> {
        let storage = storage
        return InboundPort(
            deliver: { message, header in
                storage.identity.admit(message, header) { origin in
                    _ = EpochReclaimer.ofPorts.read { storage.receive(Parcel(message: message, origin: origin), $0) }
                }
                return .arrived
            })
    }
}

extension PortIdentity {
    /// Lets a message from another process in: in its turn if the port's system watches.
    fileprivate func admit(
        _ message: any Sendable, _ header: MessageHeader, _ deliver: @escaping @Sendable (TraceContext) -> Void
    ) {
        if let journal = activeJournal {
            journal.submit(message, at: self, from: header, deliver: deliver)
        } else {
            deliver(TraceContext(foreign: header))
        }
    }
}

/// The bridges of this process through which messages come in and go out: as long as there are both, what goes out can
/// be caused by what has come in.
package enum CrossProcessTracing {
    private struct Ways {
        var inwards = 0
        var outwards = 0
        var areBoth: Bool { inwards > 0 && outwards > 0 }
    }
    private static let ways = Guarded(Ways())

    /// Whether anybody wants to know causes because of bridges.
    package static var areWanted: Bool { ways.withLock { $0.areBoth } }

    /// A bridge was opened, or with `-1` closed.
    package static func change(inwards: Bool, outwards: Bool, by difference: Int) {
        ways.withLock { ways in
            let before = ways.areBoth
            if inwards { ways.inwards += difference }
            if outwards { ways.outwards += difference }
            switch (before, ways.areBoth) {
            case (false, true): Tracing.begin(watching: false)
            case (true, false): Tracing.end(watching: false)
            case (true, true), (false, false): break
            }
        }
    }
}
