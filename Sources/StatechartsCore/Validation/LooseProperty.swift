/// A stored property of a vertex which another object of the same class may fill otherwise.
///
/// So the shape of a chart does not say whether it is sound: the vertex that it holds may be declared or not, the port
/// received or not.
struct LooseProperty {
    enum Content {
        case port
        case vertices
    }

    let vertex: VertexIndex
    let content: Content
    /// The class that declares it, and its place there: see ``StoredProperty``.
    let owner: Any.Type
    let place: Int

    /// - Parameter isOwnChild: whether a vertex is a child of the one that has the property, and held by no other
    ///   property. What holds such a one is no loose property.
    init?(_ property: StoredProperty, of vertex: VertexIndex, isOwnChild: (StateNode) -> Bool) {
        let type = Swift.type(of: property.value)
        if type is StateNode.Type {
            guard let node = StoredProperty.node(in: property.value), !isOwnChild(node) else { return nil }
            content = .vertices
        } else if let port = property.value as? any StoredPort, port.receptionKey != nil {
            content = .port
        } else if let content = Self.content(of: type) {
            self.content = content
        } else {
            return nil
        }
        self.vertex = vertex
        owner = property.owner
        place = property.place
    }

    /// What is in an optional or an array of that type.
    private static func content(of type: Any.Type) -> Content? {
        guard let inner = (type as? any Wrapping.Type)?.inner else { return nil }
        if inner is StateNode.Type { return .vertices }
        if inner is any StoredPort.Type { return .port }
        return content(of: inner)
    }
}
