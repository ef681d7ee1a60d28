// What waits in the input ports that charts store in properties: of those that are received in some states only, that
// are bounded, or that an activity reads; and of a child machine that has not begun.

extension ChartPorts {
    /// What waits, by property.
    static func savedInputs(of top: StateNode) throws -> [String: [SnapshotValue]] {
        var saved: [String: [SnapshotValue]] = [:]
        for case (let property?, let port) in storages(of: top) {
            do {
                let waiting = try port.savedWaiting()
                if !waiting.isEmpty { saved[property] = waiting }
            } catch {
                throw SnapshotError(
                    .notCodable, "a message that waits in the input \(property) could not be encoded: \(error)",
                    fix: DynamicCoding.fix(error), underlying: error)
            }
        }
        return saved
    }

    /// Checks what waits in a snapshot and answers with what has it wait again.
    static func restorations(of inputs: [String: [SnapshotValue]], in top: StateNode) throws -> [() -> Void] {
        if inputs.isEmpty { return [] }
        let ports = storages(of: top)
        return try inputs.sorted { $0.key < $1.key }.map { property, waiting in
            do {
                let port = ports.first { $0.property == property }?.port
                if let restore = try port?.restoration(ofWaiting: waiting) { return restore }
            } catch {
                throw SnapshotError(
                    .undecodable, "what waits in the input \(property) does not fit: \(error)",
                    fix: "migrate the snapshot", underlying: error)
            }
            throw SnapshotError(
                .inconsistent, "messages wait in the input \(property), which the chart does not have",
                fix: "remove it from the snapshot's inputs, or rename it there")
        }
    }
}

extension InputStorage {
    @usableFromInline
    func savedWaiting() throws -> [SnapshotValue] {
        try waiting.map { try DynamicCoding.tree(of: $0, "in the input \(identity.label)") }
    }

    @usableFromInline
    func restoration(ofWaiting trees: [SnapshotValue]) throws -> (() -> Void)? {
        let messages = try trees.map { try DynamicCoding.event(Message.self, from: $0, "waiting") }
        return { self.setWaiting(messages) }
    }
}
