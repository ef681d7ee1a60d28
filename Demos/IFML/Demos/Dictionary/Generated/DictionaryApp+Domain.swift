import IFMLRuntime

/// The class `Word` of the domain.
struct Word: Sendable, Hashable, Codable {
    var word: String
    var definition: String
    var snippet: String
    var isBookmarked: Bool
}
