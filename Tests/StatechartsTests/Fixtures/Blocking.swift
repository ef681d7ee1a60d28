import Statecharts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

//   Blocking                              block: blocks its thread until the gate is open
//   ┌──────────────┐
//   │ ●──▶ Ready   │  note, suspend: writes down its thread;  number: writes it down;  ask: sends another machine a number
//   └──────────────┘

/// Actions that block or suspend, and write down on which thread they run.
final class Blocking: TopState<Blocking.Event> {
    enum Event: Sendable {
        case note, suspend, block(Barrier), number(Int), ask(Machine<Blocking>), assume(ThreadActor)
    }

    let ready = Ready()
    var threads: [ThreadID] = []
    var numbers: [Int] = []
    override func configure() { substates(ready) }

    final class Ready: State<Blocking, Blocking> {
        override func entry() { top.threads.append(.present) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note: .handled { self.top.threads.append(.present) }
            case .suspend:
                .handled {
                    await Task.yield()
                    self.top.threads.append(.present)
                }
            case .block(let gate): .handled { gate.pass() }
            case .number(let number): .handled { self.top.numbers.append(number) }
            case .ask(let other): .handled { try await other.send(.number(7)) }
            case .assume(let lane):
                .handled {
                    let count = lane.assumeIsolated { $0.name.count }
                    self.top.numbers.append(count)
                }
            }
        }
    }
}

//   Rendering
//   ┌────────────────────────────────┐
//   │ ●──▶ AtWork ──rendered──▶ Done │  ping: counts
//   └────────────────────────────────┘

/// An activity that blocks on a thread of its own.
final class Rendering: TopState<Rendering.Event> {
    enum Event: Sendable { case ping, rendered }

    let lane: ThreadActor, gate: Barrier
    let working = AtWork(), done = Done()
    var pings = 0
    init(lane: ThreadActor, gate: Barrier) { (self.lane, self.gate) = (lane, gate) }
    override func configure() { substates(working, done) }

    final class AtWork: State<Rendering, Rendering> {
        override func entry() {
            run { [lane = top.lane, gate = top.gate] in
                await lane.run { gate.pass() }
            } done: {
                .rendered
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ping: .handled { self.top.pings += 1 }
            case .rendered: .to(superior.done)
            }
        }
    }

    final class Done: State<Rendering, Rendering> {}
}

/// Which thread code runs on.
struct ThreadID: Hashable, Sendable {
    private let number: UInt

    static var present: ThreadID { ThreadID(number: number) }

    #if canImport(Glibc)
        private static var number: UInt { UInt(pthread_self()) }
    #else
        private static var number: UInt { unsafe UInt(bitPattern: pthread_self()) }
    #endif
}

/// Blocks threads, as real work does, until it is opened: a pipe that nothing is written to, and that ends.
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

    /// Waits for so many threads that have come to the gate. To be called once.
    func waitForEntrants(_ count: Int) async {
        var missing = count
        for await _ in entrants {
            missing -= 1
            if missing == 0 { return }
        }
    }
}

/// Tells when threads end.
final class ThreadEnds: Sendable {
    private let stream: AsyncStream<Void>
    fileprivate let continuation: AsyncStream<Void>.Continuation
    fileprivate let ended = Guarded(0)
    private let key: pthread_key_t

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        var key = pthread_key_t()
        _ = unsafe pthread_key_create(&key) { unsafe threadEnded($0) }
        self.key = key
    }

    var count: Int { ended.withLock { $0 } }

    func watchThisThread() { _ = unsafe pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque()) }

    func next() async { for await _ in stream { return } }
}

#if canImport(Darwin)
    private func threadEnded(_ place: UnsafeMutableRawPointer) {
        let ends = unsafe Unmanaged<ThreadEnds>.fromOpaque(place).takeRetainedValue()
        ends.ended.withLock { $0 += 1 }
        ends.continuation.yield()
    }
#else
    private func threadEnded(_ place: UnsafeMutableRawPointer?) {
        guard let place = unsafe place else { return }
        let ends = unsafe Unmanaged<ThreadEnds>.fromOpaque(place).takeRetainedValue()
        ends.ended.withLock { $0 += 1 }
        ends.continuation.yield()
    }
#endif
