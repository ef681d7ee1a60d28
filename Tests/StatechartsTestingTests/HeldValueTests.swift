import Statecharts
import StatechartsTesting
import Testing

//   Loader: two works that differ only in what their closures hold
//   ●──▶ Idle ──load(n)──▶ works   Idle ──loaded(1)──▶ One, ──loaded(2)──▶ Two
private final class Loader: TopState<Loader.Event> {
    enum Event: Sendable, Equatable { case load(Int), loaded(Int) }
    let idle = Idle(), one = One(), two = Two()
    override func configure() { substates(idle, one, two) }
    final class Idle: State<Loader, Loader> {
        @Scoped var isBusy = false
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .load(let number):
                isBusy
                    ? .handled
                    : .handled {
                        isBusy = true
                        run({ 7 }, done: { (_: Int) in .loaded(number) })
                    }
            case .loaded(let number): number == 1 ? .to(superior.one) : .to(superior.two)
            }
        }
    }
    final class One: State<Loader, Loader> {}
    final class Two: State<Loader, Loader> {}
}

@Suite struct HeldValueTests {
    @Test(arguments: [Explorer<Loader>.Return.automatic, .replaying])
    private func `works are told apart by the events that come of them`(
        _ returning: Explorer<Loader>.Return
    ) async throws {
        var explorer = Explorer(events: [.load(1), .load(2)]) { Loader() }
        explorer.outcomes(of: Int.self, returns: 7)
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.one)?.description == "load(1), activity Idle: returns 7")
        #expect(found.path(to: \.two)?.description == "load(2), activity Idle: returns 7")
        #expect(found.isComplete && found.problems.isEmpty && found.situationCount == 5, "\(found)")
    }
}
