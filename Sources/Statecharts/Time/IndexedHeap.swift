/// A heap of small numbers by their keys, from which any number can be taken out: all in O(log n).
///
/// Each entry has up to four below it, which lie in one cache line: half the levels of a binary heap, and about half
/// the misses. An entry holds a rank that decides nearly every comparison; the whole key, which is longer, is looked at
/// for equal ranks only.
package final class IndexedHeap {
    private struct Entry: BitwiseCopyable {
        var rank: Int64
        var number: Int32
    }

    private struct Contents {
        var entries = GrowingArray<Entry>(lead: 3)
        var count: Int32 = 0
        /// Where each number is in the heap, -1 if it is not.
        var places = GrowingArray<Int32>()
        var keys = GrowingArray<TimerKey>()
    }

    private let contents = FlatCell(Contents())

    package init() {}

    deinit {
        removeAll()
        contents.free()
    }

    package var count: Int { Int(contents.value.count) }

    /// The number that is due first, -1 if there is none.
    @inline(__always) var firstNumber: Int32 {
        contents.value.count == 0 ? -1 : contents.value.entries[0].number
    }

    package var first: (key: TimerKey, number: Int32)? {
        let number = firstNumber
        return number < 0 ? nil : (contents.value.keys[number], number)
    }

    /// The key of a number that is in.
    @inline(__always) subscript(_ number: Int32) -> TimerKey { contents.value.keys[number] }

    package func key(of number: Int32) -> TimerKey? { contains(number) ? contents.value.keys[number] : nil }

    @inline(__always) private func contains(_ number: Int32) -> Bool {
        number >= 0 && number < contents.value.places.capacity && contents.value.places[number] >= 0
    }

    /// Puts a number in, or moves it to where its new key belongs.
    package func set(_ number: Int32, to key: TimerKey) {
        if contains(number) {
            let place = contents.value.places[number]
            let previous = contents.value.entries[place]
            let isEarlier = key < contents.value.keys[number]
            contents.value.keys[number] = key
            let entry = Entry(rank: key.rank, number: previous.number)
            if isEarlier { rise(place, entry) } else { sink(place, entry) }
        } else {
            if number >= contents.value.places.capacity { growNumbers(number + 1) }
            if contents.value.count == contents.value.entries.capacity { growEntries() }
            contents.value.keys[number] = key
            contents.value.count += 1
            rise(contents.value.count - 1, Entry(rank: key.rank, number: number))
        }
    }

    /// Takes a number out; nothing happens if it is not in.
    package func remove(_ number: Int32) {
        guard contains(number) else { return }
        let place = contents.value.places[number]
        contents.value.places[number] = -1
        contents.value.count -= 1
        let last = contents.value.entries[contents.value.count]
        guard place < contents.value.count else { return }
        if precedes(last, contents.value.entries[place]) { rise(place, last) } else { sink(place, last) }
    }

    /// Takes everything out and gives the memory back.
    package func removeAll() {
        contents.value.entries.free()
        contents.value.places.free()
        contents.value.keys.free()
        contents.value.count = 0
    }

    /// The numbers in the order of their keys.
    package var sorted: [Int32] {
        (0..<contents.value.count).map { contents.value.entries[$0].number }.sorted { self[$0] < self[$1] }
    }

    @inline(__always)
    private func precedes(_ a: Entry, _ b: Entry) -> Bool {
        a.rank < b.rank || (a.rank == b.rank && contents.value.keys[a.number] < contents.value.keys[b.number])
    }

    private func rise(_ start: Int32, _ entry: Entry) {
        // Copies of where the rows lie: stores cannot change those.
        let (entries, places) = (contents.value.entries, contents.value.places)
        var place = start
        while place > 0 {
            let parent = (place - 1) >> 2
            let above = entries[parent]
            guard precedes(entry, above) else { break }
            entries[place] = above
            places[above.number] = place
            place = parent
        }
        entries[place] = entry
        places[entry.number] = place
    }

    private func sink(_ start: Int32, _ entry: Entry) {
        let (entries, places) = (contents.value.entries, contents.value.places)
        let count = contents.value.count
        var place = start
        while true {
            var least = 4 &* place &+ 1
            guard least < count else { break }
            let end = min(count, least &+ 4)
            var below = entries[least]
            var child = least &+ 1
            while child < end {
                let next = entries[child]
                if precedes(next, below) {
                    least = child
                    below = next
                }
                child &+= 1
            }
            guard precedes(below, entry) else { break }
            entries[place] = below
            places[below.number] = place
            place = least
        }
        entries[place] = entry
        places[entry.number] = place
    }

    @inline(never)
    private func growNumbers(_ count: Int32) {
        contents.value.places.grow(to: count, filling: -1)
        contents.value.keys.grow(to: count, filling: TimerKey(deadline: .zero, sequence: 0))
    }

    @inline(never)
    private func growEntries() {
        contents.value.entries.grow(to: contents.value.count + 1, filling: Entry(rank: 0, number: -1))
    }

    /// For tests: every parent is due before its children, and every number is where it is said to be.
    package var invariantsHold: Bool {
        (0..<contents.value.count).allSatisfy { place in
            let entry = contents.value.entries[place]
            return (place == 0 || !precedes(entry, contents.value.entries[(place - 1) / 4]))
                && contents.value.places[entry.number] == place && entry.rank == self[entry.number].rank
        }
    }
}
