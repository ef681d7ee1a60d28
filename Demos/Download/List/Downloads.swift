import Statecharts

//   Downloads
//   ┌────────────────────────────────────────────────────────┐
//   │                                       close            │
//   │ ●──▶ Open [rows: Download, many] ───────────────▶ ◉    │
//   └────────────────────────────────────────────────────────┘

// snippet: downloads
/// Any number of downloads. Those that are under way, a few at a time, are child machines.
final class Downloads: TopState<Downloads.Event> {
    enum Event: Sendable, Equatable {
        /// What a person wants.
        case add(File), pause(String), resume(String), cancel(String), pauseAll, resumeAll, close
        /// What rows tell: how much is here, that all is, that one is made anew, that one is given up.
        case arrived(String, Int), finished(String, Int), again(String, String), broken(String, String)
    }

    /// The most that are under way at a time. The others wait.
    static let limit = 3

    let open = Open(), closed = FinalState<Downloads, Downloads>()
    let files: any Files
    private(set) var entries: [Entry] = []

    init(_ files: any Files) { self.files = files }
    override func configure() { substates(open, closed) }

    final class Open: State<Downloads, Downloads> {
        let rows = ChildMachines(of: Open.self, limit: Downloads.limit) { open, name in
            let entry = open.top.entry(name)
            return Download(entry.file, from: entry.arrived, of: open.top.files)  // goes on where one before has ended
        }
        .on(\.progress) { .arrived($0, $1) }
        .done(\.arrived) { .finished($0, $1) }
        .restart(
            .transient, limit: RestartLimit(2, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), cap: .seconds(10))
        ) { .again($0, Open.reason($1)) }
        .failed { .broken($0, Open.reason($1)) }

        override func configure() { children(rows) }
        // end snippet

        /// What a row has failed with: the error that nobody has handled in it.
        private static func reason(_ error: any Error) -> String {
            "\((error as? StepError)?.underlying ?? error)"
        }

        // snippet: handling
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let file): .handled { add(file) }
            case .pause(let name): .handled { rows.post(.pause, to: name) }
            case .pauseAll: .handled { rows.postToAll(.pause) }
            case .resume(let name): .handled { resume(name) }
            case .resumeAll: .handled { for entry in top.entries { resume(entry.file.name) } }
            case .cancel(let name):
                .handled {
                    rows.remove(name)  // ends it, and nothing is heard of it any more
                    change(name) { if $0.phase != .done { $0.phase = .cancelled } }
                }
            case .arrived(let name, let size): .handled { change(name) { $0.arrived = size } }
            case .finished(let name, let size): .handled { change(name) { ($0.phase, $0.arrived) = (.done, size) } }
            case .again(let name, let error): .handled { change(name) { $0.fail(error, endsIt: false) } }
            case .broken(let name, let error): .handled { change(name) { $0.fail(error, endsIt: true) } }
            case .close: .to(superior.closed)
            }
        }
        // end snippet

        private func add(_ file: File) {
            guard !top.entries.contains(where: { $0.file.name == file.name }) else { return }
            top.entries.append(Entry(file))
            beginWaiting()
        }

        /// One that is paused goes on; one that has ended without all of it waits for its turn again.
        private func resume(_ name: String) {
            if !rows.post(.resume, to: name) { change(name) { $0.tryAgain() } }
        }

        private func change(_ name: String, _ body: (inout Entry) -> Void) {
            guard let place = top.entries.firstIndex(where: { $0.file.name == name }) else { return }
            body(&top.entries[place])
            beginWaiting()
        }

        /// Begins those that wait, in their order, as long as there is room.
        private func beginWaiting() {
            for place in top.entries.indices where top.entries[place].phase == .waiting {
                guard rows.add(top.entries[place].file.name) else { return }
                top.entries[place].phase = .underWay
            }
        }
    }

    /// What is known of a download.
    private func entry(_ name: String) -> Entry {
        entries.first { $0.file.name == name } ?? Entry(File(name: name, size: 0))
    }
}
