import Statecharts
import StatechartsTesting
import Testing

/// The programs of the pages of ``SupervisorError``: see ``CodePage``.
@Suite struct SupervisorCodeTests {
    @Test func `gaveUp`() async throws {
        try await CodePage("SupervisorError.gaveUp").shows {
            // snippet: gaveUp
            struct Broken: Error {}
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, broken }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        case .broken: .handled { throw Broken() }
                        }
                    }
                }
            }
            let supervisor = Supervisor(limit: RestartLimit(0, in: .seconds(60)))
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            lamp.post(.broken)
            try await supervisor.run()
            // end snippet
        } repaired: {
            struct Broken: Error {}
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, broken }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        case .broken: .handled { throw Broken() }
                        }
                    }
                }
            }
            // snippet: gaveUp, repaired
            let supervisor = Supervisor(limit: RestartLimit(1, in: .seconds(60)))
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            lamp.post(.broken)
            let running = Task { try await supervisor.run() }
            try await lamp.send(.tap)  // taken by the second life
            running.cancel()
            try await running.value
            // end snippet
        }
    }

    @Test func `alreadyRunning`() async throws {
        try await CodePage("SupervisorError.alreadyRunning").shows {
            // snippet: alreadyRunning
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            defer { running.cancel() }
            try await lamp.send(.tap)
            try await supervisor.run()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            // snippet: alreadyRunning, repaired
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            try await lamp.send(.tap)
            running.cancel()
            try await running.value
            // end snippet
        }
    }

    @Test func `down`() async throws {
        try await CodePage("SupervisorError.down").shows {
            // snippet: down
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            _ = try await lamp.withTop { $0.off.path }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            // snippet: down, repaired
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            try await lamp.send(.tap)
            _ = try await lamp.withTop { $0.off.path }
            running.cancel()
            // end snippet
        }
    }

    @Test func `released`() async throws {
        try await CodePage("SupervisorError.released").shows {
            // snippet: released
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            var supervisor: Supervisor? = Supervisor()
            let lamp = supervisor?.add("lamp") { Machine(Lamp()) }
            supervisor = nil
            _ = try await lamp?.send(.tap)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            // snippet: released, repaired
            let supervisor = Supervisor()
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }  // keeps the supervisor
            try await lamp.send(.tap)
            running.cancel()
            // end snippet
        }
    }

    @Test func `nameTaken`() async throws {
        try await CodePage("SupervisorError.nameTaken").shows {
            // snippet: nameTaken
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            let supervisor = Supervisor()
            supervisor.add("lamp") { Machine(Lamp()) }
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            _ = try await lamp.send(.tap)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .tap: .handled
                        }
                    }
                }
            }
            // snippet: nameTaken, repaired
            let supervisor = Supervisor()
            supervisor.add("lamp") { Machine(Lamp()) }
            try await supervisor.remove("lamp")
            let lamp = supervisor.add("lamp") { Machine(Lamp()) }
            let running = Task { try await supervisor.run() }
            try await lamp.send(.tap)
            running.cancel()
            // end snippet
        }
    }
}
