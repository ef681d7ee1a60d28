/// Messages that were sent and of which the other side has not said that they came, by number: their frames, as they
/// are written.
struct Unacknowledged: Sendable {
    /// Each with the place of its export.
    private var frames = PieceQueue<Int>()
    /// The number of the first one.
    private(set) var first: UInt64 = 1

    var count: Int { frames.count }
    var isEmpty: Bool { frames.isEmpty }
    /// The number behind the last one.
    var end: UInt64 { first + UInt64(frames.count) }

    private func place(_ number: UInt64) -> Int { Int(number - first) }

    /// - Parameter writeRest: writes what is behind the number.
    mutating func append(export: Int, _ writeRest: (inout JSONWriter) -> Void) {
        let number = end
        frames.append(export) { MessageFrame.write(number: number, to: &$0, writeRest) }
    }

    mutating func removeLast() { frames.removeLast() }

    /// The frames of messages from this one on: as many as come to so many bytes, at least one. Answers the number
    /// behind them.
    func write(from number: UInt64, atMost limit: Int, to output: inout [UInt8]) -> UInt64 {
        let first = place(number)
        var last = first
        while last < frames.count, frames.byteCount(first..<last) < limit { last += 1 }
        output += frames.bytes(first..<last)
        return number + UInt64(last - first)
    }

    /// Forgets all up to this number, which is to be below `end`, and names the export of each.
    mutating func remove(upTo number: UInt64, _ forget: (_ export: Int) -> Void) {
        guard number >= first else { return }
        for place in 0...place(number) { forget(frames[place]) }
        frames.removeFirst(place(number) + 1)
        first = number + 1
    }

    /// Takes all of them away, to be sent anew: what is behind their numbers, with the places of their exports.
    mutating func takeAll() -> [(export: Int, rest: ArraySlice<UInt8>)] {
        defer { frames.removeAll() }
        return (0..<frames.count).map { place in
            let frame = frames.bytes(place..<place + 1)
            return (frames[place], MessageFrame.rest(ofNumber: first + UInt64(place), in: frame))
        }
    }
}
