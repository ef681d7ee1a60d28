import IFMLRuntime

/// The enumeration `Board` of the domain.
enum Board: String, FieldLiteral {
    case none
    case breakfast
    case full
}

/// The class `Hotel` of the domain.
struct Hotel: Sendable, Hashable, Codable {
    var picture: String
    var name: String
    var price: Int
}

/// The class `Booking` of the domain.
struct Booking: Sendable, Hashable, Codable {
    var guests: Int
    var total: Double
}
