/// When something is due: the deadline since the clock's beginning, and for equal deadlines the order of arming.
@usableFromInline
package struct TimerKey: Sendable, Hashable, Comparable {
    package let deadline: Duration
    package let sequence: UInt64

    package init(deadline: Duration, sequence: UInt64) {
        self.deadline = deadline
        self.sequence = sequence
    }

    @usableFromInline package static func < (a: TimerKey, b: TimerKey) -> Bool {
        a.deadline == b.deadline ? a.sequence < b.sequence : a.deadline < b.deadline
    }
}

/// A binary heap of small numbers by their keys, from which any number can be taken out: all in O(log n).
package struct IndexedHeap {
    private var entries: [(key: TimerKey, number: Int32)] = []
    /// Where each number is in the heap, -1 if it is not.
    private var places: [Int32] = []

    package init() {}

    package var count: Int { entries.count }
    package var first: (key: TimerKey, number: Int32)? { entries.first }

    package func key(of number: Int32) -> TimerKey? {
        guard Int(number) < places.count, places[Int(number)] >= 0 else { return nil }
        return entries[Int(places[Int(number)])].key
    }

    /// Puts a number in, or moves it to where its new key belongs.
    package mutating func set(_ number: Int32, to key: TimerKey) {
        while places.count <= Int(number) { places.append(-1) }
        let place = places[Int(number)]
        if place < 0 {
            entries.append((key, number))
            rise(entries.count - 1)
        } else {
            let previous = entries[Int(place)].key
            entries[Int(place)].key = key
            if key < previous { rise(Int(place)) } else { sink(Int(place)) }
        }
    }

    /// Takes a number out; nothing happens if it is not in.
    package mutating func remove(_ number: Int32) {
        guard Int(number) < places.count, places[Int(number)] >= 0 else { return }
        let place = Int(places[Int(number)])
        places[Int(number)] = -1
        let last = entries.removeLast()
        guard place < entries.count else { return }
        let previous = entries[place].key
        entries[place] = last
        if last.key < previous { rise(place) } else { sink(place) }
    }

    package mutating func removeAll() {
        entries = []
        places = []
    }

    /// The numbers in the order of their keys.
    package var sorted: [Int32] { entries.sorted { $0.key < $1.key }.map(\.number) }

    private mutating func rise(_ start: Int) {
        var place = start
        let entry = entries[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry.key < entries[parent].key else { break }
            entries[place] = entries[parent]
            places[Int(entries[place].number)] = Int32(place)
            place = parent
        }
        entries[place] = entry
        places[Int(entry.number)] = Int32(place)
    }

    private mutating func sink(_ start: Int) {
        var place = start
        let entry = entries[place]
        while true {
            var child = 2 * place + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].key < entries[child].key { child += 1 }
            guard entries[child].key < entry.key else { break }
            entries[place] = entries[child]
            places[Int(entries[place].number)] = Int32(place)
            place = child
        }
        entries[place] = entry
        places[Int(entry.number)] = Int32(place)
    }

    /// For tests: every parent is due before its children, and every number is where it is said to be.
    package var invariantsHold: Bool {
        entries.indices.allSatisfy { place in
            (place == 0 || !(entries[place].key < entries[(place - 1) / 2].key))
                && places[Int(entries[place].number)] == Int32(place)
        }
    }
}
