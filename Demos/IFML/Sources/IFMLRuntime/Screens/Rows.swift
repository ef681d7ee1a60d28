/// What a list holds: its rows, and which of them is selected.
public struct Rows<Row: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The rows. New ones keep the selection if the selected row is among them.
    public var rows: [Row] = [] {
        didSet {
            guard let selected, rows != oldValue else { return }
            let row = oldValue[selected]
            self.selected =
                rows.indices.contains(selected) && rows[selected] == row ? selected : rows.firstIndex(of: row)
        }
    }
    /// The number of the selected row, from 0.
    public private(set) var selected: Int?

    /// Makes a list without rows.
    public init() {}

    /// The selected row.
    public var selection: Row? { selected.map { rows[$0] } }

    /// The row of this number, from 0; `nil` if there is none.
    public func row(_ number: Int) -> Row? { rows.indices.contains(number) ? rows[number] : nil }

    /// Selects a row; one that is not there changes nothing.
    public mutating func select(_ number: Int) {
        if rows.indices.contains(number) { selected = number }
    }
}
