import StatechartsBridge
import Synchronization

/// A link at whose other end somebody says these frames, whatever this side says, and no more.
final class Says: BridgeLink {
    private let frames: [String]
    init(_ frames: String...) { self.frames = frames }

    var description: String { "says" }
    func open() async throws -> any BridgeConnection { Line(frames) }
    func close() {}

    private final class Line: BridgeConnection {
        private let frames: [String]
        private let exchange = Mutex<BridgeExchange?>(nil)
        init(_ frames: [String]) { self.frames = frames }

        func start(_ exchange: BridgeExchange) {
            self.exchange.withLock { $0 = exchange }
            for frame in frames {
                let bytes = Array(frame.utf8), length = UInt32(bytes.count)
                exchange.received([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) } + bytes)
            }
        }

        func wake(_ urgency: BridgeUrgency) {}

        func close() {
            guard let exchange = exchange.withLock({ $0.take() }) else { return }
            while exchange.output() != nil {}
            exchange.ended(nil)
        }
    }
}
