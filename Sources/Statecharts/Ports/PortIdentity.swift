/// How people know a port: `Cart.orders`.
public struct PortLabel: Sendable, Hashable, CustomStringConvertible {
    /// The name of the machine or of the other component that owns the port; empty if it belongs to none.
    public let owner: String
    /// The name of the port; the type of its messages if it was given none.
    public let name: String

    /// Both names joined by a dot.
    public var description: String { owner.isEmpty ? name : "\(owner).\(name)" }
}

/// Whether messages leave or enter its owner through a port.
public enum PortDirection: Sendable, Hashable {
    /// They enter.
    case input
    /// They leave.
    case output
}

/// The name of a port and the system that it belongs to.
final class PortIdentity: Sendable {
    private struct Contents {
        var owner = ""
        var name: String
        let hasOwnName: Bool
    }

    let direction: PortDirection
    let messageType: String
    private let contents: Guarded<Contents>

    init<Message>(name: String?, message: Message.Type, direction: PortDirection) {
        self.direction = direction
        let type = String(describing: message)
        messageType = type
        contents = Guarded(Contents(name: name ?? type, hasOwnName: name != nil))
    }

    var label: PortLabel { contents.withLock { PortLabel(owner: $0.owner, name: $0.name) } }

    /// What went wrong with a message.
    enum Trouble {
        case dropped, undelivered
    }

    func report(_ trouble: Trouble) {}
}
