import Observation
import Statecharts
import Synchronization

/// Views of machines that come and go while the machines run, fail and end.
extension StressRun {
    /// What a view shows: the two are the same between steps, whatever suspends.
    struct Pair: Equatable, Sendable { var before = 0, after = 0 }

    /// How many views there are, and how often one has shown half a step.
    final class ViewTally: Sendable {
        private let living = Atomic(0), torn = Atomic(0)
        var livingCount: Int { living.load(ordering: .acquiring) }
        var tornCount: Int { torn.load(ordering: .acquiring) }

        func check(_ pair: Pair) {
            if pair.before != pair.after { torn.add(1, ordering: .relaxed) }
        }

        /// What a view's closure captures: as long as it is there, the view has left something behind.
        func makeToken() -> Token {
            living.add(1, ordering: .relaxed)
            return Token(tally: self)
        }

        final class Token: Sendable {
            private let tally: ViewTally
            init(tally: ViewTally) { self.tally = tally }
            func look(at top: Stressed) -> Pair {
                let pair = Pair(before: top.before, after: top.after)
                tally.check(pair)
                return pair
            }
            deinit { tally.living.subtract(1, ordering: .releasing) }
        }
    }

    /// Makes a view, looks at it for a while, and lets it go.
    @MainActor
    func view(_ machine: Machine<Stressed>, _ event: Stressed.Event) async throws {
        let token = views.makeToken()
        let view =
            chance(50)
            ? MachineView(machine, initially: Pair()) { top, _ in token.look(at: top) }
            : try await MachineView(machine) { top, _ in token.look(at: top) }
        for number in 0..<below(6) {
            withObservationTracking {
                views.check(view.value)
                _ = (view.configuration, view.hasEnded, view.isActive(\.slow), view.accepts(.tick, as: number / 2))
            } onChange: { [weak view, views] in
                // Before the change: all is as it was.
                MainActor.assumeIsolated { if let view { views.check(view.value) } }
            }
            switch below(5) {
            case 0: view.post(event)
            case 1: try await view.send(.tick)
            case 2: try await view.ask(whether: \.both)
            default: await Task.yield()
            }
        }
    }

    /// Waits until nothing is left of the views; of those in a task that never ran there was nothing.
    func endViews() async {
        await dog.during("views at the end") {
            while views.livingCount > 0 { await Task.yield() }
        }
    }
}
