/// The ports that a chart stores in properties, by the names of these.
final class NamedPorts {
    typealias All = [(property: String, port: any PortStorage)]

    let all: All
    /// Inputs in structs that the chart was given: what waits in them stays there, and is in no snapshot.
    private let givenInputs: [(property: String, type: String, port: any PortStorage)]

    init(of top: StateNode, isOneChart: Bool = false) {
        givenInputs = ChartPorts.given(to: top).compactMap { property, port in
            guard let face = port as? any PortFace, face.port.identity.direction == .input else { return nil }
            return (property, "\(type(of: port))", face.port)
        }
        all = ChartPorts.storages(of: top, isOneChart: isOneChart).compactMap { property, port in
            property.map { (property: $0, port: port) }
        }
    }

    // MARK: What waits in inputs
    // In those that are received in some states only, that are bounded, or that an activity reads; and in all of a
    // child machine that has not begun.

    /// What waits, by property.
    /// - Parameters:
    ///   - given: what the machine was given and has not begun a step for, in order.
    ///   - mail: what comes to the ports by the time of the snapshot.
    func savedInputs(
        behind given: [PortMessage] = [], with mail: MailUnderWay?
    ) throws -> [String: [SnapshotValue]] {
        var saved: [String: [SnapshotValue]] = [:]
        for (property, port) in all {
            let given = given.filter { $0.port == ObjectIdentifier(port) }
            let waiting =
                try given.map { try tree(of: $0.message, in: property) }
                + port.savedBuffered(in: property, with: mail)
            if !waiting.isEmpty { saved[property] = waiting }
        }
        return saved
    }

    /// The inputs with messages that are in no snapshot.
    var omissions: [Snapshot.Omission] {
        givenInputs.filter(\.port.hasWaiting).map { .init(state: "", property: $0.property, type: $0.type) }
    }

    func has(_ port: ObjectIdentifier) -> Bool { all.contains { ObjectIdentifier($0.port) == port } }

    /// Checks what waits in a snapshot and answers with what has it wait again.
    func restorations(ofInputs inputs: [String: [SnapshotValue]]) throws -> [() -> Void] {
        try inputs.sorted { $0.key < $1.key }.map { property, waiting in
            let port = all.first { $0.property == property }?.port
            if let restore = try port?.restoration(ofBuffered: waiting) { return restore }
            throw SnapshotError(
                .inconsistent, "messages wait in the input \(property), which the chart does not have",
                migration: "let the migration remove it from the inputs, or rename it there")
        }
    }
}

private func tree(of message: any Sendable, in property: String) throws -> SnapshotValue {
    try DynamicCoding.tree(of: message, "in the input \(property)")
}

extension InputStorage {
    @usableFromInline var hasWaiting: Bool { bufferedCount > 0 }

    @usableFromInline
    func savedBuffered(in property: String, with mail: MailUnderWay?) throws -> [SnapshotValue] {
        try waiting(in: mail).map { try tree(of: $0, in: property) }
    }

    @usableFromInline
    func restoration(ofBuffered trees: [SnapshotValue]) throws -> (() -> Void)? {
        let messages = try trees.map { try DynamicCoding.event(Message.self, from: $0, "waiting") }
        return { self.putInFront(messages) }
    }
}
