/// Values by numbers that grow, in the order of the numbers.
///
/// A sorted array instead of a dictionary: what is added or removed one after the other lies side by side in memory,
/// and nothing is hashed. A number smaller than the last one may be added too, which takes longer. An object, because a
/// change of a value in a dictionary of these would allocate.
final class NumberedEntries<Value> {
    // Two arrays, so that a search touches numbers only.
    private var numbers: [UInt64] = []
    /// With holes where something was removed, of which there are never many more than there are values.
    private var slots: [Value?] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// In the order of the numbers.
    var values: [Value] { slots.compactMap(\.self) }
    var all: [(number: UInt64, value: Value)] {
        numbers.indices.compactMap { place in slots[place].map { (numbers[place], $0) } }
    }

    subscript(number: UInt64) -> Value? {
        get {
            let place = firstPlace(from: number)
            return place < numbers.count && numbers[place] == number ? slots[place] : nil
        }
        set {
            if let newValue { put(newValue, at: number) } else { remove(number) }
        }
    }

    private func put(_ value: Value, at number: UInt64) {
        let place = firstPlace(from: number)
        if place < numbers.count, numbers[place] == number {
            if slots[place] == nil { count += 1 }
            slots[place] = value
            return
        }
        numbers.insert(number, at: place)
        slots.insert(value, at: place)
        count += 1
    }

    @discardableResult
    func remove(_ number: UInt64) -> Value? {
        let place = firstPlace(from: number)
        guard place < numbers.count, numbers[place] == number, let removed = slots[place].take() else { return nil }
        count -= 1
        if numbers.count > 2 * count + 8 { closeHoles() }
        return removed
    }

    /// The place of a number, or of the first one that is greater.
    private func firstPlace(from number: UInt64) -> Int {
        guard let last = numbers.last, number <= last else { return numbers.count }
        return numbers.firstPlace { $0 >= number }
    }

    private func closeHoles() {
        var next = 0
        for place in numbers.indices where slots[place] != nil {
            if next < place { (numbers[next], slots[next]) = (numbers[place], slots[place].take()) }
            next += 1
        }
        numbers.removeLast(numbers.count - next)
        slots.removeLast(slots.count - next)
    }
}
