/// Cuts a stream of bytes into frames: four bytes of length, the most significant first, and so many bytes.
///
/// Whatever comes, it keeps no more than one frame and one piece of bytes.
struct FrameReader {
    private let limit: Int
    private var pending: [UInt8] = []
    /// How many bytes were read before `pending`.
    private var offset: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// Calls `body` with the bytes and the place of each frame that is complete, without its length.
    /// - Throws: ``BridgeError`` if a length is not allowed, and what `body` throws; then nothing more can be read.
    mutating func read(_ piece: [UInt8], _ body: ([UInt8], Range<Int>) throws -> Void) throws {
        let bytes: [UInt8]
        if pending.isEmpty {
            bytes = piece
        } else {
            pending += piece
            bytes = pending
            pending = []
        }
        var position = 0
        while bytes.count - position >= 4 {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
            let place = offset + UInt64(position)
            guard length > 0 else {
                throw BridgeError(.malformed, "a frame without bytes at byte \(place) of the stream")
            }
            guard length <= limit else {
                throw BridgeError(
                    .tooLong,
                    "a frame of \(length) bytes was announced at byte \(place) of the stream, and at most \(limit) are allowed; "
                        + "send less, or allow more (BridgeLimits.frameLength)")
            }
            guard bytes.count - position - 4 >= length else { break }
            try body(bytes, (position + 4)..<(position + 4 + length))
            position += 4 + length
        }
        offset += UInt64(position)
        if position < bytes.count { pending = position == 0 ? bytes : Array(bytes[position...]) }
    }
}
