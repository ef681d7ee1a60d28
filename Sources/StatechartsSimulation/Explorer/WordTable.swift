/// Numbers rows of words from 0 on, equal rows alike: a hash set without an allocation for each element.
struct WordTable {
    private var words: ContiguousArray<Int32> = []
    /// Where each row begins, and the end of the last one.
    private var starts: ContiguousArray<Int> = [0]
    /// Numbers of rows by hash, -1 for none; never more than half full.
    private var slots: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)

    var count: Int { starts.count - 1 }

    subscript(_ number: Int32) -> ArraySlice<Int32> {
        ArraySlice(words[starts[Int(number)]..<starts[Int(number) + 1]])
    }

    /// The number of a row, and whether it is a new one.
    mutating func number(of row: ContiguousArray<Int32>) -> (number: Int32, isNew: Bool) {
        var slot = Self.hash(row) & (slots.count - 1)
        while slots[slot] >= 0 {
            if isEqual(row, slots[slot]) { return (slots[slot], false) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = Int32(count)
        words.append(contentsOf: row)
        starts.append(words.count)
        slots[slot] = number
        if count * 2 > slots.count { grow() }
        return (number, true)
    }

    private func isEqual(_ row: ContiguousArray<Int32>, _ number: Int32) -> Bool {
        let start = starts[Int(number)]
        guard starts[Int(number) + 1] - start == row.count else { return false }
        for position in 0..<row.count where words[start + position] != row[position] { return false }
        return true
    }

    private mutating func grow() {
        slots = ContiguousArray(repeating: -1, count: slots.count * 2)
        var row: ContiguousArray<Int32> = []
        for number in 0..<Int32(count) {
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: words[starts[Int(number)]..<starts[Int(number) + 1]])
            var slot = Self.hash(row) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = number
        }
    }

    /// Mixes like splitmix64; the low bits are used.
    private static func hash(_ row: ContiguousArray<Int32>) -> Int {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        for word in row {
            hash = (hash ^ UInt64(UInt32(bitPattern: word))) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 29
        }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
    }
}
