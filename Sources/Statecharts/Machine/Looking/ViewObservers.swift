/// Those who look at a machine after each step, in the order in which they have begun. A value; to add and to remove
/// one costs the same however many there are.
struct ViewObservers<Look: AnyObject> {
    /// Empty where one was removed.
    private var slots: [Look?] = []
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }
    /// How much is kept, for tests.
    var size: Int { slots.count }

    /// Answers whether it was not there.
    mutating func add(_ look: Look) -> Bool {
        guard places[ObjectIdentifier(look)] == nil else { return false }
        places[ObjectIdentifier(look)] = slots.count
        slots.append(look)
        return true
    }

    mutating func remove(_ look: Look) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(look)) else { return }
        slots[place] = nil
        if slots.count > 32, places.count * 2 < slots.count { keep { _ in true } }
    }

    /// Removes all others.
    mutating func keep(where isKept: (Look) -> Bool) {
        slots = slots.filter { $0.map(isKept) ?? false }
        places = [:]
        for place in slots.indices { if let look = slots[place] { places[ObjectIdentifier(look)] = place } }
    }

    func forEach(_ body: (Look) -> Void) { for case let look? in slots { body(look) } }
}
