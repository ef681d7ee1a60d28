/// The name of a port, with that of its owner: `Cart.orders`.
public struct PortLabel: Sendable, Hashable, CustomStringConvertible {
    /// The name of the machine or of the other component that owns the port; empty if it belongs to none.
    public let owner: String
    /// The name of the port; the type of its messages if it was given none.
    public let name: String

    @usableFromInline
    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    /// Both names joined by a dot.
    public var description: String { owner.isEmpty ? name : "\(owner).\(name)" }
}

extension PortLabel {
    /// The sender of a message that came to an input without a connection of its system.
    static var outside: PortLabel { PortLabel(owner: "", name: "outside") }
}
