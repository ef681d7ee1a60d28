import IFMLRuntime

/// The enumeration `Priority` of the domain.
enum Priority: String, FieldLiteral {
    case low
    case normal
    case high
}

/// The class `Message` of the domain.
struct Message: Sendable, Hashable, Codable {
    var subject: String
    var sender: String
    var body: String
    var isDraft: Bool
}
