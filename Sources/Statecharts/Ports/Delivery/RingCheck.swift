/// A node on the ways of messages: connections must not lead from it back to it, or a message would go round for ever.
@usableFromInline
protocol RouteNode: AnyObject, Sendable {
    /// What people call the node; `nil` for one inside a port.
    var nodeLabel: PortLabel? { get }
    /// Where messages go from here at once.
    var following: [any RouteNode] { get }
}

extension Sink {
    /// Where a message goes that is given to this end: to the end if it is a node itself, otherwise to what follows.
    var route: [any RouteNode] { (self as? any RouteNode).map { [$0] } ?? following }
}

extension InputStorage {
    @usableFromInline var nodeLabel: PortLabel? { identity.label }
}

extension OutputStorage {
    @usableFromInline var nodeLabel: PortLabel? { isRelay ? nil : identity.label }

    /// Traps if the end, which has been connected, leads back here.
    ///
    /// To be called after connecting: of two threads that close a ring together, one at least sees all of it.
    func refuseRing(through sink: any Sink<Message>) {
        for next in sink.route {
            var seen: Set<ObjectIdentifier> = []
            guard let way = way(from: next, &seen) else { continue }
            var names = ([self] + way).compactMap(\.nodeLabel).map(\.description)
            if let first = names.first, names.last != first || names.count == 1 { names.append(first) }
            trap(
                "connecting closes a ring of proxies, \(names.joined(separator: " → ")), in which a message would go round for ever",
                "connect one of them to a machine, or iterate it, and send on from there")
        }
    }

    /// The nodes from `node` to this one; `nil` if it does not lead here.
    private func way(from node: any RouteNode, _ seen: inout Set<ObjectIdentifier>) -> [any RouteNode]? {
        if node === self { return [node] }
        guard seen.insert(ObjectIdentifier(node)).inserted else { return nil }
        for next in node.following {
            if let rest = way(from: next, &seen) { return [node] + rest }
        }
        return nil
    }
}
