import Foundation

/// The lines of a text or a file, one after the other: of a file no more is in memory than one line and a piece behind
/// it, however long it is.
struct ByteLines {
    private static let pieceLength = 1 << 20

    private let handle: FileHandle?
    /// What was read and not answered, and how much of it is known to have no line end.
    private var pending: Data
    private var searched = 0

    init(_ data: Data) { (handle, pending) = (nil, data) }

    /// - Throws: what the system says if the file cannot be opened.
    init(contentsOf file: URL) throws { (handle, pending) = (try FileHandle(forReadingFrom: file), Data()) }

    /// The next line without its end, and whether it has one; of one that is longer than the limit the beginning.
    /// - Throws: what the system says if the file cannot be read.
    mutating func next(longest limit: Int) throws -> (bytes: Data, hasEnd: Bool)? {
        while true {
            if let end = pending.dropFirst(searched).firstIndex(of: 0x0A) {
                defer { (pending, searched) = (pending[(end + 1)...], 0) }
                return (pending[..<end], true)
            }
            searched = pending.count
            guard searched <= limit, let piece = try nextPiece() else { break }
            pending = Data(pending) + piece
        }
        defer { (pending, searched) = (Data(), 0) }
        return pending.isEmpty ? nil : (pending, false)
    }

    /// Twice as much as there is already, so that long lines are not copied over and over.
    private func nextPiece() throws -> Data? {
        let piece = try handle?.read(upToCount: max(Self.pieceLength, pending.count))
        return piece?.isEmpty ?? true ? nil : piece
    }
}
