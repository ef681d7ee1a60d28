/// The data of a chart that do not tell its situations apart: what is known of them at the places where that can be
/// asked.
package struct HiddenData {
    package struct Item {
        /// Where the data are.
        package enum Source: Sendable, Hashable {
            /// In a stored property of a state that does not say what it saves.
            case property
            /// In a stored property of a state that is ``Snapshotting``.
            case unsaved
            /// In a scoped property.
            case scoped
            /// In what a state saves.
            case saved
        }

        /// `Door.wrongs`: the state's path and the property.
        package let name: String
        package let source: Source
        fileprivate let node: Int32
        /// The class of the state.
        fileprivate let own: ObjectIdentifier
        /// Its place among the scoped properties of the state, or among the stored ones of the class that has it.
        fileprivate var position = 0
        /// That class, which the one of the state inherits; `nil` for what is no stored property.
        fileprivate var declaring: Any.Type?
        /// A lazy property that was not asked for has no value yet, which is no difference.
        fileprivate var isLazy = false
    }

    package let items: [Item]
    /// Whether only actions of the chart change any of it.
    package var isSteady: Bool { items.allSatisfy { $0.source == .property } }
}

extension Simulation {
    /// The chart's stored properties that ``describe(_:timesMatter:dataMatter:number:)`` does not look at.
    /// - Parameter dataMatter: `false` if it is not to look at scoped and saved data and values of ports either.
    package func hiddenData(dataMatter: Bool) -> HiddenData {
        guard let engine else { return HiddenData(items: []) }
        var items: [HiddenData.Item] = []
        for index in 0..<Int32(engine.topology.count) {
            let node = engine.nodes[index], path = engine.topology.path(of: index)
            let own = ObjectIdentifier(type(of: node))
            let isSaved = node is any Snapshotting
            if !dataMatter {
                for (position, slot) in engine.scoped[index, default: []].enumerated() {
                    items.append(
                        .init(
                            name: "\(path).\(slot.name)", source: .scoped, node: index, own: own, position: position))
                }
                if isSaved { items.append(.init(name: "what \(path) saves", source: .saved, node: index, own: own)) }
                items += currentPorts.filter { $0.node == index }.map { stored in
                    .init(
                        name: stored.name, source: .property, node: index, own: own, position: stored.property.place,
                        declaring: stored.property.owner)
                }
            }
            // What a state saves is told as that, not by its properties again.
            if isSaved, !dataMatter { continue }
            for property in node.hiddenProperties {
                let name = property.label.drop { $0 == "_" }
                items.append(
                    .init(
                        name: "\(path).\(name)", source: isSaved ? .unsaved : .property, node: index, own: own,
                        position: property.place, declaring: property.owner, isLazy: property.isLazy))
            }
        }
        return HiddenData(items: items)
    }

    /// What the chart's hidden data are told apart by now; `nil` for what has no value.
    /// - Parameter opaque: told of items that cannot be compared, or of which a part cannot.
    package func read(
        _ data: HiddenData, with reader: ValueReader, opaque: (_ item: Int, _ what: String) -> Void
    ) -> [AnyHashable?] {
        guard let engine else { return data.items.map { _ in nil } }
        reader.timer = { [unowned self] in key(of: $0) }
        return data.items.indices.map { number in
            let item = data.items[number]
            reader.opaque = nil
            defer { if let what = reader.opaque { opaque(number, what) } }
            // Another chart of the same class has other objects; of other classes, if its initializer wants that.
            guard item.node < engine.topology.count else { return nil }
            let node = engine.nodes[item.node]
            guard ObjectIdentifier(type(of: node)) == item.own else { return nil }
            switch item.source {
            case .property, .unsaved:
                guard let declaring = item.declaring else { return nil }
                let value = StoredProperty.value(of: node, at: item.position, of: declaring)
                if item.isLazy, Mirror(reflecting: value).children.isEmpty { return nil }
                return reader.key(of: value)
            case .scoped:
                guard engine.isActive(item.node) else { return nil }
                return engine.scoped[item.node]?[item.position].present.map { reader.key(of: $0) }
            case .saved:
                return askingAtEnd { (node as? any Snapshotting)?.savedKey(reader) }
            }
        }
    }
}

extension StateNode {
    /// The stored properties of the program's own that are neither a part of the chart nor a port nor scoped, those of
    /// superclasses first.
    var hiddenProperties: [StoredProperty] {
        StoredProperty.all(of: self).filter { property in
            !ClassInfo.isOurs(property.owner) && !(property.value is StateNode) && !(property.value is any Port)
                && !(property.value is any ScopedProperty)
        }
    }
}
