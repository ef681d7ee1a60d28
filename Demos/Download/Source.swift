/// What can be had of an item.
enum Piece: Sendable {
    /// What the item is, in words and as a small picture.
    case description
    case content
}

/// Something that is known of an item.
enum Fact: Sendable, Equatable {
    case description(String)
    /// A small picture of characters, row by row.
    case thumbnail([String])
    /// The content, which is a picture too.
    case picture([String])
}

/// Where items come from.
protocol Source: Sendable {
    /// Brings what is still missing of a piece.
    ///
    /// - Parameters:
    ///   - progress: how much is there already, from 0 to 1.
    ///   - report: told how much is there now, whenever more has arrived, and what is known as soon as it can be read:
    ///     ``Item/Event/arrived(_:)`` and ``Item/Event/learned(_:)``.
    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void) async throws
}

/// A delivery that has come to nothing.
struct ConnectionLost: Error, CustomStringConvertible {
    var description: String { "connection lost" }
}
