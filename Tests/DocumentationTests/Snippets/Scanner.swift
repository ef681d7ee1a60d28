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
//   │ ●──▶ Idle ──start──▶ Scanning ──scanned, jammed──▶ Idle │
//   └─────────────────────────────────────────────────────────┘

final class Scanner: TopState<Scanner.Event> {
    enum Event: Sendable { case start, scanned(String), jammed(String) }

    let idle = Idle(), scanning = Scanning()
    let lane: ThreadActor
    let device: any ScanningDevice
    var pages: [String] = []
    init(on lane: ThreadActor, _ device: any ScanningDevice) { (self.lane, self.device) = (lane, device) }
    override func configure() { substates(idle, scanning) }

    final class Idle: State<Scanner, Scanner> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .start: .to(superior.scanning)
            case .scanned, .jammed: .unhandled
            }
        }
    }

    // snippet: work that blocks
    final class Scanning: State<Scanner, Scanner> {
        override func entry() {
            run { [lane = top.lane, device = top.device] in
                try await lane.run { try device.scan() }  // blocks its own thread and no other
            } done: {
                .scanned($0)
            } failed: {
                .jammed("\($0)")
            }
        }
        // end snippet

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .scanned(let page): .to(superior.idle) { self.top.pages.append(page) }
            case .jammed: .to(superior.idle)
            case .start: .unhandled
            }
        }
    }
}
