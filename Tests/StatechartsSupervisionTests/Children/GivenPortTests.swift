import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What a state hears of a child that was given its port, which outlives it.
@Suite struct GivenPortTests {
    let clock = ManualClock()
    let sounds = OutputPort<Int>("sounds")

    /// So many hear the port.
    private var count: Int { sounds.storage.links.count }

    private func playing() async throws -> Machine<Gramophone> {
        let machine = Machine(Gramophone(sounds), clock: clock)
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        return machine
    }

    @Test func `what a state hears of a port that its child was given ends with the state`() async throws {
        let machine = try await playing()
        for _ in 0..<3 {
            #expect(count == 1)
            try await machine.withTop { _ = $0.playing.needle.post(.sound(7)) }
            await clock.settle()
            try await machine.send(.pause)
            await clock.settle()
            #expect(count == 0)
            let unheard = sounds.unheardCount
            sounds.send(8)
            #expect(sounds.unheardCount == unheard + 1)
            try await machine.send(.play)
            await clock.settle()
        }
        #expect(try await machine.withTop { $0.log } == [7, 7, 7])
        try await machine.stop()
        #expect(count == 0)
    }

    @Test func `a child that is made anew with the same port is heard once`() async throws {
        let machine = try await playing()
        for number in 1...3 {
            try await machine.withTop { top in
                _ = top.playing.needle.post(.sound(number))
                _ = top.playing.needle.post(.break)
            }
            await clock.settle()
            #expect(count == 1)
        }
        #expect(try await machine.withTop { $0.log } == [1, 2, 3])
        #expect(sounds.unheardCount == 0)
        try await machine.stop()
    }
}

//  Gramophone ●→ Paused ──play──► Playing [needle ⟨Needle⟩, made anew] ──pause──► Paused
private final class Gramophone: TopState<Gramophone.Event> {
    enum Event: Sendable { case play, pause, heard(Int) }
    let sounds: OutputPort<Int>
    let paused = Paused(), playing = Playing()
    var log: [Int] = []

    init(_ sounds: OutputPort<Int>) { self.sounds = sounds }
    override func configure() { substates(paused, playing) }

    final class Paused: State<Gramophone, Gramophone> {
        override func handle(_ event: Event) -> Reaction {
            if case .play = event { .to(superior.playing) } else { .unhandled }
        }
    }
    final class Playing: State<Gramophone, Gramophone> {
        let needle = Child(of: Playing.self) { Needle($0.top.sounds) }
            .on(\.sounds) { .heard($0) }
            .restart(.permanent, limit: RestartLimit(9, in: .seconds(1)))
        override func configure() { children(needle) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .pause: .to(superior.paused)
            case .heard(let number): .handled { self.top.log.append(number) }
            case .play: .unhandled
            }
        }
    }
}

private final class Needle: TopState<Needle.Event> {
    enum Event: Sendable { case sound(Int), `break` }
    struct Broken: Error {}
    let sounds: OutputPort<Int>

    init(_ sounds: OutputPort<Int>) { self.sounds = sounds }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .sound(let number): .handled { self.sounds.send(number) }
        case .break: .handled { throw Broken() }
        }
    }
}
