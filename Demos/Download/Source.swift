/// What can be had of an item.
enum Piece: Sendable {
    case description, content
}

/// Where items come from.
protocol Source: Sendable {
    /// Brings what is still missing of a piece.
    ///
    /// - Parameters:
    ///   - progress: how much is there already, from 0 to 1.
    ///   - report: told how much is there now, whenever more has arrived.
    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Double) -> Void) async throws
}

/// A delivery that has come to nothing.
struct ConnectionLost: Error, CustomStringConvertible {
    var description: String { "connection lost" }
}
