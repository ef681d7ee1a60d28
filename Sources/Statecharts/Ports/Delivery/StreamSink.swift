import Synchronization

/// The end of a stream that buffers by itself, as `AsyncStream` does.
@usableFromInline
final class StreamSink<Message: Sendable>: Sink {
    @usableFromInline let continuation: AsyncStream<Message>.Continuation
    private let dropped = Atomic<Int>(0)
    private let identity: PortIdentity

    init(_ continuation: AsyncStream<Message>.Continuation, of port: PortIdentity) {
        self.continuation = continuation
        identity = PortIdentity(name: "stream", message: Message.self, direction: .input, source: port)
    }

    deinit { continuation.finish() }

    var droppedCount: Int { dropped.load(ordering: .relaxed) }

    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        callingOut()
        switch continuation.yield(parcel.message) {
        case .enqueued: break
        case .dropped: drop(parcel)
        case .terminated: return .gone
        @unknown default: break
        }
        if let origin = parcel.origin { arrive(origin) }
        return .taken
    }

    @usableFromInline
    func arrive(_ origin: TraceContext) { origin.arrive(at: identity.label) }

    @usableFromInline
    func drop(_ parcel: Parcel<Message>) {
        dropped.add(1, ordering: .relaxed)
        identity.report(.dropped, parcel.message)
    }

    @usableFromInline
    func prepare(_ message: Message) -> Preparation { .ready([StreamDelivery(sink: self, message: message)]) }
    @usableFromInline
    var following: [any RouteNode] { [] }

    @usableFromInline
    func sourceFinished() { continuation.finish() }
    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
}

/// A stream that drops by its policy: there is nothing to wait for.
private struct StreamDelivery<Message: Sendable>: PreparedDelivery {
    let sink: StreamSink<Message>
    let message: Message

    func commit(_ origin: TraceContext?) {
        _ = EpochReclaimer.ofPorts.read { sink.receive(Parcel(message: message, origin: origin), $0) }
    }
    func cancel() {}
}
