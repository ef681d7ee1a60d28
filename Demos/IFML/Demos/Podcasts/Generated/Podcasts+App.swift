import IFMLRuntime
import Statecharts

extension Podcasts: Application {
    static let modelName = "podcasts"

    static let inputs = Inputs<Event>(
        events: ["playNow", "play", "download", "close", "details"],
        lists: ["episodeList": { .episodeListOpen(row: $0) }],
        rowEvents: [
            "episodeList.open": { .episodeListOpen(row: $0) },
            "episodeList.playNow": { .episodeListPlayNow(row: $0) },
        ],
        viewEvents: ["episodes.viewDidLoad": .loaded],
        outcomes: ["loadEpisodes": [], "download": [], "shuffle": [], "pauseDownloads": [], "savePosition": []],
        samples: [
            "device appWillResignActive",
            "device battery",
            "device memory",
            "device shake",
            "device motion",
            "context batteryLevel 0.1",
            "context batteryLevel 0.2",
            "context batteryStatus unplugged",
            "context wiFi yes",
            "context wiFi no",
        ])

    var devicePort: InputPort<DeviceEvent>? { device }

    static func event(setting context: PodcastsContext) -> Event? { .context(context) }

    var context: PodcastsContext { data.context }
}
