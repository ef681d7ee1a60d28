import Statecharts
import Testing

/// Actions that suspend make mistakes as others do.
@Suite struct SuspendingMistakeTests {
    @Test(arguments: ["entry", "effect", "exit"])
    func `actions that suspend make the same mistakes`(place: String) async throws {
        for rescues in [false, true] {
            let machine = Machine(Sleepy(rescues: rescues))
            let steps = machine.steps
            try await machine.start()
            _ = try? await machine.send(place)
            var records = steps.makeAsyncIterator()
            _ = await records.next()
            let next = await records.next()
            let step = try #require(next)
            let (mistake, way) =
                switch place {
                case "effect":
                    (
                        """
                        Awake: used Awake.count, but the transition leaves Awake before its effect runs; take count in \
                        the handler, before it answers, or keep it in a state that stays, such as Sleepy [notActive]
                        """, "event, Awake → Dozing, exits Awake, effects Awake, entries Dozing"
                    )
                case "exit":
                    (
                        """
                        Dozing: used Awake.count while Awake is not active; use it from the own actions and handlers \
                        of Awake, and from those of its substates [notActive]
                        """,
                        """
                        event, Awake → Dozing, exits Awake, entries Dozing
                          eventless, Dozing → Asleep, exits Dozing, entries Asleep
                        """
                    )
                default:
                    (
                        """
                        Asleep: used Awake.count, which was destroyed when Awake was left; use it in exit() of Awake, \
                        or of a state inside it [notActive]
                        """, "event, Awake → Asleep, exits Awake, entries Asleep"
                    )
                }
            let end = place == "effect" ? "Dozing" : "Asleep"
            let origin = mistake.prefix { $0 != ":" }
            let record =
                rescues
                ? """
                \(place): handled → Safe
                  \(way)
                  failure of \(origin): \(mistake), Sleepy → Safe, exits \(end), entries Safe
                """ : "\(place): handled → \(end)\n  \(way)\n  failed: \(mistake)"
            #expect(step.description == record)
        }
    }

    @Test(arguments: ["quick", "slow"])
    func `an error of an exit comes before the mistakes of scoped values that end with the state`(
        state: String
    ) async throws {
        let machine = Machine(Fuses())
        try await machine.start()
        try await machine.send(state)
        try await machine.send("out")
        let errors = try await machine.withTop { $0.errors }
        #expect(errors == ["exit", "notActive"])
        try await machine.stop()
    }
}

//    ┌ Fuses ───────────────────────────────────────────┐
//    │ ●→ Out ──quick──► Quick ──out──► Out              │
//    │        ──slow───► Slow ───out──► Out              │
//    └──────────────────────────────────────────────────┘
// The exits of Quick and Slow throw, that of Slow awaits first. Then the end of a scoped value uses data of Never.
private final class Fuses: TopState<String> {
    final class Fuse {
        var burn: (() -> Void)?
        deinit { burn?() }
    }
    struct Thrown: Error {}

    let out = Out(), quick = Quick(), slow = Slow(), never = Never()
    var errors: [String] = []
    override func configure() { substates(out, quick, slow, never) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "quick": .to(quick)
        case "slow": .to(slow)
        default: .to(out)
        }
    }
    override func failed(_ error: any Error) -> Reaction {
        errors.append(error is Thrown ? "exit" : (error as? StepError)?.code == .notActive ? "notActive" : "\(error)")
        return .handled
    }

    final class Out: State<Fuses, Fuses> {}
    final class Quick: State<Fuses, Fuses> {
        @Scoped var fuse = Fuse()
        override func entry() { fuse.burn = { [top] in top.never.count += 1 } }
        override func exit() throws { throw Thrown() }
    }
    final class Slow: State<Fuses, Fuses> {
        @Scoped var fuse = Fuse()
        override func entry() { fuse.burn = { [top] in top.never.count += 1 } }
        override func exit() async throws {
            await Task.yield()
            throw Thrown()
        }
    }
    final class Never: State<Fuses, Fuses> { @Scoped var count = 0 }
}

//    ┌ Sleepy ───────────────────────────────────────────────────────┐
//    │ ●→ Awake ──effect, exit──► Dozing ──[slips]──► Asleep     Safe │
//    │          ──entry──► Asleep                                     │
//    └───────────────────────────────────────────────────────────────┘
// The effect, the exit of Dozing and the entry of Asleep await, and then use data of Awake.
private final class Sleepy: TopState<String> {
    let awake = Awake(), dozing = Dozing(), asleep = Asleep(), safe = Safe()
    let rescues: Bool
    var slips = ""
    init(rescues: Bool) { self.rescues = rescues }
    override func configure() { substates(awake, dozing, asleep, safe) }
    override func failed(_ error: any Error) -> Reaction { rescues ? .to(safe) : .unhandled }

    final class Awake: State<Sleepy, Sleepy> {
        @Scoped var count = 0
        override func exit() { count += 1 }
        override func handle(_ event: String) -> Reaction {
            superior.slips = event
            switch event {
            case "effect":
                return .to(superior.dozing) {
                    await Task.yield()
                    self.count += 1
                }
            case "exit": return .to(superior.dozing)
            case "entry": return .to(superior.asleep)
            default: return .unhandled
            }
        }
    }
    final class Dozing: State<Sleepy, Sleepy> {
        override func always() -> Reaction { superior.slips == "exit" ? .to(superior.asleep) : .unhandled }
        override func exit() async {
            await Task.yield()
            if superior.slips == "exit" { superior.awake.count += 1 }
        }
    }
    final class Asleep: State<Sleepy, Sleepy> {
        override func entry() async {
            await Task.yield()
            if superior.slips == "entry" { superior.awake.count += 1 }
        }
    }
    final class Safe: State<Sleepy, Sleepy> {}
}
