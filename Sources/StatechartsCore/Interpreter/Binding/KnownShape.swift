/// A topology that is known to be sound, with what else another chart is compared by.
final class KnownShape: Sendable {
    let topology: Topology
    let types: [ObjectIdentifier]
    /// For every vertex the name that it has given itself, `nil` if it is named by its class or property.
    let explicitNames: [String?]
    let automaticJoins: Set<VertexIndex>
    /// True if an entry or exit suspends.
    let suspends: Bool
    // What they name is looked at in every chart of this shape.
    /// Forks, joins, histories and entry points, also those that name nothing: in another chart they may.
    fileprivate let withFixedVertices: [VertexIndex]
    fileprivate let exitPoints: [VertexIndex]
    fileprivate let looseProperties: [LooseProperty]

    /// - Parameter binder: the one that has made the topology.
    init(_ topology: Topology, of binder: ChartBinder) {
        func indices(where isMeant: (StateNode) -> Bool) -> [VertexIndex] {
            binder.vertices.indices.filter { isMeant(binder.vertices[$0].node) }.map { Int32($0) }
        }
        self.topology = topology
        types = binder.vertices.map { ObjectIdentifier(type(of: $0.node)) }
        explicitNames = binder.vertices.map(\.ownName)
        automaticJoins = Set(indices { $0.isAutomaticJoin })
        suspends = (0..<Int32(topology.count)).contains {
            !topology.infos[$0].overrides.isDisjoint(with: [.suspendingEntry, .suspendingExit])
        }
        withFixedVertices = indices { $0.kind.mayHaveFixedVertices }
        exitPoints = indices { $0.kind == .exitPoint }
        looseProperties = binder.looseProperties
    }
}

// What a shape does not say of a chart: it belongs to the objects, and is looked at in every chart that has the shape.

extension Engine {
    /// True if forks, joins, histories and entry points lead where those of the shape do.
    func hasFixedVertices(of shape: KnownShape) -> Bool {
        shape.withFixedVertices.allSatisfy { index in
            let vertices = nodes[index].fixedVertices()
            guard vertices.allSatisfy({ $0.tag == tag }) else { return false }
            return vertices.map(\.index).sorted() == infos[index].fixed.map { topology.fixed[$0] }
        }
    }

    /// True if the objects of the chart have no mistake that validation would report although the shape is sound.
    func hasSoundObjects(of shape: KnownShape) -> Bool {
        topology.scopeNodes.allSatisfy { hasSoundReceptions($0 + 1) }
            && shape.exitPoints.allSatisfy { leadsInside($0) } && shape.looseProperties.allSatisfy { isSound($0) }
    }

    /// True if ports are received once each, and the states in which they are received are in the chart.
    private func hasSoundReceptions(_ top: VertexIndex) -> Bool {
        guard let receptions = nodes.call(top, { $0.portReceptions }) else { return true }
        return receptions.declaredTwice.isEmpty && receptions.gatingStates.allSatisfy { $0.tag == tag }
    }

    /// True if an exit point leads into its chart, as far as a state above has said so.
    private func leadsInside(_ point: VertexIndex) -> Bool {
        guard let way = nodes.call(point, { $0.wayOut }) else { return true }
        guard let vertex = way.vertex, vertex.tag == tag else { return false }
        return way.isAsked || mayBeNamed(vertex.index, in: infos[point].scope)
    }

    /// True if vertices are declared that a property holds, and a port is received.
    private func isSound(_ property: LooseProperty) -> Bool {
        let node = nodes[property.vertex]
        let value = StoredProperty.value(of: node, at: property.place, of: property.owner)
        switch property.content {
        case .port: return (value as? any StoredPort).map { !node.forgets($0) } ?? true
        case .vertices: return StoredProperty.nodes(in: value).allSatisfy(\.isTaken)
        }
    }
}
