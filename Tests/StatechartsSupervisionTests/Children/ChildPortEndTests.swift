import Statecharts
import StatechartsSimulation
import Testing

/// Says a word when it begins.
private final class Talker: TopState<Int> {
    let words = OutputPort<String>("words")
    override func entry() { words.send("hello") }
}

private final class Stage: TopState<Stage.Event> {
    enum Event { case leave }
    let on = On(), off = Off()
    var readers: [Task<[String], Never>] = []
    override func configure() { substates(on, off) }

    final class On: State<Stage, Stage> {
        let talker = Child(of: On.self) { on in
            let talker = Talker(), words = talker.words.stream()
            on.top.readers.append(
                Task {
                    var heard: [String] = []
                    for await word in words { heard.append(word) }
                    return heard
                })
            return talker
        }
        override func configure() { children(talker) }
        override func handle(_ event: Event) -> Reaction { .to(superior.off) }
    }
    final class Off: State<Stage, Stage> {}
}

/// The ports of a child end with its chart, although its owner remembers that there was one.
@Suite struct ChildPortEndTests {
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `who reads a port of a child comes to the end when the child has ended`(isWatched: Bool) async throws {
        let clock = ManualClock(), system = System(clock: clock)
        let machine = Machine(Stage(), clock: clock)
        if isWatched { await system.add(machine) }
        try await machine.start()
        await clock.settle()
        try await machine.send(.leave)
        await clock.settle()
        let readers = try await machine.withTop { $0.readers }
        for reader in readers {
            let heard = await withTaskCancellationHandler {
                await reader.value
            } onCancel: {
                reader.cancel()
            }
            #expect(heard == ["hello"])
        }
        #expect(readers.count == 1)
        try await machine.stop()
    }
}
