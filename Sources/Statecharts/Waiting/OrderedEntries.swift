/// Values by keys, in the order in which they were added. Adding and removing take the same time however many there
/// are.
struct OrderedEntries<Key: Hashable, Value> {
    private var places: [Key: Int] = [:]
    /// With holes where something was removed, of which there are never more than there are values.
    private var entries: [(key: Key, value: Value)?] = []

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    /// In the order of adding.
    var all: [(key: Key, value: Value)] { entries.compactMap { $0 } }

    func forEach(_ body: (Value) -> Void) { for case let entry? in entries { body(entry.value) } }

    subscript(key: Key) -> Value? { places[key].flatMap { entries[$0]?.value } }

    /// A number that grows in the order of adding.
    func place(of key: Key) -> Int? { places[key] }

    /// Adds a value whose key is not there yet.
    mutating func add(_ key: Key, _ value: Value) {
        places[key] = entries.count
        entries.append((key, value))
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        let removed = entries[place]
        entries[place] = nil
        if entries.count > 2 * count + 8 { keep { _ in true } }
        return removed?.value
    }

    /// Removes all others.
    mutating func keep(where isKept: (Value) -> Bool) {
        entries = entries.filter { $0.map { isKept($0.value) } ?? false }
        places = [:]
        for (place, entry) in entries.enumerated() { if let entry { places[entry.key] = place } }
    }
}

extension OrderedEntries: Sendable where Key: Sendable, Value: Sendable {}
