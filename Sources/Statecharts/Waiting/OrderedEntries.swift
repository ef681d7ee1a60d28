/// Values by keys, in the order in which they were added. Adding and removing take the same time however many there
/// are.
///
/// Inlinable, so that the lists of a state's children are searched by code that knows the type of their keys.
@usableFromInline
struct OrderedEntries<Key: Hashable, Value> {
    @usableFromInline var places: [Key: Int] = [:]
    // With holes where something was removed, of which there are never more than there are values. Two lists, so that
    // no value is looked at where only its place changes.
    @usableFromInline var keys: [Key?] = []
    @usableFromInline var values: [Value?] = []

    @inlinable init() {}

    @inlinable var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    /// In the order of adding.
    var all: [(key: Key, value: Value)] {
        var all: [(key: Key, value: Value)] = []
        all.reserveCapacity(count)
        for place in keys.indices { if let key = keys[place], let value = values[place] { all.append((key, value)) } }
        return all
    }

    func forEach(_ body: (Value) -> Void) { for case let value? in values { body(value) } }

    @inlinable
    subscript(key: Key) -> Value? { places[key].flatMap { values[$0] } }

    /// A number that grows in the order of adding.
    func place(of key: Key) -> Int? { places[key] }

    /// Adds a value whose key is not there yet.
    @inlinable
    mutating func add(_ key: Key, _ value: Value) {
        places[key] = keys.count
        keys.append(key)
        values.append(value)
    }

    @discardableResult
    @inlinable
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        keys[place] = nil
        let removed = values[place].take()
        if keys.count > 2 * count + 8 { closeHoles() }
        return removed
    }

    /// Removes all others.
    mutating func keep(where isKept: (Value) -> Bool) { for (key, value) in all where !isKept(value) { remove(key) } }

    @inlinable
    mutating func closeHoles() {
        var next = 0
        for place in keys.indices {
            guard let key = keys[place] else { continue }
            if next < place { (keys[next], values[next]) = (keys[place].take(), values[place].take()) }
            places[key] = next
            next += 1
        }
        keys.removeLast(keys.count - next)
        values.removeLast(values.count - next)
    }
}

extension OrderedEntries: Sendable where Key: Sendable, Value: Sendable {}
