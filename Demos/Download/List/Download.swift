import Statecharts

//   Download
//   ┌──────────────────────────────────────────┐
//   │                   pause                  │
//   │ ●──▶ Loading ──────────────▶ Paused      │
//   │        │  ▲                    │         │
//   │        │  └────── resume ──────┘         │
//   │        │ completed                       │
//   │        ▼                                 │
//   │        ◉      an error ends the machine  │
//   └──────────────────────────────────────────┘

// snippet: download
/// One download: a row of ``Downloads``. What follows an error is for the list to say, so it is not handled here.
final class Download: TopState<Download.Event> {
    enum Event: Sendable, Equatable { case pause, resume, arrived(Int) }

    let progress = OutputPort<Int>("progress")
    let loading = Loading(), paused = Paused(), done = FinalState<Download, Download>()
    let file: File
    let files: any Files
    /// How many kB of the file are here.
    private(set) var arrived: Int

    init(_ file: File, from arrived: Int, of files: any Files) {
        self.file = file
        self.arrived = arrived
        self.files = files
    }

    override func configure() { substates(loading, paused, done) }

    final class Loading: State<Download, Download> {
        override func entry() {
            run { [files = top.files, file = top.file, arrived = top.arrived] send in
                try await files.deliver(file, from: arrived) { send(.arrived($0)) }
            }
        }

        override func completed() -> Reaction { .to(superior.done) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .arrived(let size):
                .handled {
                    top.arrived = size
                    top.progress.send(size)
                }
            case .pause: .to(superior.paused)
            case .resume: .unhandled
            }
        }
    }

    final class Paused: State<Download, Download> {
        override func handle(_ event: Event) -> Reaction { event == .resume ? .to(superior.loading) : .unhandled }
    }
}
// end snippet
