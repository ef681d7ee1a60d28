// The current values of the outputs that charts store in properties.

extension Engine {
    func saveOutputs(in snapshot: inout Snapshot) throws {
        for (property, port) in currentOutputs {
            do {
                switch try port.savedCurrent() {
                case .none: break
                case .value(let tree): snapshot.outputs[property] = tree
                case .notCodable(let type), .beingChanged(let type):
                    snapshot.omitted.append(.init(state: "", property: property, type: type))
                }
            } catch {
                throw SnapshotError(
                    .notCodable,
                    "the current value of the output \(property) could not be encoded: \(DynamicCoding.words(error))",
                    fix: DynamicCoding.fix(error), underlying: error)
            }
        }
    }

    /// Checks all saved values and answers with what makes them current again.
    func outputRestorations(_ snapshot: Snapshot) throws -> [() -> Void] {
        guard !snapshot.outputs.isEmpty else { return [] }
        let ports = currentOutputs
        return try snapshot.outputs.sorted { $0.key < $1.key }.map { property, tree in
            do {
                let port = ports.first { $0.property == property }?.port
                if let restore = try port?.restoration(ofCurrent: tree) { return restore }
            } catch {
                throw SnapshotError(
                    .undecodable,
                    "the saved value of the output \(property) does not fit: \(DynamicCoding.words(error))",
                    migration: "migrate the snapshot", underlying: error)
            }
            throw SnapshotError(
                .inconsistent, "there is a saved value of the output \(property), which the chart does not have",
                migration: "let the migration remove it from the outputs, or rename it there")
        }
    }

    private var currentOutputs: NamedPorts.All { namedPorts.all.filter(\.port.hasCurrent) }

    /// The ports that the chart stores in properties. Found once, and in states only where a chart may be embedded: a
    /// mirror of every state costs more than the rest of a snapshot.
    var namedPorts: NamedPorts {
        if let known = coldState?.namedPorts as? NamedPorts { return known }
        let found = NamedPorts(of: nodes[0], isOneChart: isOneChart)
        cold.namedPorts = found
        return found
    }
}
