import Statecharts
import TestSupport
import Testing

/// In which order activities are cancelled.
@Suite struct CancellationOrderTests {
    private let seen = Choir.Seen()

    /// A choir in which all sing.
    private func choir() async throws -> Machine<Choir> {
        let machine = Machine(Choir(seen))
        try await machine.start()
        try await eventually { seen.begun.count == 2 * Choir.voices }
        return machine
    }

    @Test func `the activities of a state are cancelled in the reverse order of their beginnings`() async throws {
        let machine = try await choir()
        try await machine.send(1)
        #expect(seen.ended == (0..<2 * Choir.voices).reversed())
        try await machine.stop()
    }

    @Test func `so are those of all states when the machine is released`() async throws {
        do { _ = try await choir() }
        try await eventually { seen.ended.count == 2 * Choir.voices }
        #expect(seen.ended == (0..<2 * Choir.voices).reversed())
    }
}

//  ● ──▶ Outer (● ──▶ Inner) ──▶ Silent
private final class Choir: TopState<Int> {
    static let voices = 12

    let outer = Outer(), silent = Silent()
    let seen: Seen
    init(_ seen: Seen) { self.seen = seen }
    override func configure() { substates(outer, silent) }

    final class Seen: Sendable {
        private let lists = Guarded<(begun: [Int], ended: [Int])>(([], []))
        var begun: [Int] { lists.withLock { $0.begun } }
        var ended: [Int] { lists.withLock { $0.ended } }

        /// Goes on until its task is cancelled.
        func sing(_ voice: Int) async {
            let (stream, end) = AsyncStream<Never>.makeStream()
            await withTaskCancellationHandler {
                lists.withLock { $0.begun.append(voice) }
                for await _ in stream {}
            } onCancel: {
                lists.withLock { $0.ended.append(voice) }
                end.finish()
            }
        }
    }

    final class Outer: State<Choir, Choir> {
        let inner = Inner()
        override func configure() { substates(inner) }
        override func entry() {
            for voice in 0..<Choir.voices { run { [seen = top.seen] in await seen.sing(voice) } }
        }
        override func handle(_ event: Int) -> Reaction { .to(superior.silent) }
    }

    final class Inner: State<Outer, Choir> {
        override func entry() {
            for voice in Choir.voices..<2 * Choir.voices { run { [seen = top.seen] in await seen.sing(voice) } }
        }
    }

    final class Silent: State<Choir, Choir> {}
}
