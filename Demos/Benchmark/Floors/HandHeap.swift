/// A binary heap of deadlines that can take one back: what a programmer writes who needs many timers.
struct HandHeap {
    private struct Entry {
        let deadline: Int64
        let slot: Int32
    }

    private var entries: [Entry] = []
    /// Where the entry of a slot is in the heap.
    private var places: [Int32] = []
    private var free: [Int32] = []

    var count: Int { entries.count }

    mutating func push(_ deadline: Int64) -> Int32 {
        let slot: Int32
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = Int32(places.count)
            places.append(-1)
        }
        entries.append(Entry(deadline: deadline, slot: slot))
        siftUp(entries.count - 1)
        return slot
    }

    mutating func remove(_ slot: Int32) -> Bool {
        let place = Int(places[Int(slot)])
        guard place >= 0 else { return false }
        removeEntry(at: place)
        return true
    }

    mutating func popFirst() -> Int64? {
        guard let first = entries.first else { return nil }
        removeEntry(at: 0)
        return first.deadline
    }

    private mutating func removeEntry(at place: Int) {
        let slot = entries[place].slot
        places[Int(slot)] = -1
        free.append(slot)
        let last = entries.removeLast()
        guard place < entries.count else { return }
        entries[place] = last
        siftDown(place)
        siftUp(Int(places[Int(last.slot)]))
    }

    private mutating func siftUp(_ start: Int) {
        var place = start
        let moving = entries[place]
        while place > 0 {
            let above = (place - 1) / 2
            guard moving.deadline < entries[above].deadline else { break }
            entries[place] = entries[above]
            places[Int(entries[place].slot)] = Int32(place)
            place = above
        }
        entries[place] = moving
        places[Int(moving.slot)] = Int32(place)
    }

    private mutating func siftDown(_ start: Int) {
        var place = start
        let moving = entries[place]
        while true {
            var below = 2 * place + 1
            guard below < entries.count else { break }
            if below + 1 < entries.count, entries[below + 1].deadline < entries[below].deadline { below += 1 }
            guard entries[below].deadline < moving.deadline else { break }
            entries[place] = entries[below]
            places[Int(entries[place].slot)] = Int32(place)
            place = below
        }
        entries[place] = moving
        places[Int(moving.slot)] = Int32(place)
    }
}
