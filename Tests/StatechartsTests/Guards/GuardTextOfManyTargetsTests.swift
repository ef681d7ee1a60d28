import Statecharts
import Testing

/// What a reaction carries, whatever its targets leave room for: each kind of effect with words for the guard, made
/// once, kept and answered twice.
@Suite struct GuardTextOfManyTargetsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let targets: Int
        let effect: Fan.EffectKind
        let words: [StaticString]
        var testDescription: String { "\(targets) targets, effect \(effect), words \(words)" }

        static let all = [2, 3].flatMap { targets in
            Fan.EffectKind.allCases.flatMap { effect in
                [[], ["some"], ["other", "some"]].map { Case(targets: targets, effect: effect, words: $0) }
            }
        }
    }

    @Test(arguments: Case.all)
    func `targets, effect and words are those that were said, each time`(kind: Case) async throws {
        let machine = Machine(Fan())
        try await machine.start()
        try await machine.withTop { fan in
            fan.out.kept = fan.out.reaction(to: kind.targets, kind.effect, kind.words)
        }
        let steps = machine.steps
        for _ in 0..<2 {
            #expect(try await machine.send(1) == .handled)
            #expect(try await machine.send(0) == .handled)
        }
        var records: [String] = []
        for await step in steps.prefix(4) { records.append(step.description) }
        let last = kind.targets == 2 ? "Leaf1" : "Leaf2"
        let named = kind.targets == 2 ? "" : ", All.c.Leaf2"
        let effects = kind.effect == .none ? "" : "effects Out, "
        let words = kind.words.isEmpty ? "" : " [some]"
        let step = """
            1: handled → (All.a.Leaf2, All.b.Leaf2, All.c.\(last))
              event, Out → All.a.Leaf2, All.b.Leaf2\(named)\(words), exits Out, \(effects)entries All All.a All.a.Leaf2 \
            All.b All.b.Leaf2 All.c All.c.\(last)
            """
        #expect([records[0], records[2]] == [step, step])
        #expect(try await machine.withTop { $0.effectCount } == (kind.effect == .none ? 0 : 2))
        try await machine.stop()
    }

    @Test func `words do not hide that the targets are of several machines`() throws {
        let (chart, other) = (Fan(), Fan())
        let (interpreter, others) = (Interpreter(chart), Interpreter(other))
        try interpreter.start()
        try others.start()
        chart.out.kept = .to(chart.all.a.leaf1, other.all.b.leaf1).when("never")
        let error = try #require(throws: StepError.self) { try interpreter.send(1) }
        #expect(error.message == "led to 2 vertices that do not all belong to this machine")
    }

    @Test func `behind a junction many targets keep effect and words`() async throws {
        let machine = Machine(Fan())
        try await machine.start()
        try await machine.withTop { fan in fan.out.kept = fan.out.reaction(to: 3, .awaited, ["some"]) }
        let steps = machine.steps
        try await machine.send(2)
        let step = await steps.first { _ in true }
        #expect(
            step?.description == """
                2: handled → (All.a.Leaf2, All.b.Leaf2, All.c.Leaf2)
                  event, Out → All.a.Leaf2, All.b.Leaf2, All.c.Leaf2 [some], exits Out, effects junction, \
                entries All All.a All.a.Leaf2 All.b All.b.Leaf2 All.c All.c.Leaf2
                """)
        #expect(try await machine.withTop { $0.effectCount } == 1)
        try await machine.stop()
    }
}

//    ┌ Fan ────────────────────────────────────────────────────────────────┐
//    │           kept                 ┌ All ──────────────────────────┐    │
//    │ ●→ Out ──────────────────────▶ │ a: ●→ Leaf1   Leaf2           │    │
//    │      │   ┌───────────┐  kept   │ b: ●→ Leaf1   Leaf2           │    │
//    │      └─▶ │ junction  │ ──────▶ │ c: ●→ Leaf1   Leaf2           │    │
//    │          └───────────┘         └───────────────────────────────┘    │
//    └─────────────────────────────────────────────────────────────────────┘
// 1 leads from Out to what `kept` says, 2 does so through the junction, 0 leads back.
final class Fan: TopState<Int> {
    enum EffectKind: CaseIterable { case none, called, awaited }
    let out = Out(), all = All()
    let junction = Junction<Fan, Fan> { $0.out.kept ?? .unhandled }
    var effectCount = 0
    override func configure() { substates(out, all, junction) }

    final class Out: State<Fan, Fan> {
        var kept: Reaction?

        func reaction(to targets: Int, _ kind: EffectKind, _ words: [StaticString]) -> Reaction {
            let (a, b, c) = (top.all.a.leaf2, top.all.b.leaf2, top.all.c.leaf2)
            let top = top
            let bare: Reaction =
                switch (targets, kind) {
                case (2, .none): .to(a, b)
                case (2, .called): .to(a, b) { top.effectCount += 1 }
                case (2, .awaited):
                    .to(a, b) {
                        await Task.yield()
                        top.effectCount += 1
                    }
                case (_, .none): .to(a, b, c)
                case (_, .called): .to(a, b, c) { top.effectCount += 1 }
                case (_, .awaited):
                    .to(a, b, c) {
                        await Task.yield()
                        top.effectCount += 1
                    }
                }
            return words.reduce(bare) { $0.when($1) }
        }

        override func handle(_ event: Int) -> Reaction {
            switch event {
            case 1: kept ?? .unhandled
            case 2: .to(superior.junction)
            default: .unhandled
            }
        }
    }

    final class All: OrthogonalState<Fan, Fan> {
        let a = Region(), b = Region(), c = Region()
        override func configure() { regions(a, b, c) }
        override func handle(_ event: Int) -> Reaction { event == 0 ? .to(superior.out) : .unhandled }
    }
    final class Region: State<All, Fan> {
        let leaf1 = Leaf1(), leaf2 = Leaf2()
        override func configure() { substates(leaf1, leaf2) }
    }
    final class Leaf1: State<Region, Fan> {}
    final class Leaf2: State<Region, Fan> {}
}
