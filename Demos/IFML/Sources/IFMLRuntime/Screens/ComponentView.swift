/// A component of a screen, as a value that is drawn.
public protocol ComponentView: Sendable, Hashable, Codable {
    /// The name in the model.
    var name: String { get }
    /// The lines that show it, without indentation.
    var lines: [String] { get }
    /// The lines with their indentation of two columns, in which a mark may stand.
    var indentedLines: [String] { get }
}

extension ComponentView {
    /// The lines, indented by two blanks.
    public var indentedLines: [String] { lines.map { "  \($0)" } }
}

/// A list: rows of which one may be selected.
public struct ListView<Row: Sendable & Hashable & Codable>: ComponentView, ListShowing {
    /// How the rows are drawn.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// With numbers.
        case list
        /// As places of a map, with numbers.
        case annotations
        /// As shapes of a map, which nobody selects.
        case overlays
    }

    /// The name in the model.
    public let name: String
    /// How the rows are drawn.
    public let kind: Kind
    /// The objects.
    public let rows: [Row]
    /// The visualization attributes of each row.
    public let cells: [[Cell]]
    /// The number of the selected row, from 0.
    public let selected: Int?
    /// True if a row can be selected now.
    public let isEnabled: Bool

    /// Makes a list.
    /// - Parameters:
    ///   - name: the name in the model.
    ///   - rows: what it holds.
    ///   - kind: how the rows are drawn.
    ///   - isEnabled: whether a row can be selected now.
    ///   - cells: the visualization attributes of a row.
    public init(
        _ name: String, _ rows: Rows<Row>, as kind: Kind = .list, if isEnabled: Bool = true, _ cells: (Row) -> [Cell]
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.kind = kind
        self.rows = rows.rows
        self.cells = rows.rows.map(cells)
        selected = rows.selected
    }

    var count: Int { rows.count }

    /// `1. Alien | 1979`, or `(empty)`.
    public var lines: [String] {
        rows.isEmpty ? ["(empty)"] : cells.enumerated().map { number, cells in line(number + 1, cells) }
    }

    /// The lines, with `*` before the selected row.
    public var indentedLines: [String] {
        lines.enumerated().map { ($0 == selected ? "* " : "  ") + $1 }
    }

    private func line(_ number: Int, _ cells: [Cell]) -> String {
        var shown = cells.map(\.shown)
        if kind != .list, let latitude = cells.first(where: { $0.name == "latitude" }),
            let longitude = cells.first(where: { $0.name == "longitude" })
        {
            let others = cells.filter { $0 != latitude && $0 != longitude }
            shown = ["@\(latitude.shown),\(longitude.shown)"] + others.map(\.shown)
        }
        return (kind == .overlays ? "~ " : "\(number). ") + shown.joined(separator: " | ")
    }
}

/// The details of one object.
public struct DetailsView<Object: Sendable & Hashable & Codable>: ComponentView {
    /// The name in the model.
    public let name: String
    /// The object; `nil` while there is none.
    public let object: Object?
    /// Its visualization attributes.
    public let cells: [Cell]

    /// Makes details.
    public init(_ name: String, _ object: Object?, _ cells: (Object) -> [Cell]) {
        self.name = name
        self.object = object
        self.cells = object.map(cells) ?? []
    }

    /// `title: Brazil` for each attribute, or `(nothing)`.
    public var lines: [String] { object == nil ? ["(nothing)"] : cells.map { "\($0.name): \($0.shown)" } }
}

/// A form with its fields.
public struct FormView<Fields: FormFields>: ComponentView, FormShowing {
    /// The name in the model.
    public let name: String
    /// The fields as they are.
    public let fields: Fields
    /// True if the fields can be filled now.
    public let isEnabled: Bool

    /// Makes a form.
    public init(_ name: String, _ fields: Fields, if isEnabled: Bool = true) {
        self.name = name
        self.fields = fields
        self.isEnabled = isEnabled
    }

    /// The lines of the fields.
    public var lines: [String] { fields.lines }

    var allFields: [(name: String, field: any FormField)] { fields.fields }
}

/// A form, whatever its fields.
protocol FormShowing: ComponentView {
    var isEnabled: Bool { get }
    var allFields: [(name: String, field: any FormField)] { get }
}

/// A list, whatever its rows.
protocol ListShowing: ComponentView {
    var count: Int { get }
    var selected: Int? { get }
    var isEnabled: Bool { get }
}

/// A component that is shown by texts: a plain one, a page of the web, an advertisement, a drawing.
public struct TextView: ComponentView {
    /// The name in the model.
    public let name: String
    /// The lines.
    public let lines: [String]

    /// Makes a component of texts.
    public init(_ name: String, _ lines: String...) {
        self.name = name
        self.lines = lines
    }

    /// A page of the web: `web: ` and its address.
    public static func web(_ name: String, _ address: String?) -> TextView { TextView(name, "web: \(address ?? "-")") }
    /// An advertisement: `ad`.
    public static func advertisement(_ name: String) -> TextView { TextView(name, "ad") }
    /// A drawing of its own: `drawing`.
    public static func drawing(_ name: String) -> TextView { TextView(name, "drawing") }
}
