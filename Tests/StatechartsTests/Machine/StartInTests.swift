import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Machines that are started in states of one's choice.
@Suite struct StartInTests {
    /// Records its entries.
    ///
    ///     Stage
    ///     ├─ Dark
    ///     └─ Lit       (regions)
    ///        ├─ Music  Silent · Loud
    ///        └─ Light  Dim · Bright (async entry)
    final class Stage: TopState<Stage.Event> {
        enum Event: Sendable { case raise }
        let dark = Dark(), lit = Lit()
        var entered: [String] = []
        override func configure() { substates(dark, lit) }
        class Noted<S: StateNode>: State<S, Stage> {
            override func entry() async throws { top.entered.append("\(type(of: self))") }
        }
        final class Dark: Noted<Stage> {
            override func handle(_ event: Event) -> Reaction { .to(superior.lit) }
        }
        final class Lit: OrthogonalState<Stage, Stage> {
            let music = Music(), light = Light()
            override func configure() { regions(music, light) }
            override func entry() { top.entered.append("Lit") }
            final class Music: Noted<Lit> {
                let silent = Silent(), loud = Loud()
                override func configure() { substates(silent, loud) }
                final class Silent: Noted<Music> {}
                final class Loud: Noted<Music> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.silent) }
                }
            }
            final class Light: Noted<Lit> {
                let dim = Dim(), bright = Bright()
                override func configure() { substates(dim, bright) }
                final class Dim: Noted<Light> {}
                final class Bright: Noted<Light> {}
            }
        }
    }

    @Test func `the states are entered from the outside in, other regions by default, and what was posted is taken`()
        async throws
    {
        let machine = Machine(Stage())
        machine.post(.raise)
        try await machine.start(in: \.lit.music.loud)
        #expect(await machine.configuration.leaves.map(\.path) == ["Lit.Music.Silent", "Lit.Light.Dim"])
        #expect(try await machine.withTop { $0.entered } == ["Lit", "Music", "Loud", "Light", "Dim", "Silent"])
    }

    @Test func `a state in each region`() async throws {
        let machine = Machine(Stage(), on: MainActor.shared)
        try await machine.start(in: \.lit.light.bright, \.lit.music.loud)
        #expect(await machine.configuration.leaves.map(\.path) == ["Lit.Music.Loud", "Lit.Light.Bright"])
        #expect(try await machine.withTop { $0.entered } == ["Lit", "Music", "Loud", "Light", "Bright"])
        try await machine.stop()
    }

    @Test func `nothing named is the start as it is`() async throws {
        let machine = Machine(Stage())
        try await machine.start()
        #expect("\(await machine.configuration)" == "Dark")
        await #expect(throws: MachineError.self) { try await machine.start(in: \.lit) }
    }

    @Test func `states that cannot be active together are refused before anything is entered`() async throws {
        let machine = Machine(Stage())
        let error = await #expect(throws: PlaceError.self) { try await machine.start(in: \.dark, \.lit.music) }
        #expect("\(error as Any)".contains("Dark and Lit.Music cannot be active together"))
        #expect(await machine.status == .stopped)
        #expect(try await machine.withTop { $0.entered } == [])
        #expect(!machine.post(.raise))
        try await machine.stop()
    }
}
