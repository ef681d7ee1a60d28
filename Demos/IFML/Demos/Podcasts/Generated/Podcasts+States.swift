import IFMLRuntime
import Statecharts

extension Podcasts {
    /// What is shown beside modal windows.
    final class Content: State<Podcasts, Podcasts> {
        let episodes = Episodes(), episode = EpisodeScreen()
        let previous = Choice<Content, Podcasts> { content in
            .to(content.top.place(content.top.data.navigation.previous)) { content.top.data.navigation.goBack() }
        }

        override func configure() { substates(episodes, episode, previous) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .back:
                guard top.isOnTop, top.data.navigation.previous != nil else { return .unhandled }
                return .local(to: previous)
            default: return .unhandled
            }
        }
    }

    /// The screen `episodes`.
    final class Episodes: State<Content, Podcasts> {
        override func entry() {
            if !top.data.navigation.isLoaded(.episodes) {
                top.data.navigation.load(.episodes)
                raise(.loaded)
            }
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .episodeListOpen(let row):
                guard top.isOnTop, let selected = top.data.episodeList.row(row) else { return .unhandled }
                return .to(top.content.episode) {
                    top.data.episodeList.select(row)
                    top.data.navigation.show(.episode, from: .episodes)
                    top.data.episode = selected
                }
            case .episodeListPlayNow(let row):
                guard top.isOnTop, let selected = top.data.episodeList.row(row) else { return .unhandled }
                return .handled {
                    top.data.episodeList.select(row)
                    top.data.playing = selected
                    top.raise(.showPlayer)
                }
            case .loaded: return .handled { top.loadEpisodes() }
            default: return .unhandled
            }
        }
    }

    /// The screen `episode`.
    final class EpisodeScreen: State<Content, Podcasts> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .episodePlay:
                guard top.isOnTop, let object = top.data.episode else { return .unhandled }
                return .handled {
                    top.data.playing = object
                    top.raise(.showPlayer)
                }
            case .episodeDownload:
                guard top.isOnTop, let object = top.data.episode, top.data.context.wiFi else { return .unhandled }
                return .handled { top.download(episode: object) }
            default: return .unhandled
            }
        }
    }

    /// The modal screen `player`.
    final class Player: State<Podcasts, Podcasts> {
        let hidden = Hidden(), shown = Shown()

        override func configure() { substates(hidden, shown) }

        final class Hidden: State<Player, Podcasts> {
            override func handle(_ event: Event) -> Reaction {
                event == .showPlayer ? .to(superior.shown) : .unhandled
            }
        }

        final class Shown: State<Player, Podcasts> {
            override func entry() { top.data.navigation.open(.player) }

            override func exit() { top.data.navigation.close(.player) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .playingClose:
                    guard top.data.navigation.isOnTop(.player), top.data.playing != nil else { return .unhandled }
                    let present = top.present
                    if present == .episodes {
                        return .to(top.player.hidden)
                    }
                    return .to(top.content.episodes, top.player.hidden) {
                        top.data.navigation.show(.episodes, from: present)
                    }
                case .playingDetails:
                    guard top.data.navigation.isOnTop(.player), let object = top.data.playing else { return .unhandled }
                    let present = top.present
                    if present == .episode {
                        return .to(top.player.hidden) { top.data.episode = object }
                    }
                    return .to(top.content.episode, top.player.hidden) {
                        top.data.navigation.show(.episode, from: present)
                        top.data.episode = object
                    }
                default: return .unhandled
                }
            }
        }
    }
}
