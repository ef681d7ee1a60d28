import IFMLRuntime
import Statecharts

/// The application `podcasts`.
final class Podcasts: TopState<Podcasts.Event> {
    enum Event: Sendable, Hashable, Codable {
        case episodeListOpen(row: Int)
        case episodeListPlayNow(row: Int)
        case episodePlay
        case episodeDownload
        case playingClose
        case playingDetails
        case loaded
        case loadEpisodesEnded([Episode])
        case downloadEnded([Episode])
        case shuffleEnded([Episode])
        case pauseDownloadsEnded
        case savePositionEnded
        case showPlayer
        case back
        case device(DeviceEvent)
        case sensed(DeviceEvent.Kind)
        case context(PodcastsContext)
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case episodes
        case episode
        case player
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var context = PodcastsContext()
        var episodeList = Rows<Episode>()
        var episode: Episode?
        var playing: Episode?
        var download: Download?
        var savePosition: SavePosition?
    }

    /// The arguments of the action `download`.
    struct Download: Sendable, Hashable, Codable {
        var episode: Episode
    }

    /// The arguments of the action `savePosition`.
    struct SavePosition: Sendable, Hashable, Codable {
        var episode: Episode
    }

    let actions: any PodcastsActions
    let device = InputPort<DeviceEvent>("device")
    var data = Data()

    let content = Content()
    let player = Player()

    init(actions: any PodcastsActions) { self.actions = actions }

    override func configure() {
        receive(device) { .device($0) }
        regions(content, player)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .sensed(.application(.appWillResignActive)):
            guard player.shown.isActive, let object = data.playing else { return .unhandled }
            return .handled { savePosition(episode: object) }
        case .sensed(.battery):
            guard (data.context.batteryLevel.map { $0 < 0.2 } ?? false) && data.context.batteryStatus == .unplugged
            else { return .unhandled }
            return .handled { pauseDownloads() }
        case .sensed(.memory): return .handled { pauseDownloads() }
        case .sensed(.shake): return .handled { shuffle() }
        case .sensed(let kind) where kind.isMotion:
            guard player.shown.isActive, let object = data.playing else { return .unhandled }
            return .handled { savePosition(episode: object) }
        case .device(let reading):
            return .handled {
                data.context.take(reading)
                raise(.sensed(reading.kind))
            }
        case .loadEpisodesEnded(let episodes): return .handled { data.episodeList.rows = episodes }
        case .downloadEnded(let episodes): return .handled { data.episodeList.rows = episodes }
        case .shuffleEnded(let episodes): return .handled { data.episodeList.rows = episodes }
        case .pauseDownloadsEnded: return .handled
        case .savePositionEnded: return .handled
        case .context(let context): return .handled { data.context = context }
        default: return .unhandled
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        error is StepError ? .unhandled : .handled { data.navigation.message = "\(error)" }
    }

    /// The container that is shown, beside modal ones.
    var present: Place? {
        if content.episodes.isActive { return .episodes }
        if content.episode.isActive { return .episode }
        return nil
    }

    /// True if no modal window is shown.
    var isOnTop: Bool { data.navigation.isOnTop() }

    func place(_ place: Place?) -> Vertex<Podcasts> {
        switch place {
        case .episodes, nil: content.episodes
        case .episode: content.episode
        case .player: player
        }
    }

    /// Performs the action `loadEpisodes` in the background.
    func loadEpisodes() {
        run("loadEpisodes", { [actions] in try await actions.loadEpisodes() }, done: { .loadEpisodesEnded($0) })
    }

    /// Performs the action `download` in the background.
    func download(episode: Episode) {
        run("download", { [actions] in try await actions.download(episode: episode) }, done: { .downloadEnded($0) })
    }

    /// Performs the action `shuffle` in the background.
    func shuffle() {
        run("shuffle", { [actions] in try await actions.shuffle() }, done: { .shuffleEnded($0) })
    }

    /// Performs the action `pauseDownloads` in the background.
    func pauseDownloads() {
        run("pauseDownloads", { [actions] in try await actions.pauseDownloads() }, done: { .pauseDownloadsEnded })
    }

    /// Performs the action `savePosition` in the background.
    func savePosition(episode: Episode) {
        run(
            "savePosition", { [actions] in try await actions.savePosition(episode: episode) },
            done: { .savePositionEnded })
    }
}

/// The context of the application.
struct PodcastsContext: ContextVariables {
    var batteryLevel: Double?
    var batteryStatus: BatteryStatus = .unknown
    var wiFi: Bool = false

    static let variables: [ContextVariable<PodcastsContext>] = [
        ContextVariable("batteryLevel", \.batteryLevel),
        ContextVariable("batteryStatus", \.batteryStatus),
        ContextVariable("wiFi", \.wiFi),
    ]
}
