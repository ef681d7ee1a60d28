import Statecharts

/// Something that blocks until it has read a page.
protocol ScanningDevice: Sendable {
    func scan() throws -> String
}

struct FlatbedDevice: ScanningDevice {
    func scan() -> String { "a page" }
}

//   Scanner
//   ┌─────────────────────────────────────────────────────────┐
//   │ ●──▶ Idle ──start──▶ Scanning ──scanned, error──▶ Idle  │
//   └─────────────────────────────────────────────────────────┘

final class Scanner: TopState<Scanner.Event> {
    enum Event { case start, scanned(String) }

    let idle = Idle(), scanning = Scanning()
    let lane: ThreadActor
    let device: any ScanningDevice
    var pages: [String] = []
    init(on lane: ThreadActor, _ device: any ScanningDevice) { (self.lane, self.device) = (lane, device) }
    override func configure() { substates(idle, scanning) }

    final class Idle: State<Scanner, Scanner> {
        override func handle(_ event: Event) -> Reaction {
            if case .start = event { .to(superior.scanning) } else { .unhandled }
        }
    }

    // snippet: work that blocks
    final class Scanning: State<Scanner, Scanner> {
        override func entry() {
            run { [lane = top.lane, device = top.device] in
                try await lane.run { try device.scan() }  // blocks its own thread and no other
            } done: {
                .scanned($0)
            }
        }
        // end snippet

        override func failed(_ error: any Error) -> Reaction { .to(superior.idle) }
        override func handle(_ event: Event) -> Reaction {
            if case .scanned(let page) = event { .to(superior.idle) { top.pages.append(page) } } else { .unhandled }
        }
    }
}
