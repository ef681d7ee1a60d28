import Statecharts
import Testing

/// Programming errors that no type can prevent end the program with a sentence that says what to do.
@Suite struct TrapTests {
    @Test func `using the superior before the start`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Player().playing.superior
        }
        #expect(result.message.contains("of Playing was used while no machine runs this chart; use it from entry()"))
    }

    @Test func `using the top in configure`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Interpreter(Hasty()).start()
        }
        #expect(
            result.message.contains(
                "of Only was used in its configure(), before the chart is put together; declare there what the object itself "
                    + "holds, and give its initializer what that depends on"))
    }

    @Test func `using the top after the interpreter is gone`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let chart = Player()
            try Interpreter(chart).start()
            _ = chart.playing.slow.top
        }
        #expect(result.message.contains("of Slow was used while no machine runs this chart"))
    }

    @Test func `raising an event before the start`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Player().raise("event")
        }
        #expect(result.message.contains("raise(_:) of Player was used while no machine runs this chart"))
    }

    @Test func `declaring substates outside configure`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let chart = Player()
            chart.playing.substates(chart.playing.slow)
        }
        #expect(
            result.message.contains(
                "was called outside configure(); override configure() and declare the children there"))
    }

    @Test func `starting an interpreter twice`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Player())
            try interpreter.start()
            try interpreter.start()
        }
        #expect(result.message.contains("start() was called twice; make a new chart and a new interpreter"))
    }

    @Test func `sending an event to an interpreter before its start`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Interpreter(Player()).send("toggle")
        }
        #expect(result.message.contains("an event was sent before start(); start the interpreter first"))
    }

    @Test func `sending an event to an interpreter from inside its step`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Player())
            try interpreter.start()
            interpreter.onStep = { [unowned interpreter] _ in _ = try? interpreter.send("faster") }
            try interpreter.send("toggle")
        }
        #expect(result.message.contains("an event was sent from inside a step of Player; post(_:) an event"))
    }

    @Test func `more submachines than a machine has room for`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Interpreter(Archipelago(32_768)).start()
        }
        #expect(
            result.message.contains(
                "Archipelago has more than 32767 submachines; let states own machines instead: Child, ChildMachines"))
    }
}

/// Embeds as many charts.
private final class Archipelago: TopState<Int> {
    private let islands: [Island]
    init(_ count: Int) { islands = (0..<count).map { _ in Island(Rock()) { $0 } } }
    override func configure() { substates(islands) }
    final class Island: Submachine<Archipelago, Archipelago, Rock> {}
    final class Rock: TopState<Int> {}
}

/// Asks the top what to declare.
private final class Hasty: TopState<Int> {
    var isLarge = true
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Hasty, Hasty> {
        let inside = Inside()
        override func configure() { if top.isLarge { substates(inside) } }
        final class Inside: State<Only, Hasty> {}
    }
}
