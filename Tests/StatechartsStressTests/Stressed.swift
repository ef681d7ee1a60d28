import Statecharts

/// A chart in which everything happens: regions, suspending actions, timers, activities, questions, failures; actions do what the run tells them.
///
///     ┌─ Stressed ──────────────────────────────────────────────────────────────────────────┐
///     │ ● ▶ Plain ── go ──▶ Slow ── go ──▶ Both: │ left: Off ⇄ On │ right: Off ⇄ On │       │
///     │       ◀───────────────────── go ────────────────────────────────────────────        │
///     │ any ── finish ──▶ ◉       any ── fail ▶ throws; the top takes it, or fails          │
///     └─────────────────────────────────────────────────────────────────────────────────────┘
final class Stressed: TopState<Stressed.Event> {
    enum Event: Sendable {
        /// What an action is to do while it is taken.
        case work(Burden), go(Burden), later(Burden)
        case ask(Reply<Int>), keep(Reply<Int>)
        case number(Int), tick
        case fail(isHard: Bool), finish
    }
    struct Broken: Error { let isHard: Bool }

    let numbers: InputPort<Int>, out = OutputPort<Int>("out"), state = OutputPort("state", current: 0)
    let plain = Plain(), slow = Slow(), both = Both(), end = End()
    let hooks: Hooks
    var kept: [Reply<Int>] = []
    var count = 0
    /// The same between two steps.
    var before = 0, after = 0

    init(_ hooks: Hooks, buffering: PortBuffering) {
        self.hooks = hooks
        numbers = InputPort("numbers", buffering: buffering)
    }

    override func configure() {
        receive(numbers) { .number($0) }
        substates(plain, slow, both, end)
    }

    override func exit() { kept = [] }

    override func handle(_ event: Event) -> Reaction {
        hooks.now(1)
        switch event {
        case .work(let burden), .go(let burden):
            return .handled {
                self.count += 1
                self.hooks.now(burden.size)
            }
        case .later(let burden):
            return .handled {
                self.count += 1
                self.before += 1
                self.hooks.now(burden.size)
                await self.hooks.later(burden.size)
                self.after += 1
            }
        case .ask(let reply): return .handled { reply.answer(self.count) }
        case .keep(let reply):
            return .handled {
                self.kept.append(reply)
                if self.kept.count > 3 { self.kept.removeFirst().answer(0) }
            }
        case .number(let number):
            return .handled {
                self.count += 1
                if number > 0 { self.out.send(number - 1) }
                self.state.send(number)
            }
        case .tick: return .handled { self.hooks.now(1) }
        case .fail(let isHard): return .handled { throw Broken(isHard: isHard) }
        case .finish: return .to(end)
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        if let broken = error as? Broken, broken.isHard {
            kept = []
            return .unhandled
        }
        return .handled
    }

    final class Plain: State<Stressed, Stressed> {
        override func entry() { every(.milliseconds(3), send: .tick) }
        override func exit() { top.hooks.now(1) }
        override func handle(_ event: Event) -> Reaction {
            if case .go(let burden) = event { return .to(superior.slow) { self.top.hooks.now(burden.size) } }
            return .unhandled
        }
    }

    final class Slow: State<Stressed, Stressed> {
        override func entry() async {
            run { [hooks = top.hooks] in await hooks.later(2) }
            await top.hooks.later(1)
        }
        override func exit() async { await Task.yield() }
        override func handle(_ event: Event) -> Reaction {
            if case .go = event { return .to(superior.both) { await Task.yield() } }
            if case .number(let number) = event, number.isMultiple(of: 7) { return .deferred }
            return .unhandled
        }
    }

    final class Both: OrthogonalState<Stressed, Stressed> {
        let left = Side(), right = Side()
        override func configure() { regions(left, right) }
        override func handle(_ event: Event) -> Reaction {
            if case .go = event { return .to(superior.plain) }
            return .unhandled
        }

        final class Side: State<Both, Stressed> {
            let off = Off(), on = On()
            override func configure() { substates(off, on) }

            final class Off: State<Side, Stressed> {
                override func handle(_ event: Event) -> Reaction {
                    if case .tick = event { return .to(superior.on) }
                    return .unhandled
                }
            }
            final class On: State<Side, Stressed> {
                override func entry() { after(.milliseconds(2), send: .tick) }
                override func handle(_ event: Event) -> Reaction {
                    if case .tick = event { return .to(superior.off) }
                    return .unhandled
                }
            }
        }
    }

    final class End: FinalState<Stressed, Stressed> {}
}

/// What actions do by the wish of a run.
struct Hooks: Sendable {
    /// Does something that does not wait.
    let now: @Sendable (Int) -> Void
    /// Does something that waits.
    let later: @Sendable (Int) async -> Void
}

/// A part of an event whose end does something too.
final class Burden: Sendable {
    let size: Int
    private let end: @Sendable () -> Void

    init(_ size: Int, _ end: @escaping @Sendable () -> Void) {
        self.size = size
        self.end = end
    }
    deinit { end() }
}
