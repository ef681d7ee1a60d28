import Statecharts
import Testing

/// Charts of one class share what is known of their transitions. Machines that learn the same at once know it all the same.
@Suite struct ConcurrentLearningTests {
    @Test func `eight machines of a class that nobody has run yet learn its transitions at the same time`() async throws
    {
        let last = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let machine = Machine(Wheel(24))
                    try await machine.start()
                    for turn in 0..<240 { try await machine.send(turn * 7 % 24) }
                    let configuration = await machine.configuration.description
                    try await machine.stop()
                    return configuration
                }
            }
            var seen: Set<String> = []
            for try await configuration in group { seen.insert(configuration) }
            return seen
        }
        #expect(last == ["spokes\(239 * 7 % 24 + 1)"])
    }

    private final class Wheel: TopState<Int> {
        let spokes: [Spoke]
        init(_ count: Int) { spokes = (0..<count).map { _ in Spoke() } }
        override func configure() { substates(spokes) }
        final class Spoke: State<Wheel, Wheel> {
            override func handle(_ event: Int) -> Reaction { .to(superior.spokes[event]) }
        }
    }
}
