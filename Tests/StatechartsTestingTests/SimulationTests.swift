@testable import Statecharts
import Testing

@Suite struct SimulationTests {
    @Test func `what came of an event is not what came of one that the chart sent itself meanwhile`() async throws {
        let parrot = Parrot(), simulation = Simulation(parrot)
        connect(parrot.said, to: parrot.heard)
        try await simulation.start()
        #expect(await simulation.send(.say) == .handled)
        #expect(parrot.count == 1)
    }
}

/// Hears what it says, and does not want it.
private final class Parrot: TopState<Parrot.Event> {
    enum Event { case say, heard }
    let said = OutputPort<Int>("said"), heard = InputPort<Int>("heard")
    var count = 0

    override func configure() { receive(heard) { _ in .heard } }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .say: return .handled { self.said.send(1) }
        case .heard:
            count += 1
            return .unhandled
        }
    }
}
