import IFMLRuntime
import Statecharts

/// What `episodes` shows.
struct EpisodesScreen: ContainerScreen {
    var episodeList: ListView<Episode>
    var components: [(any ComponentView)?] { [episodeList] }
}

/// What `episode` shows.
struct EpisodeScreenScreen: ContainerScreen {
    var episode: DetailsView<Episode>
    var components: [(any ComponentView)?] { [episode] }
}

/// What `player` shows.
struct PlayerScreen: ContainerScreen {
    var playing: DetailsView<Episode>
    var components: [(any ComponentView)?] { [playing] }
}

/// What the application shows: the containers that are active.
struct PodcastsScreen: ApplicationScreen {
    var episodes: EpisodesScreen?
    var episode: EpisodeScreenScreen?
    var player: PlayerScreen?
    var frame = ScreenFrame<Podcasts.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("episodes", episodes),
            ContainerView("episode", episode),
            ContainerView("player", player, isModal: true),
        ].compactMap(\.self)
    }
}

extension Podcasts {
    /// The present screen.
    var screen: PodcastsScreen {
        var screen = PodcastsScreen()
        if content.episodes.isActive {
            let isOpen = isOnTop
            screen.episodes = EpisodesScreen(
                episodeList: ListView("episodeList", data.episodeList, if: isOpen) {
                    [
                        Cell(image: "cover", $0.cover),
                        Cell("title", $0.title),
                        Cell("minutes", $0.minutes),
                        Cell("downloaded", $0.isDownloaded),
                    ]
                })
            screen.frame.buttons.append(
                EventButton(
                    "playNow",
                    of: "episodeList",
                    by: Gesture(.longPress, fingersCount: 1, pressDuration: 0.5),
                    .episodeListPlayNow(row: data.episodeList.selected ?? 0),
                    if: isOpen && data.episodeList.selected != nil))
        }
        if content.episode.isActive {
            let isOpen = isOnTop
            screen.episode = EpisodeScreenScreen(
                episode: DetailsView("episode", data.episode) {
                    [Cell(image: "cover", $0.cover), Cell("title", $0.title), Cell("minutes", $0.minutes)]
                })
            screen.frame.buttons.append(
                EventButton(
                    "play",
                    of: "episode",
                    by: Gesture(.tap, fingersCount: 1),
                    .episodePlay,
                    if: isOpen && data.episode != nil))
            screen.frame.buttons.append(
                EventButton(
                    "download",
                    of: "episode",
                    .episodeDownload,
                    if: isOpen && data.episode != nil && data.context.wiFi))
        }
        if player.shown.isActive {
            let isOpen = data.navigation.isOnTop(.player)
            screen.player = PlayerScreen(
                playing: DetailsView("playing", data.playing) {
                    [Cell(image: "cover", $0.cover), Cell("title", $0.title)]
                })
            screen.frame.buttons.append(
                EventButton(
                    "close",
                    of: "playing",
                    by: Gesture(.swipe, swipeDirection: .down),
                    .playingClose,
                    if: isOpen && data.playing != nil))
            screen.frame.buttons.append(
                EventButton(
                    "details",
                    of: "playing",
                    by: Gesture(.pinch),
                    .playingDetails,
                    if: isOpen && data.playing != nil))
        }
        screen.frame.message = data.navigation.message
        if isOnTop && data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
