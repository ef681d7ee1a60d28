import Statecharts
import Testing

/// What becomes of the effects of a step.
@Suite struct AwaitedEffectTests {
    @Test(arguments: ["quick", "slow", "passed"])
    func `what an effect holds ends with its step`(effect: String) async throws {
        let machine = Machine(Carrier())
        try await machine.start()
        try await machine.send(effect)
        try await machine.withTop { top in
            #expect(top.delivered == [effect])
            #expect(top.load == nil)
        }
        try await machine.stop()
    }
}

//    ┌ Carrier ─────────────────────────────────────────────┐
//    │ ●→ Here ──quick, slow──► There                        │
//    │        ──passed──► ◆ junction ──► There               │
//    └──────────────────────────────────────────────────────┘
// Each effect holds a load; those of slow and of the junction await before they deliver it.
private final class Carrier: TopState<String> {
    final class Load {
        let name: String
        init(_ name: String) { self.name = name }
    }

    let here = Here(), there = There()
    let junction = Junction<Carrier, Carrier> { top in
        let load = top.make("passed")
        return .to(top.there) {
            await Task.yield()
            top.delivered.append(load.name)
        }
    }
    weak var load: Load?
    var delivered: [String] = []
    override func configure() { substates(here, there, junction) }

    func make(_ name: String) -> Load {
        let made = Load(name)
        load = made
        return made
    }

    final class Here: State<Carrier, Carrier> {
        override func handle(_ event: String) -> Reaction {
            if event == "passed" { return .to(top.junction) }
            let load = top.make(event)
            if event == "quick" { return .to(top.there) { self.top.delivered.append(load.name) } }
            return .to(top.there) {
                await Task.yield()
                self.top.delivered.append(load.name)
            }
        }
    }
    final class There: State<Carrier, Carrier> {}
}
