import Statecharts
import StatechartsTesting
import Testing

extension SupervisorCodeTests {
    @Test func `dropped`() async throws {
        try await CodePage("SupervisorError.dropped").shows {
            // snippet: dropped
            struct Broken: Error {}
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, broken }
                let clock: ManualClock, off = Off()
                init(clock: ManualClock) { self.clock = clock }
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .tap
                            ? .handled
                            : .handled { [clock = top.clock] in
                                try await clock.sleep(for: .seconds(1))
                                throw Broken()
                            }
                    }
                }
            }
            let clock = ManualClock(), supervisor = Supervisor(clock: clock)
            let lamp = supervisor.add("lamp", mailbox: .dropped) { Machine(Lamp(clock: clock), clock: clock) }
            let running = Task { try await supervisor.run() }
            defer { running.cancel() }
            lamp.post(.broken)
            await clock.waitForSleepers()
            let sent = Task { try await lamp.send(.tap) }
            while lamp.machine?.waitingCount == 0 { await Task.yield() }  // until it waits
            await clock.advance(by: .seconds(1))
            _ = try await sent.value
            // end snippet
        } repaired: {
            struct Broken: Error {}
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, broken }
                let clock: ManualClock, off = Off()
                init(clock: ManualClock) { self.clock = clock }
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .tap
                            ? .handled
                            : .handled { [clock = top.clock] in
                                try await clock.sleep(for: .seconds(1))
                                throw Broken()
                            }
                    }
                }
            }
            let clock = ManualClock(), supervisor = Supervisor(clock: clock)
            // snippet: dropped, repaired
            let lamp = supervisor.add("lamp") { Machine(Lamp(clock: clock), clock: clock) }
            // end snippet
            let running = Task { try await supervisor.run() }
            defer { running.cancel() }
            lamp.post(.broken)
            await clock.waitForSleepers()
            let sent = Task { try await lamp.send(.tap) }
            while lamp.machine?.waitingCount == 0 { await Task.yield() }  // until it waits
            await clock.advance(by: .seconds(1))
            _ = try await sent.value
        }
    }

    @Test func `unanswered`() async throws {
        try await CodePage("SupervisorError.unanswered").shows {
            // snippet: unanswered
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, level(Reply<Int>) }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        case .level: .unhandled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            defer { running.cancel() }
            _ = try await lamp.ask { .level($0) }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, level(Reply<Int>) }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        // snippet: unanswered, repaired
                        case .level(let reply): .handled { reply.answer(3) }
                        // end snippet
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            defer { running.cancel() }
            _ = try await lamp.ask { .level($0) }
        }
    }

    @Test func `late`() async throws {
        try await CodePage("SupervisorError.late").shows {
            // snippet: late
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, level(Reply<Int>) }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        case .level: .unhandled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            _ = try await lamp.ask(within: .milliseconds(5)) { .level($0) }  // nobody runs it
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, level(Reply<Int>) }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        case .level: .unhandled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            // snippet: late, repaired
            do {
                _ = try await lamp.ask(within: .milliseconds(5)) { .level($0) }
            } catch let error as SupervisorError where error.code == .late {
                print("the level is not known")
            }
            // end snippet
        }
    }

    @Test func `finished`() async throws {
        try await CodePage("SupervisorError.finished").shows {
            // snippet: finished
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case removed, level(Reply<Int>) }
                let off = Off(), end = FinalState<Lamp, Lamp>()
                override func configure() { substates(off, end) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .removed: .to(superior.end)
                        case .level: .unhandled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            lamp.post(.removed)
            try await supervisor.run()
            _ = try await lamp.ask { .level($0) }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case removed, level(Reply<Int>) }
                let off = Off(), end = FinalState<Lamp, Lamp>()
                override func configure() { substates(off, end) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .removed: .to(superior.end)
                        case .level(let reply): .handled { reply.answer(3) }
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            // snippet: finished, repaired
            let running = Task { try await supervisor.run() }
            _ = try await lamp.ask { .level($0) }
            lamp.post(.removed)
            try await running.value
            // end snippet
        }
    }
}
