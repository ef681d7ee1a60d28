import Statecharts

/// Does in a step what it is told, and notes what comes of that.
///
///     Doing
///     ├─ Rest   act / a closure;  hear n / count;  wait / deferred;  leave → Away
///     └─ Away   come → Rest
final class Doing: TopState<Doing.Event> {
    enum Event: Sendable {
        case act(@Sendable (Rest) -> Void)
        case suspend(@Sendable () async -> Void)
        case hear(Int)
        case ask(Reply<Int>)
        case leave, come
    }

    let numbers = InputPort<Int>("numbers")
    let output = OutputPort<Int>("output")
    let rest = Rest(), away = Away()
    var heard = 0

    override func configure() {
        receive(numbers) { .hear($0) }
        substates(rest, away)
    }

    final class Rest: State<Doing, Doing> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .act(let body): .handled { body(self) }
            case .suspend(let body): .handled { await body() }
            case .hear: .handled { self.top.heard += 1 }
            case .ask(let reply): .handled { reply.answer(self.top.heard) }
            case .leave: .to(superior.away)
            case .come: .unhandled
            }
        }
    }

    final class Away: State<Doing, Doing> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .come: .to(superior.rest)
            default: .unhandled
            }
        }
    }
}

extension Machine where Top == Doing {
    /// One that has been started.
    static func started<C: Clock>(
        named name: String? = nil, clock: C = ContinuousClock(), raising limit: Int = 10_000
    ) async throws -> Machine where C.Duration == Duration {
        let machine = Machine(Doing(), named: name, clock: clock, raisedLimit: limit)
        try await machine.start()
        return machine
    }

    /// Does something in one step.
    func act(_ body: @escaping @Sendable (Doing.Rest) -> Void) async throws { try await send(.act(body)) }

    /// Waits until it has heard so much in all.
    func hasHeard(_ count: Int) async throws {
        while try await withTop({ $0.heard }) < count { await Task.yield() }
    }
}
