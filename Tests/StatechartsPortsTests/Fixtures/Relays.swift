import Statecharts

/// Passes each word on to its outputs, with its own letter added.
///
///     ┌─ Stage ──────────────────────────┐
///     │ words ▶ word / send word + own   │──▶ left, right
///     └──────────────────────────────────┘
final class Stage: TopState<String> {
    let words: InputPort<String>
    let left = OutputPort<String>(), right = OutputPort<String>()
    let open = Open()
    let letter: String
    var seen: [String] = []

    init(_ letter: String, _ words: InputPort<String> = InputPort()) {
        self.letter = letter
        self.words = words
    }

    override func configure() {
        receive(words) { $0 }
        substates(open)
    }

    final class Open: State<Stage, Stage> {
        override func handle(_ event: String) -> Reaction {
            .handled {
                self.top.seen.append(event)
                self.top.left.send(event + self.top.letter)
                self.top.right.send(event + self.top.letter)
            }
        }
    }
}

/// The same with a suspending effect: what it sends after its suspension is caused by the same word.
final class SlowStage: TopState<String> {
    let words = InputPort<String>()
    let out = OutputPort<String>()
    let open = Open()

    override func configure() {
        receive(words) { $0 }
        substates(open)
    }

    final class Open: State<SlowStage, SlowStage> {
        override func handle(_ event: String) -> Reaction {
            .handled {
                await Task.yield()
                self.top.out.send(event + "s")
            }
        }
    }
}

/// A race for one seat: whoever comes first gets it, unless the door was closed before.
///
///     ┌─ Seat ─────────────────────────────────────────────┐
///     │ ● ▶ Free ── claim(n) ──▶ Taken(by n)               │
///     │      └───── close ─────▶ Shut                      │
///     └────────────────────────────────────────────────────┘
final class Seat: TopState<Seat.Event> {
    enum Event: Sendable { case claim(String), close }
    let ann = InputPort<Void>(), bob = InputPort<Void>(), door = InputPort<Void>()
    let free = Free(), taken = Taken(), shut = Shut()
    var log: [String] = []

    override func configure() {
        receive(ann) { .claim("Ann") }
        receive(bob) { .claim("Bob") }
        receive(door) { .close }
        substates(free, taken, shut)
    }

    final class Free: State<Seat, Seat> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .claim(let name): .to(superior.taken) { self.top.log.append("\(name) sits") }
            case .close: .to(superior.shut) { self.top.log.append("shut") }
            }
        }
    }
    final class Taken: State<Seat, Seat> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .claim(let name): .handled { self.top.log.append("\(name) stands") }
            case .close: .handled { self.top.log.append("shut behind") }
            }
        }
    }
    final class Shut: State<Seat, Seat> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .claim(let name): .handled { self.top.log.append("\(name) knocks") }
            case .close: .unhandled
            }
        }
    }
}

/// Says each word, the word `wait` only after a gate was opened.
///
///     ┌─ Sluggish ────────────────────────────────┐
///     │ wait / suspends at the gate, say it       │
///     │ any other word / say it                   │
///     └───────────────────────────────────────────┘
final class Sluggish: TopState<String> {
    let said = OutputPort<String>("said")
    let open = Open()
    let gate: Gate

    init(gate: Gate) { self.gate = gate }

    override func configure() { substates(open) }

    final class Open: State<Sluggish, Sluggish> {
        override func handle(_ event: String) -> Reaction {
            .handled {
                if event == "wait" { await self.top.gate.pass() }
                self.top.said.send(event)
            }
        }
    }
}

/// A gate that is closed until it is opened.
actor Gate {
    private var isOpen = false
    private var hasArrived = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Returns when the gate is open.
    func pass() async {
        hasArrived = true
        await changed { isOpen }
    }

    /// Returns when somebody stands at the gate, or has passed.
    func arrival() async { await changed { hasArrived } }

    func open() {
        isOpen = true
        wakeAll()
    }

    private func changed(_ condition: () -> Bool) async {
        wakeAll()
        while !condition() { await withCheckedContinuation { waiting.append($0) } }
    }

    private func wakeAll() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
