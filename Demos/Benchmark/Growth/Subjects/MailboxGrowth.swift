import Statecharts

extension Benchmark {
    /// Events that wait.
    static let mailboxGrowth: [GrowthSubject] = [
        GrowthSubject("posted", "n events in the mailbox, taken", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            return {
                for _ in 0..<n { machine.post(.hear(1)) }
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("posted-unstarted", "n events before the start, taken", from: 1_000) { n in
            let machine = Machine(Doing())
            for _ in 0..<n { machine.post(.hear(1)) }
            return {
                try await machine.start()
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("posted-in-step", "n events posted by one step, taken", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { _ in for _ in 0..<n { machine.post(.hear(1)) } }
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("raised", "n events raised in one step", from: 1_000) { n in
            let machine = try await Machine<Doing>.started(raising: n + 10)
            return { try await machine.act { rest in for _ in 0..<n { rest.raise(.hear(1)) } } }
        },
        GrowthSubject("deferred", "n events deferred", from: 1_000) { n in
            let interpreter = Interpreter(Desk())
            interpreter.deferralLimit = n
            try interpreter.start()
            return { for number in 0..<n { try interpreter.send(.work(number)) } }
        },
        GrowthSubject("recalled", "n deferred events, taken one for each step", from: 100) { n in
            let interpreter = try deferring(n)
            return {
                for _ in 0..<n { try interpreter.send(.done) }
                guard interpreter.top.taken == n else { throw WrongWork(name: "recalled") }
            }
        },
        GrowthSubject("recalled-at-once", "n deferred events, all taken after one step", from: 1_000) { n in
            let machine = Machine(Waits(), deferralLimit: n)
            try await machine.start()
            for _ in 0..<n { machine.post(.work) }
            try await machine.send(.look)
            return {
                try await machine.send(.done)
                guard try await machine.withTop({ $0.taken }) == n else { throw WrongWork(name: "recalled-at-once") }
            }
        },
        GrowthSubject("asked", "n tasks that ask a machine at the same time", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return { await GrowthTasks(n) { _ in _ = try await machine.ask { .ask($0) } }.wait() }
        },
        GrowthSubject("senders", "n tasks that send while an action is suspended", from: 100) { n in
            let (machine, goOn) = try await suspended()
            return {
                let tasks = await GrowthTasks(n) { _ in try await machine.send(.hear(1)) }
                goOn()
                await tasks.wait()
            }
        },
        GrowthSubject("senders-cancelled", "n such tasks, cancelled", from: 100) { n in
            let (machine, goOn) = try await suspended()
            return {
                let tasks = await GrowthTasks(n) { _ in try await machine.send(.hear(1)) }
                tasks.cancel()
                goOn()
                await tasks.wait()
            }
        },
        GrowthSubject("finished", "n tasks that wait for a machine's end", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                let tasks = await GrowthTasks(n) { _ in try await machine.finished }
                try await machine.stop()
                await tasks.wait()
            }
        },
        GrowthSubject("finished-cancelled", "n such tasks, cancelled", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                let tasks = await GrowthTasks(n) { _ in try await machine.finished }
                tasks.cancel()
                await tasks.wait()
            }
        },
    ]

    /// A desk that has deferred so many events.
    static func deferring(_ count: Int) throws -> Interpreter<Desk> {
        let interpreter = Interpreter(Desk())
        interpreter.deferralLimit = count
        try interpreter.start()
        for number in 0..<count { try interpreter.send(.work(number)) }
        return interpreter
    }

    /// A machine whose action waits until the closure is called.
    private static func suspended() async throws -> (Machine<Doing>, goOn: @Sendable () -> Void) {
        let machine = try await Machine<Doing>.started()
        let (wait, end) = AsyncStream.makeStream(of: Void.self)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        machine.post(
            .suspend {
                begin.finish()
                for await _ in wait {}
            })
        for await _ in began {}
        return (machine, { end.finish() })
    }
}

/// Defers work until it is told that it is done, and then takes it all.
private final class Waits: TopState<Waits.Event> {
    enum Event: Sendable { case work, look, done }

    let busy = Busy(), free = Free()
    var taken = 0
    override func configure() { substates(busy, free) }

    final class Busy: State<Waits, Waits> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .deferred
            case .look: .handled
            case .done: .to(superior.free)
            }
        }
    }

    final class Free: State<Waits, Waits> {
        override func handle(_ event: Event) -> Reaction {
            event == .work ? .handled { self.top.taken += 1 } : .unhandled
        }
    }
}
