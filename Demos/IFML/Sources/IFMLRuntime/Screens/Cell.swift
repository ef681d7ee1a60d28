/// A visualization attribute of an object: its name and what is shown.
public struct Cell: Sendable, Hashable, Codable {
    /// The name of the attribute.
    public let name: String
    /// The text of the value; `nil` for none.
    public let text: String?
    /// True if the text is the name or address of a picture.
    public let isImage: Bool

    /// Shows a value.
    public init(_ name: String, _ value: (some FieldValue)?) {
        self.name = name
        text = value?.fieldText
        isImage = false
    }

    /// Shows a picture.
    public init(image name: String, _ address: String?) {
        self.name = name
        text = address
        isImage = true
    }

    /// The text, `-` for none; of a picture `<address>`.
    public var shown: String { isImage ? "<\(text ?? "")>" : text.flatMap { $0.isEmpty ? nil : $0 } ?? "-" }
}
