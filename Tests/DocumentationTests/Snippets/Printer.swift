import Statecharts

//   Printer
//   ┌───────────────────────────────────────────────────────────────────────┐
//   │              turnOn                                                   │
//   │ ●──▶ Off ──────────────▶ On  print: does it, inside the step          │
//   │       ▲ ▲                │ │ entry: warms up, exit: cools down        │
//   │       │ └─── turnOff ────┘ │ error                                    │
//   │       │                    ▼                                          │
//   │       └──── turnOff ──── Jammed                                       │
//   │                                                                       │
//   │ everywhere: pages ──▶ answers how many were printed                   │
//   └───────────────────────────────────────────────────────────────────────┘

protocol PrintingDevice: Sendable {
    func warmUp() async throws
    func coolDown() async
    func print(_ text: String) async throws
}

// snippet: printer
final class Printer: TopState<Printer.Event> {
    enum Event {
        case turnOn, turnOff, print(String)
        case pages(reply: Reply<Int>)  // a question: whoever handles it answers
    }

    let device: any PrintingDevice
    var pages = 0
    let off = Off(), on = On(), jammed = Jammed()
    init(device: any PrintingDevice) { self.device = device }
    override func configure() { substates(off, on, jammed) }

    override func handle(_ event: Event) -> Reaction {
        if case .pages(let reply) = event { .handled { reply.answer(pages) } } else { .unhandled }
    }

    final class On: State<Printer, Printer> {
        override func entry() async throws { try await top.device.warmUp() }
        override func exit() async { await top.device.coolDown() }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .print(let text):
                .handled {
                    try await top.device.print(text)  // the machine waits, and so does every other event
                    top.pages += 1
                }
            case .turnOff: .to(superior.off)
            default: .unhandled
            }
        }

        override func failed(_ error: any Error) -> Reaction { .to(superior.jammed) }  // of all actions in here
    }
    // end snippet

    final class Off: State<Printer, Printer> {
        override func handle(_ event: Event) -> Reaction {
            if case .turnOn = event { .to(superior.on) } else { .unhandled }
        }
    }

    final class Jammed: State<Printer, Printer> {
        override func handle(_ event: Event) -> Reaction {
            if case .turnOff = event { .to(superior.off) } else { .unhandled }
        }
    }
}
