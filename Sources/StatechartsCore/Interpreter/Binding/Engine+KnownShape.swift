// What a shape does not say of a chart: it belongs to the objects, and is looked at in every chart that has the shape.

extension Engine {
    /// Whether forks, joins, histories and entry points lead where those of the topology do.
    var hasFixedVerticesOfTopology: Bool {
        guard topology.mayHaveFixed else { return true }
        for index in 0..<Int32(topology.count) {
            let info = infos[index]
            guard info.kind.mayHaveFixedVertices else { continue }
            let vertices = nodes[index].fixedVertices()
            guard vertices.allSatisfy({ $0.tag == tag }) else { return false }
            let expected = (0..<info.fixedCount).map { topology.fixedIndex(info, $0) }
            if vertices.map(\.index).sorted() != expected { return false }
        }
        return true
    }

    /// Whether the objects of the chart have no mistake that validation would report although the shape is sound.
    var hasSoundObjects: Bool {
        topology.scopeNodes.allSatisfy { hasSoundReceptions($0 + 1) }
            && topology.exitPoints.allSatisfy { leadsInside($0) } && topology.looseProperties.allSatisfy { isSound($0) }
    }

    /// Whether ports are received once each, and the states in which they are received are in the chart.
    private func hasSoundReceptions(_ top: VertexIndex) -> Bool {
        guard let receptions = nodes.call(top, { $0.portReceptions }) else { return true }
        return receptions.declaredTwice.isEmpty && receptions.gatingStates.allSatisfy { $0.tag == tag }
    }

    /// Whether an exit point leads into its chart, as far as a state above has said so.
    private func leadsInside(_ point: VertexIndex) -> Bool {
        guard let way = nodes.call(point, { $0.wayOut }) else { return true }
        guard let vertex = way.vertex, vertex.tag == tag else { return false }
        return way.isAsked || mayBeNamed(vertex.index, in: infos[point].scope)
    }

    /// Whether vertices are declared that a property holds, and a port is received.
    private func isSound(_ property: LooseProperty) -> Bool {
        let node = nodes[property.vertex]
        let value = StoredProperty.value(of: node, at: property.place, of: property.owner)
        switch property.content {
        case .port: return (value as? any StoredPort).map { !node.forgets($0) } ?? true
        case .vertices: return StoredProperty.nodes(in: value).allSatisfy(\.isTaken)
        }
    }
}
