/// The number of an input port whose messages a machine takes: an envelope that names the port so counts no references.
@usableFromInline
struct PortNumber: Sendable, Hashable {
    fileprivate let value: UInt64

    /// The machine has ended without taking the message.
    func lost(_ message: any Sendable) { NumberedPorts.shared[self]?.deliveryLost(message, counted: false) }
}

/// The ports that have numbers.
final class NumberedPorts: Sendable {
    struct Contents {
        var latest: UInt64 = 0
        var ports: [PortNumber: Entry] = [:]
    }

    struct Entry: Sendable {
        weak let port: (any DeliveringPort)?
    }

    static let shared = NumberedPorts()

    let contents = Guarded(Contents())

    subscript(number: PortNumber) -> (any DeliveringPort)? { contents.withLock { $0.ports[number] }?.port }

    /// Gives a port a number, until that is taken back.
    func number(for port: any DeliveringPort) -> PortNumber {
        contents.withLock { contents in
            contents.latest += 1
            let number = PortNumber(value: contents.latest)
            contents.ports[number] = Entry(port: port)
            return number
        }
    }

    func forget(_ number: PortNumber) { contents.withLock { _ = $0.ports.removeValue(forKey: number) } }
}
