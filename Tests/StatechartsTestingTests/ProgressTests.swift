import Statecharts
import StatechartsCore
import StatechartsSimulation
import Testing

/// What an explorer says on its way.
@Suite struct ProgressTests {
    @Test func `an explorer says how far it is, each time a thousand situations are done`() async throws {
        let told = Guarded<[String]>([])
        var explorer = Explorer<Odometer>(events: [.forth, .reset]) { Odometer() }
        explorer.onProgress = { line in told.withLock { $0.append(line) } }
        let found = try await explorer.explore()
        #expect(found.isComplete)
        #expect(found.situationCount == 2_500)
        #expect(told.withLock { $0 } == ["1000 of 1001 situations, 2000 steps", "2000 of 2001 situations, 4000 steps"])
    }
}

private final class Odometer: TopState<Odometer.Event> {
    enum Event: Hashable, Sendable { case forth, reset }
    let on = On()
    override func configure() { substates(on) }

    final class On: State<Odometer, Odometer> {
        @Scoped var distance = 0
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .forth: distance < 2_499 ? .handled { self.distance += 1 } : .unhandled
            case .reset: .handled { self.distance = 0 }
            }
        }
    }
}
