import Statecharts
import Synchronization

/// What comes to an import from one peer: keeps the order of that peer's messages, while those of others go their own
/// way to the same port.
final class Intake: Sendable {
    private struct State {
        /// Messages that wait until the one before them has found room.
        var waiting: [@Sendable () -> InboundOutcome] = []
        var isWaiting = false
        var stopListening: (@Sendable () -> Void)?
        /// How often it has begun or ended to listen.
        var turn = 0
    }

    let imported: Import
    private let state = Guarded(State())
    /// The same as in the state, without the lock: only the one who takes messages sets it.
    private let isWaiting = Atomic<Bool>(false)
    private let listens = Atomic<Bool>(false)

    init(_ imported: Import) { self.imported = imported }

    /// Takes the body of a message. Answers whether the port has it; otherwise the seat's `arrived` is called when that
    /// is so.
    /// - Throws: ``BridgeError`` if the body is not of the type.
    func take(
        _ bytes: [UInt8], _ body: Range<Int>, _ header: inout MessageHeader, _ seat: Seat, _ place: Int
    ) throws -> Bool {
        // No frame says it.
        if header.type != imported.offer.type { header.type = imported.offer.type }
        do {
            switch try imported.take(bytes, body, header, isWaiting.load(ordering: .acquiring)) {
            case .given(.arrived):
                if !listens.load(ordering: .relaxed) { return true }
                arrived(seat, place)
            case .given(.waits(let wait)):
                state.withLock { begin(&$0) }
                Task { await self.deliverRest(wait, seat, place) }
            case .waits(let deliver):
                let isOver = state.withLock { state in
                    state.waiting.append(deliver)
                    defer { begin(&state) }
                    return !state.isWaiting
                }
                // Meanwhile all those before have arrived.
                if isOver { Task { await self.deliverRest(nil, seat, place) } }
            }
            return false
        } catch let error as BridgeError where error.code != .malformed {
            throw error
        } catch {
            let reason = ((error as? BridgeError)?.message ?? "\(error)").clipped()
            throw BridgeError(
                .malformed,
                "the body of message \(header.identity) of the channel \"\(imported.offer.channel)\" is no "
                    + "\(imported.offer.type): \(reason)")
        }
    }

    private func begin(_ state: inout State) {
        state.isWaiting = true
        isWaiting.store(true, ordering: .releasing)
    }

    /// Gives messages to the port as there is room for them, until none waits.
    private func deliverRest(_ first: (@Sendable () async -> Void)?, _ seat: Seat, _ place: Int) async {
        if let first {
            await first()
            arrived(seat, place)
        }
        while let deliver = nextWaiting() {
            switch deliver() {
            case .arrived: break
            case .waits(let wait): await wait()
            }
            arrived(seat, place)
        }
    }

    private func nextWaiting() -> (@Sendable () -> InboundOutcome)? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isWaiting = false
                isWaiting.store(false, ordering: .releasing)
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func arrived(_ seat: Seat, _ place: Int) {
        seat.arrived(place)
        if let isReady = imported.isReady, listens.load(ordering: .relaxed), isReady() { seat.ready(place) }
    }

    /// From now on the seat hears when the port's receiver is ready.
    func listen(_ seat: Seat, _ place: Int) {
        let isFirst = !listens.exchange(true, ordering: .acquiringAndReleasing)
        if isFirst {
            let turn = state.withLock { $0.turn }
            let stop = imported.listen? { [weak seat] in seat?.ready(place) }
            let hasEnded = state.withLock { state in
                if state.turn == turn { state.stopListening = stop }
                return state.turn != turn
            }
            if hasEnded { stop?() }
        } else if let isReady = imported.isReady, isReady() {
            seat.ready(place)
        }
    }

    /// The peer has gone: the seat hears no more until it listens again.
    func end() {
        let stop = state.withLock { state in
            state.turn += 1
            return state.stopListening.take()
        }
        listens.store(false, ordering: .releasing)
        stop?()
    }
}
