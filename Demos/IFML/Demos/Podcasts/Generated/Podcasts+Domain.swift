import IFMLRuntime

/// The class `Episode` of the domain.
struct Episode: Sendable, Hashable, Codable {
    var cover: String
    var title: String
    var minutes: Int
    var isDownloaded: Bool
}
