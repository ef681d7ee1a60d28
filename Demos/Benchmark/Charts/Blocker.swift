import Statecharts
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A component that blocks until it is let go.
///
///     Blocker
///     └─ Ready   block / blocks its thread
final class Blocker: TopState<Blocker.Event> {
    enum Event: Sendable { case block(Barrier) }

    let ready = Ready()
    override func configure() { substates(ready) }

    final class Ready: State<Blocker, Blocker> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .block(let barrier): .handled { barrier.pass() }
            }
        }
    }
}

/// Blocks all threads that come to it until it is opened: they read from a pipe that nothing is written to, and that
/// ends.
final class Barrier: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let entrants: AsyncStream<Void>
    private let entrance: AsyncStream<Void>.Continuation

    init() {
        (entrants, entrance) = AsyncStream.makeStream(of: Void.self)
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        self.ends = (ends[0], ends[1])
    }

    deinit { close(ends.read) }

    func pass() {
        entrance.yield()
        var byte: UInt8 = 0
        _ = unsafe read(ends.read, &byte, 1)
    }

    /// To be called once.
    func open() { close(ends.write) }

    /// Waits for so many threads. To be called once.
    func waitForEntrants(_ count: Int) async {
        var missing = count
        guard missing > 0 else { return }
        for await _ in entrants {
            missing -= 1
            if missing == 0 { return }
        }
    }
}
