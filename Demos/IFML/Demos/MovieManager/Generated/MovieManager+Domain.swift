import IFMLRuntime

/// The class `Movie` of the domain.
struct Movie: Sendable, Hashable, Codable {
    var title: String
    var year: Int
}
