import Statecharts
import Testing

// Release builds do not look.
#if DEBUG
    /// Async actions that run somewhere else than the machine trap when they use the chart.
    @Suite struct IsolationTrapTests {
        /// What the runtime says, which also names the executor that is missed.
        private static let words = "Incorrect actor executor assumption"

        @Test func `an effect that is a concurrent method and uses the top`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let machine = Machine(Strayed())
                try await machine.start()
                try await machine.send(.leave)
            }
            #expect(result.message.contains(Self.words), "\(result.message)")
        }

        @Test func `a concurrent entry that uses the superior, on the main actor`() async {
            await #expect(processExitsWith: .failure) { @MainActor in
                let machine = Machine(Strayed(), on: MainActor.shared)
                try await machine.start()
                try await machine.send(.stray)
            }
        }

        @Test func `an effect that is a concurrent method and raises an event`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let machine = Machine(Strayed())
                try await machine.start()
                try await machine.send(.raise)
            }
            #expect(result.message.contains(Self.words), "\(result.message)")
        }

        @Test func `actions that stay on the machine use everything, suspended or not`() async throws {
            let machine = Machine(Strayed())
            try await machine.start()
            #expect(try await machine.send(.stay) == .handled)
            #expect(try await machine.withTop { $0.log } == ["before", "after", "method"])
            try await machine.stop()
        }
    }

    private final class Strayed: TopState<Strayed.Event> {
        enum Event: Sendable { case leave, stray, raise, stay }
        let home = Home(), away = Away()
        var log: [String] = []
        override func configure() { substates(home, away) }

        final class Home: State<Strayed, Strayed> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .leave: .handled(self.store)
                case .stray: .to(superior.away)
                case .raise: .handled(self.call)
                case .stay:
                    .handled {
                        self.top.log.append("before")
                        await Task.yield()
                        self.superior.log.append("after")
                        await self.stay()
                    }
                }
            }
            @concurrent func store() async { top.log.append("somewhere else") }
            @concurrent func call() async { raise(.leave) }
            nonisolated(nonsending) func stay() async {
                await Task.yield()
                top.log.append("method")
            }
        }
        final class Away: State<Strayed, Strayed> {
            @concurrent override func entry() async { superior.log.append("somewhere else") }
        }
    }
#endif
