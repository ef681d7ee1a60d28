import Foundation
import Statecharts
import StatechartsBridge
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct MembersOfTestsTests {
    @Test func `a step of a test`() async throws {
        // snippet: a step of a test
        let test = TestMachine(Heater())
        try await test.start()
        await test.send(.warm) { $0.isUnhandled() }
        await test.send(.on) {
            $0.exits(\.cold)
            $0.enters(\.heating)
            $0.arms(.warm, after: .seconds(5))
        }
        await test.advance(by: .seconds(5)) {
            $0.exits(\.heating)
            $0.enters(\.ready)
            $0.sends(\.warmth, 60)
        }
        test.finish()  // fails if a timer is armed, or work is under way
        // end snippet
    }

    @Test func `work in a test`() async throws {
        final class Loader: TopState<Loader.Event> {
            enum Event { case loaded(String) }
            let loading = Loading(), ready = Ready()
            override func configure() { substates(loading, ready) }
            final class Loading: State<Loader, Loader> {
                override func entry() { run({ "text" }, done: { .loaded($0) }) }
                override func handle(_ event: Event) -> Reaction { .to(superior.ready) }
            }
            final class Ready: State<Loader, Loader> {}
        }
        let test = TestMachine(Loader())
        // snippet: work in a test
        try await test.start(.partial) { $0.begins(\.loading) }  // and does nothing until the test says how it ends
        await test.complete(\.loading, returning: "text", .partial) { $0.enters(\.ready) }
        // end snippet
    }

    @Test func `what is to hold`() async throws {
        // snippet: what is to hold
        var explorer = Explorer(events: [.on, .off]) { Heater() }
        explorer.fingerprint { $0.path }  // what tells situations apart besides the states
        explorer.never(\.cold, with: \.heating)
        explorer.invariant("it is somewhere") { $0.cold.isActive || $0.heating.isActive || $0.ready.isActive }
        explorer.alwaysPossible(.active(\.cold))
        try await explorer.explore().expectSound()
        // end snippet
    }

    @Test func `how work can end`() async throws {
        struct Offline: Error {}
        final class Loader: TopState<Loader.Event> {
            enum Event { case loaded(String), again }
            let loading = Loading(), ready = Ready()
            override func configure() { substates(loading, ready) }
            final class Loading: State<Loader, Loader> {
                override func entry() { run({ "text" }, done: { .loaded($0) }) }
                override func failed(_ error: any Error) -> Reaction { .to(superior.ready) }
                override func handle(_ event: Event) -> Reaction {
                    if case .loaded = event { .to(superior.ready) } else { .unhandled }
                }
            }
            final class Ready: State<Loader, Loader> {
                override func handle(_ event: Event) -> Reaction {
                    if case .again = event { .to(superior.loading) } else { .unhandled }
                }
            }
        }
        // snippet: how work can end
        var explorer = Explorer(events: [.again]) { Loader() }
        explorer.outcomes(of: String.self, returns: "text", "", throws: Offline())
        try await explorer.explore().expectSound()
        // end snippet
    }

    @Test func `time is moved`() async throws {
        // snippet: time is moved
        let clock = ManualClock(), heater = Machine(Heater(), clock: clock)
        try await heater.start()
        heater.post(.on)
        await clock.settle()  // until all machines of the clock are at rest
        await clock.advance(by: .seconds(5))  // and what is due on the way happens, in order
        print(await heater.isActive(\.ready))  // true
        // end snippet
    }

    @Test func `a machine is recorded`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
        let heater = Machine(Heater(), clock: ManualClock())
        // snippet: a machine is recorded
        let recorder = Recorder(clock: ManualClock())
        recorder.record(heater, named: "Heater")
        try recorder.write(to: file)  // line by line, as it happens
        try await heater.start()
        let page = recorder.recording.html(title: "Heater"), lines = recorder.recording.lines
        recorder.stop()  // now all of it is in the file
        // end snippet
        #expect(page.contains("Heater") && !lines.isEmpty)
        try FileManager.default.removeItem(at: file)
    }

    @Test func `charts are drawn`() async throws {
        let valve = Interpreter(Valve())
        let steps = [try valve.startStep(), try valve.step(.open)]
        // snippet: charts are drawn
        var drawing = ChartDrawing(valve.vertices, active: valve.configuration)
        drawing.learn(from: steps)  // transitions are known when they were taken, or found by exploring
        let picture = drawing.svg(width: 400)
        print(drawing.mermaid)
        // end snippet
        #expect(picture.hasPrefix("<svg"))
    }

    @Test func `a bridge begins and ends`() async throws {
        let (near, far) = MemoryLink.pair()
        let other = Bridge(over: far)
        other.begin()
        // snippet: a bridge begins and ends
        let bridge = Bridge(over: near, name: "shop")
        let states = bridge.states.stream()
        try await bridge.start()  // both sides have met
        async let closed: Void = bridge.close()  // when all that was sent has been acknowledged
        for await state in states { print(state) }  // new, connecting, connected with …, ended
        await closed
        // end snippet
        other.stop()
    }
}
