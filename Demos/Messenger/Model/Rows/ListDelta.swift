import Statecharts

/// What happened to a list, as one batch: the edits one after the other, each on what those before have made of it.
struct ListDelta<Row: Sendable>: Delta {
    enum Edit: Sendable {
        case insert([Row], at: Int)
        case remove(Range<Int>)
        case move(from: Int, to: Int)
        case reload(Row, at: Int)
    }

    let edits: [Edit]
    init(_ edits: Edit...) { self.edits = edits }
    init(_ edits: [Edit]) { self.edits = edits }

    func apply(to rows: inout [Row]) {
        for edit in edits {
            switch edit {
            case .insert(let new, let place): rows.insert(contentsOf: new, at: place)
            case .remove(let places): rows.removeSubrange(places)
            case .move(let old, let new): rows.insert(rows.remove(at: old), at: new)
            case .reload(let row, let place): rows[place] = row
            }
        }
    }

    /// The same for a list whose rows are made of those of this one.
    func map<Other: Sendable>(_ transform: (Row) -> Other) -> ListDelta<Other> {
        ListDelta<Other>(
            edits.map { edit in
                switch edit {
                case .insert(let rows, let place): .insert(rows.map(transform), at: place)
                case .remove(let places): .remove(places)
                case .move(let old, let new): .move(from: old, to: new)
                case .reload(let row, let place): .reload(transform(row), at: place)
                }
            })
    }
}

extension ListDelta.Edit: Equatable where Row: Equatable {}
extension ListDelta: Equatable where Row: Equatable {}

extension ListDelta: CustomStringConvertible {
    var description: String { edits.map(\.description).joined(separator: ", ") }
}

extension ListDelta.Edit: CustomStringConvertible {
    var description: String {
        switch self {
        case .insert(let rows, let place): rows.count == 1 ? "insert \(place)" : "insert \(rows.count) at \(place)"
        case .remove(let places): places.count == 1 ? "delete \(places.lowerBound)" : "delete \(places)"
        case .move(let old, let new): "move \(old)→\(new)"
        case .reload(_, let place): "reload \(place)"
        }
    }
}
