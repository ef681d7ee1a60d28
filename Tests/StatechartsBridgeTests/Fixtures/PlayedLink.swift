import Statecharts
import Synchronization

@testable import StatechartsBridge

/// A link at whose other end the test itself is: it gives bytes and takes what is written, without threads.
final class PlayedLink: BridgeLink {
    /// Connections as the bridge opens them.
    let opened = InputPort<PlayedConnection>("opened")
    private let count = Atomic<Int>(0)
    private let onOpen: @Sendable (PlayedConnection) -> Void
    let isListening: Bool

    /// - Parameter onOpen: called with each connection when the bridge uses it.
    init(isListening: Bool = false, onOpen: @escaping @Sendable (PlayedConnection) -> Void = { _ in }) {
        self.isListening = isListening
        self.onOpen = onOpen
    }

    var description: String { "played" }
    var openCount: Int { count.load(ordering: .relaxed) }

    func open() async throws -> any BridgeConnection {
        count.add(1, ordering: .relaxed)
        return PlayedConnection { [opened, onOpen] in
            onOpen($0)
            opened.send($0)
        }
    }
    func close() {}
}

final class PlayedConnection: BridgeConnection {
    private let present = Guarded<BridgeExchange?>(nil)
    private let isClosed = Guarded(false)
    private let lastWords = Guarded<[[UInt8]]>([])
    private let onStart: @Sendable (PlayedConnection) -> Void

    init(onStart: @escaping @Sendable (PlayedConnection) -> Void) { self.onStart = onStart }

    func start(_ exchange: BridgeExchange) {
        present.withLock { $0 = exchange }
        onStart(self)
        // Closed before it was started.
        if isClosed.withLock({ $0 }) { end() }
    }
    func wake(_ urgency: BridgeUrgency) {}
    func close() {
        isClosed.withLock { $0 = true }
        end()
    }

    var hasEnded: Bool { present.withLock { $0 == nil } }

    /// The bridge gets these bytes.
    func give(_ bytes: [UInt8]) { present.withLock { $0 }?.received(bytes) }

    /// What the bridge has to say.
    func take() throws -> [Frame] {
        var reader = FrameReader(limit: 1 << 24), frames: [Frame] = []
        while let bytes = present.withLock({ $0 })?.output() {
            try reader.read(bytes) { frames.append(try Frame($0, $1)) }
        }
        return frames
    }

    /// The same as it stands on the wire, in pieces of whole frames.
    func takeBytes() -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        while let bytes = present.withLock({ $0 })?.output() { pieces.append(bytes) }
        return pieces
    }

    func end(_ error: BridgeError? = nil) {
        guard let exchange = present.withLock({ $0.take() }) else { return }
        // What a connection still writes when it is closed.
        var pieces: [[UInt8]] = []
        while let bytes = exchange.output() { pieces.append(bytes) }
        lastWords.withLock { $0 = pieces }
        exchange.ended(error)
    }

    /// What was said when the connection was ended, and nobody took.
    var lastFrames: [Frame] {
        var frames: [Frame] = []
        for piece in lastWords.withLock({ $0 }) {
            var reader = FrameReader(limit: 1 << 24)
            try? reader.read(piece) { bytes, range in
                if let frame = try? Frame(bytes, range) { frames.append(frame) }
            }
        }
        return frames
    }

    /// The hello of a side that has these channels.
    static func hello(
        _ session: UInt64 = 0xAA, exports: [String: String] = [:], imports: [String: String] = [:]
    ) -> [UInt8] {
        func offers(_ channels: [String: String]) -> [ChannelOffer] {
            channels.sorted { $0.key < $1.key }.map { ChannelOffer(channel: $0.key, type: $0.value, kind: .publish) }
        }
        return Frame.hello(
            Hello(
                name: "stranger", session: session, peer: nil, next: 1, received: 0, exports: offers(exports),
                imports: offers(imports))
        ).bytes
    }
}

/// A link that is opened only as often as a test allows it.
final class GatedLink: BridgeLink {
    private let link: any BridgeLink
    private let permits = InputPort<Void>("permits")

    init(_ link: any BridgeLink, permits count: Int) {
        self.link = link
        for _ in 0..<count { allow() }
    }

    func allow() { permits.send(()) }

    var description: String { link.description }
    var isListening: Bool { link.isListening }

    func open() async throws -> any BridgeConnection {
        guard await permits.first(where: { _ in true }) != nil else { throw CancellationError() }
        return try await link.open()
    }
    func close() { link.close() }
}

extension Bridge {
    /// Returns when the bridge stands like this.
    func wait(_ condition: (BridgeState) -> Bool) async {
        for await state in states.stream() where condition(state) { return }
    }
}

extension BridgeState {
    var isCut: Bool {
        switch self {
        case .cut: true
        case .new, .connecting, .connected, .ended: false
        }
    }
}
