public import Statecharts
import Synchronization

/// A port that messages from a bridge come to, whatever they are.
@usableFromInline
final class Import: Sendable {
    /// What became of a message: it was given to the port, or it is to be when those before it have arrived.
    @usableFromInline
    enum Intake: Sendable {
        case given(Arrival)
        case waits(@Sendable () -> Arrival)
    }
    /// Reads a message and, if it need not wait, gives it to the port. Made where the type is known, so that it is
    /// compiled for it.
    @usableFromInline
    typealias Take = @Sendable (_ bytes: [UInt8], _ body: Range<Int>, MessageHeader, _ waits: Bool) throws -> Intake

    private struct State {
        /// Messages that wait until the one before them has found room.
        var waiting: [@Sendable () -> Arrival] = []
        var isWaiting = false
        var stopListening: (@Sendable () -> Void)?
        var hasEnded = false
    }

    let offer: ChannelOffer
    private let takeBody: Take
    private let listenToPort: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
    private let isPortReady: (@Sendable () -> Bool)?
    private let state = Guarded(State())
    /// The same as in the state, without the lock: only the one who takes messages sets it.
    private let isWaiting = Atomic<Bool>(false)
    private let listens = Atomic<Bool>(false)

    @inlinable
    convenience init<Message: Sendable & Decodable>(_ offer: ChannelOffer, _ arrivals: Arrivals<Message>) {
        let deliver = arrivals.deliver
        self.init(offer, arrivals.listen, arrivals.isReady) { bytes, body, header, waits in
            let message = try JSONReader.body(bytes, body, as: Message.self)
            if waits { return .waits { deliver(message, header) } }
            return .given(deliver(message, header))
        }
    }

    @usableFromInline
    init(
        _ offer: ChannelOffer, _ listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?,
        _ isReady: (@Sendable () -> Bool)?, _ take: @escaping Take
    ) {
        self.offer = offer
        listenToPort = listen
        isPortReady = isReady
        takeBody = take
    }

    var tellsReadiness: Bool { listenToPort != nil }

    /// Takes the body of a message. Answers whether the port has it; otherwise the core's `arrived` is called when that
    /// is so.
    /// - Throws: ``BridgeError`` if the body is not of the type.
    func take(
        _ bytes: [UInt8], _ body: Range<Int>, _ header: inout MessageHeader, _ core: BridgeCore, _ place: Int
    ) throws -> Bool {
        // No frame says it.
        if header.type != offer.type { header.type = offer.type }
        do {
            switch try takeBody(bytes, body, header, isWaiting.load(ordering: .acquiring)) {
            case .given(.arrived):
                if !listens.load(ordering: .relaxed) { return true }
                arrived(core, place)
            case .given(.waits(let wait)):
                state.withLock { begin(&$0) }
                Task { await self.deliverRest(wait, core, place) }
            case .waits(let deliver):
                let isOver = state.withLock { state in
                    state.waiting.append(deliver)
                    defer { begin(&state) }
                    return !state.isWaiting
                }
                // Meanwhile all those before have arrived.
                if isOver { Task { await self.deliverRest(nil, core, place) } }
            }
            return false
        } catch let error as BridgeError where error.code != .malformed {
            throw error
        } catch {
            throw BridgeError(
                .malformed,
                "the body of message \(header.identity) of the channel \"\(offer.channel)\" is no \(offer.type): \(error)"
            )
        }
    }

    private func begin(_ state: inout State) {
        state.isWaiting = true
        isWaiting.store(true, ordering: .releasing)
    }

    /// Gives messages to the port as there is room for them, until none waits.
    private func deliverRest(_ first: (@Sendable () async -> Void)?, _ core: BridgeCore, _ place: Int) async {
        if let first {
            await first()
            arrived(core, place)
        }
        while let deliver = nextWaiting() {
            switch deliver() {
            case .arrived: break
            case .waits(let wait): await wait()
            }
            arrived(core, place)
        }
    }

    private func nextWaiting() -> (@Sendable () -> Arrival)? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isWaiting = false
                isWaiting.store(false, ordering: .releasing)
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func arrived(_ core: BridgeCore, _ place: Int) {
        core.arrived(place)
        if let isPortReady, listens.load(ordering: .relaxed), isPortReady() { core.ready(place) }
    }

    /// From now on the core hears when the port's receiver is ready.
    func listen(_ core: BridgeCore, _ place: Int) {
        let isFirst = !listens.exchange(true, ordering: .acquiringAndReleasing)
        if isFirst {
            let stop = listenToPort? { [weak core] in core?.ready(place) }
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.stopListening = stop }
                return state.hasEnded
            }
            if hasEnded { stop?() }
        } else if let isPortReady, isPortReady() {
            core.ready(place)
        }
    }

    /// The bridge has ended.
    func end() {
        let stop = state.withLock { state in
            state.hasEnded = true
            return state.stopListening.take()
        }
        stop?()
    }
}
