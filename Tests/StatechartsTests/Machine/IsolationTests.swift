import Statecharts
import StatechartsTesting
import Testing

@Suite struct IsolationTests {
    @Test @MainActor func `a machine on the main actor acts there, also after a suspension`() async throws {
        let machine = Machine(OnMain(), on: MainActor.shared)
        try await machine.start()
        #expect(try await machine.send("count") == .handled)
        machine.post("count")
        #expect(try await machine.send("slow") == .handled)
        #expect(try await machine.withTop { $0.counter.value } == 4)
    }

    @Test func `a machine on the main actor can be used from anywhere`() async throws {
        let machine = Machine(OnMain(), on: MainActor.shared)
        try await machine.start()
        for _ in 0..<10 { #expect(try await machine.send("count") == .handled) }
        #expect(try await machine.withTop { $0.counter.value } == 11)
    }

    @Test func `a machine on an actor of one's own acts there`() async throws {
        let desk = Reception()
        let machine = Machine(AtReception(desk), on: desk)
        try await machine.start()
        #expect(try await machine.send(()) == .handled)
        #expect(await desk.visits == 2)
    }

    @Test func `a machine can be looked at from inside its own actions without taking a step inside a step`()
        async throws
    {
        let desk = Reception()
        let machine = Machine(AtReception(desk), on: desk)
        try await machine.start()
        try await machine.withTop { top in
            top.look = {
                // More events are waiting now, and the machine is in the middle of a step.
                machine.post(())
                return machine.assumeIsolated { $0.isActive(\.open) }
            }
        }
        #expect(try await machine.send(()) == .handled)
        #expect(try await machine.withTop { $0.looks } == [true])
        try await machine.stop()
    }

    /// Nothing but the executor is looked at, before and after every suspension: code in between might bring an action back by chance.
    @Test(arguments: Place.allCases)
    func `suspending entries, effects and exits begin and go on on the machine's executor`(_ place: Place) async throws
    {
        let clock = ManualClock()
        let watch = Watch()
        let actor = Reception()
        let thread = try ThreadActor(named: "isolation")
        let machine =
            switch place {
            case .own: Machine(Everywhere(watch))
            case .mainActor: Machine(Everywhere(watch), on: MainActor.shared)
            case .actor: Machine(Everywhere(watch), on: actor)
            case .thread: Machine(Everywhere(watch), on: thread)
            case .manualClock: Machine(Everywhere(watch), clock: clock)
            }
        unsafe watch.machine = machine
        try await machine.start()
        try await machine.send(.go)
        #expect(machine.post(.stay))
        try await machine.send(.stay)
        if place == .manualClock { await clock.advance(by: .seconds(10_000)) } else { try await machine.send(.go) }
        try await Task.detached { _ = try await machine.send(.stay) }.value
        try await machine.stop()
        #expect(watch.places.withLock { $0 }.count { $0 == "top entry" } == 1)
        #expect(watch.places.withLock { $0 }.count { $0 == "effect" } == 3)
        #expect(watch.places.withLock { $0 }.count { $0 == "entry" } == 3)
        #expect(watch.places.withLock { $0 }.count { $0 == "exit" } == 3)
    }

    enum Place: CaseIterable { case own, mainActor, actor, thread, manualClock }
}

/// Ends the program where a machine is not.
private final class Watch: Sendable {
    nonisolated(unsafe) weak var machine: Machine<Everywhere>?
    let places = Guarded<[String]>([])
    func look(_ place: String) {
        unsafe machine?.preconditionIsolated(place)
        places.withLock { $0.append(place) }
    }
}

private final class Everywhere: TopState<Everywhere.Event> {
    enum Event: Sendable { case go, stay }
    let watch: Watch
    let one = One(), two = Two()
    init(_ watch: Watch) { self.watch = watch }
    override func configure() { substates(one, two) }
    override func entry() async throws {
        watch.look("top entry")
        await Task.yield()
        watch.look("top entry again")
    }
    override func handle(_ event: Event) -> Reaction {
        guard case .stay = event else { return .unhandled }
        let watch = watch
        return .handled {
            watch.look("effect")
            await Task.yield()
            watch.look("effect again")
        }
    }
    class Half: State<Everywhere, Everywhere> {
        // Kept, because reading `top` looks too.
        lazy var watch = top.watch
        override func entry() { _ = watch }
        override func entry() async throws {
            watch.look("entry")
            await Task.yield()
            watch.look("entry again")
        }
        override func exit() async throws {
            watch.look("exit")
            await Task.yield()
            watch.look("exit again")
        }
    }
    final class One: Half {
        override func entry() { _ = watch }
        override func handle(_ event: Event) -> Reaction { event == .go ? .to(superior.two) : .unhandled }
    }
    final class Two: Half {
        override func entry() {
            _ = watch
            after(.seconds(10_000), send: .go)
        }
        override func handle(_ event: Event) -> Reaction { event == .go ? .to(superior.one) : .unhandled }
    }
}

@MainActor
private final class MainValue {
    var value = 0
    nonisolated init() {}
}

/// Uses what the main actor isolates, in every kind of action.
private final class OnMain: TopState<String> {
    let counter = MainCounter()
    let open = Open()
    override func configure() { substates(open) }
    override func entry() { counter.count() }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "count": return .handled { self.counter.count() }
        case "slow":
            return .handled {
                await Task.yield()
                self.counter.count()
            }
        default: return .unhandled
        }
    }
    final class Open: State<OnMain, OnMain> {}
}

/// Counts on the main actor only; counting elsewhere ends the program.
private final class MainCounter: Sendable {
    private let counter = MainValue()
    func count() { MainActor.assumeIsolated { counter.value += 1 } }
    var value: Int { MainActor.assumeIsolated { counter.value } }
}

private actor Reception {
    var visits = 0
    nonisolated func visit() { assumeIsolated { $0.visits += 1 } }
}

private final class AtReception: TopState<Void> {
    let reception: Reception
    var look: (() -> Bool)?
    var looks: [Bool] = []
    let open = Open()
    init(_ reception: Reception) { self.reception = reception }
    override func configure() { substates(open) }
    override func entry() { reception.visit() }
    override func handle(_ event: Void) -> Reaction {
        .handled {
            self.reception.visit()
            if let look = self.look {
                self.look = nil
                self.looks.append(look())
            }
        }
    }
    final class Open: State<AtReception, AtReception> {}
}
