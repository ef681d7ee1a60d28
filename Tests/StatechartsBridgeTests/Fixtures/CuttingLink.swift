import Synchronization

@testable import StatechartsBridge

/// A link whose connection a test can break at any time.
final class CuttingLink: BridgeLink {
    private let link: any BridgeLink
    private let present = Mutex<(any BridgeConnection)?>(nil)

    init(_ link: any BridgeLink) { self.link = link }

    var description: String { link.description }
    var isListening: Bool { link.isListening }

    func open() async throws -> any BridgeConnection {
        let connection = try await link.open()
        present.withLock { $0 = connection }
        return connection
    }

    func close() { link.close() }
    func cut() { present.withLock { $0 }?.close() }

    /// Breaks it off in the middle of what is being written.
    func breakOff() { (present.withLock { $0 } as? DescriptorConnection)?.breakOff() }
}
