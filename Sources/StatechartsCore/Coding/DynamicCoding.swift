/// Coding of values whose types need not be `Codable`: only who takes snapshots has to have such events.
package enum DynamicCoding {
    /// The value as a tree; `nil` if its type is not `Codable`.
    package static func tree<Value>(of value: Value) throws -> SnapshotValue? {
        func encode<Coded: Codable>(_ type: Coded.Type) throws -> SnapshotValue? {
            guard let value = value as? Coded else { return nil }
            return try SnapshotValue(encoding: value)
        }
        guard let type = Value.self as? any Codable.Type else { return nil }
        return try encode(type)
    }

    /// The value that a tree describes; `nil` if its type is not `Codable`.
    package static func value<Value>(_ type: Value.Type, from tree: SnapshotValue) throws -> Value? {
        func decode<Coded: Codable>(_ type: Coded.Type) throws -> Value? { try tree.decode(type) as? Value }
        guard let type = Value.self as? any Codable.Type else { return nil }
        return try decode(type)
    }

    /// An event as a tree.
    package static func eventTree<Event>(_ event: Event, _ place: String) throws -> SnapshotValue {
        do {
            if let tree = try tree(of: event) { return tree }
        } catch {
            throw SnapshotError(
                .notCodable,
                "the \(place) event \(ValueText.of(event).clipped()) could not be encoded: \(words(error))",
                fix: fix(error), underlying: error)
        }
        throw SnapshotError(
            .notCodable, "the \(place) event \(ValueText.of(event).clipped()) is not Codable",
            fix: "make \(TypeText.of(Event.self)) Codable, or take the snapshot when nothing waits")
    }

    /// What to do about something that could not be encoded.
    package static func fix(_ error: any Error) -> String {
        switch error {
        case let error as SnapshotError: error.fix
        case is SecretError:
            "take the snapshot when nothing with a secret waits, or let its own encode(to:) say how it is kept"
        default: "correct its encode(to:)"
        }
    }

    /// What a coder's error says, as a part of another one.
    package static func words(_ error: any Error) -> String {
        ((error as? SnapshotError)?.message ?? "\(error)").clipped()
    }

    /// An event from a tree.
    package static func event<Event>(_ type: Event.Type, from tree: SnapshotValue, _ place: String) throws -> Event {
        do {
            if let event = try value(type, from: tree) { return event }
        } catch {
            throw SnapshotError(
                .undecodable,
                "a \(place) event does not fit \(TypeText.of(Event.self)): \(tree.outline), \(words(error))",
                migration: "migrate the snapshot", underlying: error)
        }
        throw SnapshotError(
            .notCodable, "a \(place) event cannot be restored, \(TypeText.of(Event.self)) is not Codable",
            fix: "make it Codable")
    }
}

/// What a snapshot needs of the events of a chart, whatever their type.
package protocol SnapshotEvents {
    /// The events raised and not yet taken, in order.
    func raisedTrees() throws -> [SnapshotValue]
    func deferredTree(number: Int) throws -> SnapshotValue?
    /// An event of a timer or an activity.
    func event(_ tree: SnapshotValue, _ place: String) throws -> any Sendable
    /// Checks a saved event and answers with what raises it.
    func raising(_ tree: SnapshotValue) throws -> () -> Void
    /// Checks a saved event and answers with what defers it under the number.
    func deferring(_ tree: SnapshotValue, number: Int) throws -> () -> Void
}

extension TypedEventStore: SnapshotEvents {
    package func raisedTrees() throws -> [SnapshotValue] {
        try raised.events.map { try DynamicCoding.eventTree($0, "raised") }
    }

    package func deferredTree(number: Int) throws -> SnapshotValue? {
        try kept[number: number].map { try DynamicCoding.eventTree($0, "deferred") }
    }

    package func event(_ tree: SnapshotValue, _ place: String) throws -> any Sendable {
        try DynamicCoding.event(Event.self, from: tree, place)
    }

    package func raising(_ tree: SnapshotValue) throws -> () -> Void {
        let event = try DynamicCoding.event(Event.self, from: tree, "raised")
        return { self.raise(event) }
    }

    package func deferring(_ tree: SnapshotValue, number: Int) throws -> () -> Void {
        let event = try DynamicCoding.event(Event.self, from: tree, "deferred")
        return { self.kept.append(event, number: number) }
    }
}
