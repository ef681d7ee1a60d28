/// Pieces of bytes, first in, first out, one behind the other in one array, each with a tag.
struct PieceQueue<Tag: Sendable>: Sendable {
    private struct Piece: Sendable {
        let tag: Tag
        /// Where its bytes end, counted from the first byte ever.
        let end: Int
    }

    private var pieces: [Piece] = []
    /// The place of the first piece; those before it have been removed.
    private var head = 0
    private var bytes: [UInt8] = []
    /// How many bytes there were before the first of `bytes`, and before those of the first piece.
    private var dropped = 0
    private var start = 0

    var count: Int { pieces.count - head }
    var isEmpty: Bool { count == 0 }

    /// The tag of a piece.
    subscript(place: Int) -> Tag { pieces[head + place].tag }

    mutating func append(_ tag: Tag, _ write: (inout [UInt8]) -> Void) {
        write(&bytes)
        pieces.append(Piece(tag: tag, end: dropped + bytes.count))
    }

    mutating func removeLast() {
        let count = byteCount(self.count - 1..<self.count)
        pieces.removeLast()
        bytes.removeLast(count)
    }

    private func beginning(_ place: Int) -> Int { place == 0 ? start : pieces[head + place - 1].end }

    func byteCount(_ places: Range<Int>) -> Int { beginning(places.upperBound) - beginning(places.lowerBound) }

    func bytes(_ places: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(beginning(places.lowerBound) - dropped)..<(beginning(places.upperBound) - dropped)]
    }

    mutating func removeFirst(_ count: Int = 1) {
        start = beginning(count)
        head += count
        if head == pieces.count { return removeAll() }
        // What is moved is no more than what has gone since it was moved last.
        if head >= 64, head * 2 >= pieces.count {
            pieces.removeFirst(head)
            head = 0
        }
        if start - dropped >= 1 << 14, (start - dropped) * 2 >= bytes.count {
            bytes.removeFirst(start - dropped)
            dropped = start
        }
    }

    /// Forgets all pieces, and gives much memory back.
    mutating func removeAll() {
        start = dropped + bytes.count
        dropped = start
        pieces.removeAll(keepingCapacity: pieces.capacity <= 1 << 12)
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
        head = 0
    }
}
