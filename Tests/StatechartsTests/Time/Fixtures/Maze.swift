import Statecharts

//    ┌ Maze ───────────────────────────────────────────────────────────────────────────────┐
//    │    ┌ Hall ──────────────┐        ┌ Yard ───────────────────────────────────────────┐ │
//    │ ●→ │ ●→ West ◄──a──► East │ ◄─go─► │ Near: ●→ Left ◄─a─► Right │ Far: ●→ Shut ◄─b─► Open │ │
//    │    └────────────────────┘        │                          │      defers c          │ │
//    │                                  └─────────────────────────────────────────────────┘ │
//    │ d: raises a · fail: throws · every third entry of East throws                           │
//    │ failed(_:): Yard ──► Hall, elsewhere the top takes note                                  │
//    └───────────────────────────────────────────────────────────────────────────────────────┘
// Every entry, exit and effect takes note of its beginning, suspends as the schedule says, and takes note of its end.
final class Maze: TopState<Maze.Event> {
    struct Event: Sendable, Hashable {
        enum Kind: Sendable, CaseIterable { case a, b, c, d, go, fail }
        let kind: Kind
        let sender: Int
        let number: Int
    }
    struct Lost: Error {}

    let schedule: Schedule
    var notes: [String] = []
    /// The events from outside in the order in which they were first asked about.
    var arrived: [Event] = []
    private var known: Set<Event> = []
    private(set) var isActing = false
    var overlaps = 0
    var visitsToEast = 0
    let hall = Hall(), yard = Yard()

    init(_ schedule: Schedule) { self.schedule = schedule }
    override func configure() { substates(hall, yard) }

    func act(_ text: String) async {
        notes.append("\(text) …")
        if isActing { overlaps += 1 }
        isActing = true
        await schedule.pause()
        isActing = false
        notes.append(text)
    }

    func arrive(_ event: Event) {
        if event.number >= 0, known.insert(event).inserted { arrived.append(event) }
    }

    override func handle(_ event: Event) -> Reaction {
        switch event.kind {
        case .a, .b, .c: .handled { await self.act("!\(event)") }
        case .d:
            .handled {
                await self.act("!\(event)")
                self.raise(Event(kind: .a, sender: event.sender, number: -1))
                await self.act("!\(event) raised a")
            }
        case .go: .unhandled
        case .fail:
            .handled {
                await self.act("!\(event)")
                throw Lost()
            }
        }
    }
    override func failed(_ error: any Error) -> Reaction { .handled { await self.act("!failed") } }

    class Place<Superior: StateNode>: State<Superior, Maze> {
        override func entry() async throws { await top.act("+\(path)") }
        override func exit() async throws { await top.act("-\(path)") }
        final func move(_ event: Event, to target: Vertex<Maze>) -> Reaction {
            .to(target) { await self.top.act("!\(event)") }
        }
    }

    final class Hall: Place<Maze> {
        let west = West(), east = East()
        override func configure() { substates(west, east, history: .shallow) }
        override func handle(_ event: Event) -> Reaction {
            event.kind == .go ? move(event, to: superior.yard) : .unhandled
        }
    }
    final class West: Place<Hall> {
        override func handle(_ event: Event) -> Reaction {
            top.arrive(event)
            return event.kind == .a ? move(event, to: superior.east) : .unhandled
        }
    }
    final class East: Place<Hall> {
        override func entry() async throws {
            try await super.entry()
            top.visitsToEast += 1
            if top.visitsToEast.isMultiple(of: 3) { throw Lost() }
        }
        override func handle(_ event: Event) -> Reaction {
            top.arrive(event)
            return event.kind == .a ? move(event, to: superior.west) : .unhandled
        }
    }

    final class Yard: OrthogonalState<Maze, Maze> {
        let near = Near(), far = Far()
        override func configure() { regions(near, far, history: .deep) }
        override func entry() async throws { await top.act("+\(path)") }
        override func handle(_ event: Event) -> Reaction {
            event.kind == .go ? .to(superior.hall) { await self.top.act("!\(event)") } : .unhandled
        }
        override func failed(_ error: any Error) -> Reaction {
            .to(superior.hall) { await self.top.act("!fled") }
        }
    }
    final class Near: Place<Yard> {
        let left = Left(), right = Right()
        override func configure() { substates(left, right) }
    }
    final class Left: Place<Near> {
        override func handle(_ event: Event) -> Reaction {
            top.arrive(event)
            return event.kind == .a ? move(event, to: superior.right) : .unhandled
        }
    }
    final class Right: Place<Near> {
        override func handle(_ event: Event) -> Reaction {
            top.arrive(event)
            return event.kind == .a ? move(event, to: superior.left) : .unhandled
        }
    }
    final class Far: Place<Yard> {
        let shut = Shut(), open = Open()
        override func configure() { substates(shut, open) }
    }
    final class Shut: Place<Far> {
        override func handle(_ event: Event) -> Reaction {
            switch event.kind {
            case .b: move(event, to: superior.open)
            case .c: .deferred
            case .a, .d, .go, .fail: .unhandled
            }
        }
    }
    final class Open: Place<Far> {
        override func handle(_ event: Event) -> Reaction {
            event.kind == .b ? move(event, to: superior.shut) : .unhandled
        }
    }
}
