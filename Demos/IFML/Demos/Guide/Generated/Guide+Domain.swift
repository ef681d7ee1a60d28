import IFMLRuntime

/// The class `Exhibit` of the domain.
struct Exhibit: Sendable, Hashable, Codable {
    var title: String
    var latitude: Double
    var longitude: Double
    var room: String
}
