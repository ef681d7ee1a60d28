import Statecharts

extension Benchmark {
    /// What machines cost that a state owns. The floor does the same with machines that the state's author makes,
    /// connects, runs and stops.
    static let childSubjects: [Subject] = [
        Subject(
            "child-life", "entering a state with a child, hearing it, and leaving when it has ended",
            floor: "the same with a machine by hand", goal: .atMost(1.2)
        ) {
            .init(subject: try await lives(Owning()), floor: try await lives(Managing()))
        },
        Subject(
            "child-talk", "an event to a child, whose answer comes up by a port",
            floor: "the same with a machine by hand", goal: .atMost(1.2)
        ) {
            .init(subject: try await talks(Owning()), floor: try await talks(Managing()))
        },
    ]

    private static func lives<Top: OwnerChart>(_ top: sending Top) async throws -> Loop {
        let machine = Machine(top)
        try await machine.start()
        return { count in
            for _ in 0..<count {
                await withCheckedContinuation { reply in machine.post(.live(reply)) }
            }
        }
    }

    private static func talks<Top: OwnerChart>(_ top: sending Top) async throws -> Loop {
        let machine = Machine(top)
        try await machine.start()
        try await machine.send(.stay)
        await withCheckedContinuation { reply in machine.post(.ask(reply)) }
        return { count in
            for _ in 0..<count {
                await withCheckedContinuation { reply in machine.post(.ask(reply)) }
            }
        }
    }
}

/// Says hello when it begins, and when it is asked.
private final class Owned: TopState<Owned.Event> {
    enum Event { case ask }
    let hello = OutputPort<Int>("hello")
    override func entry() { hello.send(1) }
    override func handle(_ event: Event) -> Reaction { .handled { self.hello.send(2) } }
}

private protocol OwnerChart: Statechart where Event == OwnerEvents {}

private enum OwnerEvents {
    /// Enter, and leave when the other one has said hello.
    case live(CheckedContinuation<Void, Never>)
    case stay
    case ask(CheckedContinuation<Void, Never>)
    case hello(Int)
}

//  ● ──▶ Away ──live, stay──▶ Here [owned] ──hello──▶ Away
private final class Owning: TopState<OwnerEvents>, OwnerChart {
    let away = Away(), here = Here()
    var reply: CheckedContinuation<Void, Never>?
    var stays = false
    override func configure() { substates(away, here) }

    final class Away: State<Owning, Owning> {
        override func entry() { top.reply.take()?.resume() }
        override func handle(_ event: OwnerEvents) -> Reaction {
            switch event {
            case .live(let reply): .to(superior.here) { top.reply = reply }
            case .stay: .to(superior.here) { top.stays = true }
            case .ask, .hello: .unhandled
            }
        }
    }

    final class Here: State<Owning, Owning> {
        let owned = Child(of: Here.self) { _ in Owned() }.on(\.hello) { .hello($0) }
        override func configure() { children(owned) }
        override func exit() async { await owned.stopped() }
        override func handle(_ event: OwnerEvents) -> Reaction {
            switch event {
            case .hello(let number):
                top.stays ? .handled { if number == 2 { top.reply.take()?.resume() } } : .to(superior.away)
            case .ask(let reply):
                .handled {
                    top.reply = reply
                    owned.post(.ask)
                }
            case .live, .stay: .unhandled
            }
        }
    }
}

//  ● ──▶ Away ──live, stay──▶ Here ──hello──▶ Away
private final class Managing: TopState<OwnerEvents>, OwnerChart {
    let away = Away(), here = Here()
    var reply: CheckedContinuation<Void, Never>?
    var stays = false
    override func configure() { substates(away, here) }

    final class Away: State<Managing, Managing> {
        override func entry() { top.reply.take()?.resume() }
        override func handle(_ event: OwnerEvents) -> Reaction {
            switch event {
            case .live(let reply): .to(superior.here) { top.reply = reply }
            case .stay: .to(superior.here) { top.stays = true }
            case .ask, .hello: .unhandled
            }
        }
    }

    final class Here: State<Managing, Managing> {
        var owned: Machine<Owned>?

        override func entry() {
            let chart = Owned()
            listen(to: chart.hello) { .hello($0) }
            let machine = Machine(chart)
            owned = machine
            run { try await machine.run() }
        }

        override func exit() async {
            try? await owned?.stop()
            owned = nil
        }

        override func handle(_ event: OwnerEvents) -> Reaction {
            switch event {
            case .hello(let number):
                top.stays ? .handled { if number == 2 { top.reply.take()?.resume() } } : .to(superior.away)
            case .ask(let reply):
                .handled {
                    top.reply = reply
                    owned?.post(.ask)
                }
            case .live, .stay: .unhandled
            }
        }
    }
}
