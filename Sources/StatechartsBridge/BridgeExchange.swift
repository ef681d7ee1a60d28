import Statecharts

/// What a ``BridgeConnection`` needs of its bridge: it takes the bytes that come, and has those that are to be written.
public final class BridgeExchange: Sendable {
    private struct End {
        var hasEnded = false
        var error: BridgeError?
        var waiting: CheckedContinuation<BridgeError?, Never>?
    }

    private let core: BridgeCore
    // Taken out while it is used, and not put back after an error.
    private let reader: Guarded<(FrameReader, HeaderTemplates)?>
    private let end = Guarded(End())
    /// Whose connection it is.
    private let present: Guarded<Seat>

    init(_ core: BridgeCore, _ seat: Seat) {
        self.core = core
        present = Guarded(seat)
        reader = Guarded((FrameReader(limit: core.limits.frameLength), HeaderTemplates()))
    }

    /// Takes bytes that have come, and delivers the messages in them before it returns. To be called with one piece
    /// after the other.
    ///
    /// Afterwards there may be something to write: ask for ``output()``. ``BridgeConnection/wake(_:)`` is not called
    /// for what these bytes lead to meanwhile.
    public func received(_ bytes: [UInt8]) {
        guard var (frames, templates) = reader.withLock({ $0.take() }) else { return }
        var batch = Seat.Batch(self)
        defer { batch.seat.end(batch) }
        do {
            try frames.read(bytes) { try core.take($0, $1, &templates, &batch) }
            reader.withLock { [frames, templates] in $0 = (frames, templates) }
        } catch {
            core.fail(error, batch.seat)
        }
    }

    /// Returns the bytes to be written next, after those returned before; `nil` if there are none now.
    ///
    /// A piece has whole frames, about 64 KiB of them or one that is longer. May be called from any thread; the caller
    /// keeps the order.
    public func output() -> [UInt8]? {
        // In one with the end: after it the seat has another connection, and what it says is for that one.
        end.withLock { $0.hasEnded ? nil : seat.output() }
    }

    /// Says that the connection has ended; no other function may be called after this.
    /// - Parameter error: why, if neither side wanted that.
    public func ended(_ error: BridgeError?) {
        let waiting = end.withLock { end in
            if end.hasEnded { return nil as CheckedContinuation<BridgeError?, Never>? }
            end.hasEnded = true
            end.error = error
            return end.waiting.take()
        }
        waiting?.resume(returning: error)
    }

    var seat: Seat { present.withLock { $0 } }
    func move(to seat: Seat) { present.withLock { $0 = seat } }

    func waitForEnd() async -> BridgeError? {
        await withCheckedContinuation { continuation in
            let (hasEnded, error) = end.withLock { end in
                if !end.hasEnded { end.waiting = continuation }
                return (end.hasEnded, end.error)
            }
            if hasEnded { continuation.resume(returning: error) }
        }
    }
}
