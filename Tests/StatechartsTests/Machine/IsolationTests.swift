import Statecharts
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
