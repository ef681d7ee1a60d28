// The scoped properties of active states. Nothing of them is lost in silence: each value that a snapshot has belongs to
// a property, and each property whose values are saved has one, unless the snapshot says that it has none.

extension Engine {
    /// Checks the saved values of scoped properties and answers with what puts them in.
    func scopedRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [() -> Void] {
        let known = scopedByName().filter { active.contains($0.node) }
        try refuseUnknown(snapshot.scoped, indices, active, known: Dictionary(uniqueKeysWithValues: known))
        var omitted: [String: Set<String>] = [:]
        for omission in snapshot.omitted { omitted[omission.state, default: []].insert(omission.property) }
        var restorations: [() -> Void] = []
        for (index, slots) in known {
            let path = snapshotPath(index)
            for (name, slot) in slots.sorted(by: { $0.key < $1.key }) where slot.persistence == .saved {
                if let tree = snapshot.scoped[path]?[name] {
                    restorations.append(try restoration(of: tree, in: slot, name, of: index))
                } else if slot.isCodable, omitted[path]?.contains(name) != true {
                    throw SnapshotError(
                        .inconsistent, "the snapshot has no value of \(topology.path(of: index)).\(name)",
                        migration: "let the migration put one into scoped, or name the property in omitted to have its "
                            + "initial value")
                }
            }
        }
        return restorations
    }

    private func refuseUnknown(
        _ saved: [String: [String: SnapshotValue]], _ indices: [String: Int32], _ active: Set<Int32>,
        known: [Int32: [String: ScopedSlot]]
    ) throws {
        for (path, values) in saved.sorted(by: { $0.key < $1.key }) {
            let index = indices[path]
            for name in values.keys.sorted() {
                if let slot = index.flatMap({ known[$0]?[name] }), !(slot is EntrySlot) { continue }
                let isKnown = index.map { active.contains($0) ? "has no such property" : "is not active" }
                throw SnapshotError(
                    .inconsistent,
                    "there is a value of \(index.map { topology.path(of: $0) } ?? path).\(name), and the state "
                        + (isKnown ?? "does not exist in the chart"),
                    migration: "let the migration rename it in scoped, or remove it")
            }
        }
    }

    private func restoration(
        of tree: SnapshotValue, in slot: ScopedSlot, _ name: String, of index: Int32
    ) throws -> () -> Void {
        do {
            if let restore = try slot.restoration(of: tree) { return restore }
        } catch {
            throw SnapshotError(
                .undecodable,
                "the saved \(name) of \(topology.path(of: index)) does not fit: \(DynamicCoding.words(error))",
                migration: "migrate the snapshot", underlying: error)
        }
        throw SnapshotError(
            .inconsistent,
            "there is a value of \(topology.path(of: index)).\(name), whose type is not Codable any more",
            migration: "make \(slot.typeName) Codable, or let the migration remove the value from scoped")
    }
}
