import Foundation
import Statecharts

extension Snapshot {
    /// The snapshot after a way through JSON.
    func throughJSON() throws -> Snapshot {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try JSONDecoder().decode(Snapshot.self, from: encoder.encode(self))
    }
}
