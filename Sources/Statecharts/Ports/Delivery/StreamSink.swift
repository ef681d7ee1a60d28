import Synchronization

/// The end of a stream that buffers by itself, as `AsyncStream` does. Which message is dropped, `AsyncStream` decides,
/// as `InputStateMachine.enqueue` does for a port.
@usableFromInline
final class StreamSink<Message: Sendable>: TerminalSink {
    @usableFromInline let continuation: AsyncStream<Message>.Continuation
    /// True if a message that comes while the buffer is full is dropped itself, and not the oldest one.
    private let keepsOldest: Bool
    private let dropped = Atomic<Int>(0)
    private let identity: PortIdentity

    init(
        _ continuation: AsyncStream<Message>.Continuation,
        _ policy: AsyncStream<Message>.Continuation.BufferingPolicy, of port: PortIdentity
    ) {
        self.continuation = continuation
        if case .bufferingOldest = policy { keepsOldest = true } else { keepsOldest = false }
        identity = PortIdentity(name: "stream", message: Message.self, direction: .input, source: port)
    }

    deinit { continuation.finish() }

    var droppedCount: Int { dropped.load(ordering: .relaxed) }

    @inlinable
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        callingOut()
        switch continuation.yield(parcel.message) {
        case .enqueued: if let context = parcel.context { arrive(context) }
        case .dropped(let message): drop(message, whenCame: parcel)
        case .terminated: return .gone
        @unknown default: break
        }
        return .taken
    }

    @usableFromInline
    func arrive(_ context: TraceContext) { context.arrive(at: identity.label) }

    @usableFromInline
    func drop(_ message: Message, whenCame parcel: Parcel<Message>) {
        dropped.add(1, ordering: .relaxed)
        identity.report(.dropped, message)
        if !keepsOldest, let context = parcel.context { arrive(context) }
    }

    @usableFromInline func sourceFinished() { continuation.finish() }
    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
}
