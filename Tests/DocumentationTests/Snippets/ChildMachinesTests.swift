import Statecharts
import StatechartsDiagrams
import StatechartsSimulation
import StatechartsTesting
import Testing

/// The examples of the article on child machines.
@Suite struct ChildMachinesTests {
    final class Player: TopState<Player.Event> {
        enum Event { case stop }

        let song: String
        let progress = OutputPort<Double>("progress")
        let playing = Playing(), over = FinalState<Player, Player>()
        var seconds = 0

        init(song: String) { self.song = song }
        override func configure() { substates(playing, over) }

        final class Playing: State<Player, Player> {
            override func entry() { top.progress.send(0.5) }
            override func handle(_ event: Event) -> Reaction { .to(superior.over) { top.seconds = 3 } }
        }
    }

    final class Jukebox: TopState<Jukebox.Event> {
        enum Event: Sendable, Equatable { case play, stop, heard(Double), played(Int) }

        let stopped = Stopped(), playing = Playing()
        var song = "Yesterday", part = 0.0
        override func configure() { substates(stopped, playing) }

        final class Stopped: State<Jukebox, Jukebox> {
            override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.playing) : .unhandled }
        }

        // snippet: a child machine
        final class Playing: State<Jukebox, Jukebox> {
            let player = Child(of: Playing.self) { Player(song: $0.top.song) }  // made anew at each entry
                .on(\.progress) { .heard($0) }  // up: its port, my event
                .done(\.seconds) { .played($0) }  // up: its output at its end, my event

            override func configure() { children(player) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .stop: .handled { player.post(.stop) }  // down
                case .heard(let part): .handled { top.part = part }
                case .played: .to(superior.stopped)
                default: .unhandled
                }
            }
        }
        // end snippet
    }

    @Test func `a jukebox and its player continue from a snapshot`() async throws {
        let clock = ManualClock()
        let jukebox = Machine(Jukebox(), clock: clock)
        try await jukebox.start()
        try await jukebox.send(.play)
        await clock.settle()
        // snippet: a tree in a snapshot
        print(await jukebox.activePaths)  // ["Playing", "Playing/player:Playing"]
        let snapshot = try await jukebox.snapshot()  // with the player, in the midst of its song
        let continued = Machine(restoring: snapshot, Jukebox(), clock: clock)
        try await continued.start()  // the player goes on when this step is over
        // end snippet
        await clock.settle()
        try await symbols(continued)
        #expect(await continued.activePaths == ["Playing", "Playing/player:Playing"])
        try await continued.send(.stop)
        await clock.settle()
        #expect(await continued.isActive(\.stopped))
        try await continued.stop()
        try await jukebox.stop()
    }

    private func symbols(_ machine: Machine<Jukebox>) async throws {
        // snippet: active paths
        print(await machine.activePaths)  // ["Playing", "Playing/player:Playing"]
        // end snippet
        // snippet: snapshot of a tree
        let snapshot = try await machine.snapshot()  // with all child machines, and theirs
        // end snippet
        #expect(snapshot.configuration == ["Playing"])
    }

    @Test func `a jukebox plays a song until it is stopped`() async throws {
        let clock = ManualClock()
        let machine = Machine(Jukebox(), clock: clock)
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        #expect(try await machine.withTop { $0.part } == 0.5)
        try await machine.send(.stop)
        await clock.settle()
        #expect(await machine.isActive(\.stopped))
        try await machine.stop()
    }

    final class Patient: TopState<Int> {
        let on = On(), off = Off()
        override func configure() { substates(on, off) }
        final class Off: State<Patient, Patient> {}
        final class On: State<Patient, Patient> {
            let player = Child(of: On.self) { _ in Player(song: "Help") }
            // snippet: children
            override func configure() { children(player) }
            // end snippet
            // snippet: stopped
            override func exit() async { await player.stopped() }  // left only when the player is silent
            // end snippet
            override func handle(_ event: Int) -> Reaction { .to(superior.off) }
        }
    }

    @Test func `a state is left when its player is silent`() async throws {
        let machine = Machine(Patient())
        try await machine.start()
        try await machine.send(1)
        #expect(await machine.isActive(\.off))
        try await machine.stop()
    }

    final class Restarting: TopState<Int> {
        let playing = Playing()
        let song = "Yesterday"
        override func configure() { substates(playing) }
        final class Playing: State<Restarting, Restarting> {
            // snippet: restart
            let player = Child(of: Playing.self) { Player(song: $0.top.song) }
                .restart(.transient, limit: RestartLimit(3, in: .seconds(60)), backOff: .none)
            // end snippet
            override func configure() { children(player) }
        }
    }

    // snippet: a child that fails
    final class Radio: TopState<Radio.Event> {
        enum Event { case again }
        let tuner = Child(of: Radio.self) { _ in Tuner() }
            .restart(.transient, backOff: .exponential(from: .seconds(10), cap: .seconds(60))) { _ in .again }
        var losses = 0
        override func configure() { children(tuner) }
        override func handle(_ event: Event) -> Reaction { .handled { losses += 1 } }
    }

    final class Tuner: TopState<Tuner.Event> {
        enum Event { case lost }
        struct NoSignal: Error {}
        override func handle(_ event: Event) -> Reaction { .handled { throw NoSignal() } }
    }
    // end snippet

    @Test func `a radio tunes in again`() async throws {
        // snippet: a restart on a manual clock
        let clock = ManualClock()
        let radio = Machine(Radio(), clock: clock)
        try await radio.start()
        await clock.settle()  // the tuner begins when the step of its owner is over
        try await radio.withTop { _ = $0.tuner.post(.lost) }
        await clock.settle()  // it fails; the next one is there, and begins in ten seconds
        print(await radio.activePaths)  // ["Radio", "Radio/tuner"]
        await clock.advance(by: .seconds(10))
        await clock.settle()
        print(await radio.activePaths)  // ["Radio", "Radio/tuner:Tuner"]
        // end snippet
        #expect(await radio.activePaths == ["Radio", "Radio/tuner:Tuner"])
        #expect(try await radio.withTop { $0.losses } == 1)
        // snippet: restarts in a snapshot
        var snapshot = try await radio.snapshot()
        let restarts = snapshot.activations[0].activities[0].child?.restarts
        print(restarts?.ages ?? [], restarts?.inARow ?? 0)  // [10.0 seconds] 1
        // Forgiven: the next wait is ten seconds again, and not twenty.
        snapshot.activations[0].activities[0].child?.restarts = .init(ages: [], inARow: 0, age: .zero)
        let next = Machine(restoring: snapshot, Radio(), clock: clock)
        // end snippet
        #expect(restarts == .init(ages: [.seconds(10)], inARow: 1, age: .zero))
        try await radio.stop()
        try await next.start()
        await clock.settle()
        try await next.withTop { _ = $0.tuner.post(.lost) }
        await clock.advance(by: .seconds(10))
        #expect(await next.activePaths == ["Radio", "Radio/tuner:Tuner"])
        try await next.stop()
        var explorer = Explorer(events: []) { Radio() }
        explorer.run(Explorer<Tuner>(events: [.lost]) { Tuner() })
        // snippet: a restart in a test
        let test = TestMachine(Radio(), childrenOf: explorer)
        try await test.start()
        await test.follow("child tuner: begins", of: explorer)
        await test.follow("child tuner: lost", of: explorer)
        await test.advance(by: .seconds(10), .partial)  // the next one begins in its time
        print(test.activePaths)  // ["Radio", "Radio/tuner:Tuner"]
        // end snippet
        #expect(test.activePaths == ["Radio", "Radio/tuner:Tuner"])
        #expect(test.top.losses == 1)
        await test.stop(.partial)
    }

    final class Television: TopState<Television.Event> {
        enum Event { case level(Double), eject, key(Int) }
        let playing = Playing(), stopped = Stopped()
        let levels = InputPort<Double>("levels")
        let song = "Yesterday"
        override func configure() {
            substates(playing, stopped)
            receive(levels) { .level($0) }
        }
        final class Stopped: State<Television, Television> {}
        final class Playing: State<Television, Television> {
            // snippet: connected child
            let player = Child(of: Playing.self) { Player(song: $0.top.song) }
                .connect(\.progress, to: \.top.levels)
            // end snippet
            override func configure() { children(player) }
        }
    }

    final class Cameras: TopState<Int> {
        let watching = Watching()
        override func configure() { substates(watching) }
        final class Camera: TopState<Int> { let pictures = OutputPort<Int>("pictures") }
        final class Screen: TopState<Int> {
            let pictures = InputPort<Int>("pictures")
            override func configure() { receive(pictures) { $0 } }
        }
        final class Watching: State<Cameras, Cameras> {
            // snippet: connected children
            let screen = Child(of: Watching.self) { _ in Screen() }
            let camera = Child(of: Watching.self) { _ in Camera() }
                .connect(\.pictures, to: \.screen, \.pictures)
            // end snippet
            override func configure() { children(screen, camera) }
        }
    }

    final class Remote: TopState<Remote.Event> {
        enum Event { case eject, key(Int), other }
        let playing = Playing(), stopped = Stopped()
        override func configure() { substates(playing, stopped) }
        final class Keys: TopState<Keys.Event> {
            enum Event { case key(Int) }
        }
        final class Stopped: State<Remote, Remote> {}
        final class Playing: State<Remote, Remote> {
            let player = Child(of: Playing.self) { _ in Keys() }
            override func configure() { children(player) }
            // snippet: forward
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .eject: .to(superior.stopped)
                case .key(let key): player.forward(.key(key))  // whatever the player makes of it
                default: .unhandled
                }
            }
            // end snippet
        }
    }

    final class Row: TopState<Row.Event> {
        enum Event { case pause }
        let progress = OutputPort<Double>("progress")
        let going = Going(), over = FinalState<Row, Row>()
        let url: String, disk: [String]
        var size: Int { url.count }
        init(url: String, disk: [String]) { (self.url, self.disk) = (url, disk) }
        override func configure() { substates(going, over) }
        final class Going: State<Row, Row> {
            override func handle(_ event: Event) -> Reaction { .to(superior.over) { top.progress.send(1) } }
        }
    }

    final class Downloads: TopState<Downloads.Event> {
        enum Event { case add(String), cancel(String), pauseAll, progress(String, Double), done(String, Int) }
        let queue = Queue()
        let disk: [String] = []
        var total = 0
        override func configure() { substates(queue) }
        override func handle(_ event: Event) -> Reaction {
            if case .done(_, let size) = event { .handled { total += size } } else { .unhandled }
        }

        // snippet: child machines
        final class Queue: State<Downloads, Downloads> {
            let rows = ChildMachines(of: Queue.self, limit: 100) { queue, url in Row(url: url, disk: queue.top.disk) }
                .on(\.progress) { url, part in .progress(url, part) }
                .done(\.size) { url, size in .done(url, size) }

            override func configure() { children(rows) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .add(let url): .handled { rows.add(url) }
                case .cancel(let url): .handled { rows.remove(url) }
                case .pauseAll: .handled { rows.postToAll(.pause) }
                default: .unhandled
                }
            }
        }
        // end snippet
    }

    @Test func `downloads are rows of a list`() async throws {
        let clock = ManualClock()
        let machine = Machine(Downloads(), clock: clock)
        try await machine.start()
        for url in ["one", "three", "four"] { try await machine.send(.add(url)) }
        try await machine.send(.cancel("four"))
        try await machine.send(.pauseAll)
        await clock.settle()
        #expect(try await machine.withTop { $0.total } == 8)
        try await machine.stop()
    }

    @Test func `a graph has what declarations tell`() async throws {
        let machine = Machine(Jukebox(), clock: ManualClock())
        try await machine.start()
        // snippet: child machines of a graph
        for state in ChartGraph(await machine.vertices).vertices {
            for child in state.childMachines { print(state.path, child.title, child.texts) }
        }
        // Playing player: Player ["↑ progress: Double", "↑ done: Int"]
        // end snippet
        let graph = ChartGraph(await machine.vertices)
        #expect(graph.vertices.flatMap(\.childMachines).map(\.title) == ["player: Player"])
        #expect(graph.vertices.flatMap(\.childMachines).map(\.texts) == [["↑ progress: Double", "↑ done: Int"]])
        // snippet: ports of child machines
        for child in graph.vertices.flatMap(\.childMachines) {
            for port in child.ports { print(child.name, port.name, port.type) }  // player progress Double
            for connection in child.connections where !connection.isInput {
                print(connection.port.name, connection.other)
            }
        }
        for row in EventTable(graph).childMachines { print(row.owner, row.title, row.texts) }
        // end snippet
        try await machine.stop()
    }

    @Test func `children are recorded with their owner, and are members beside it`() async throws {
        let clock = ManualClock()
        // snippet: recorded child machines
        let recorder = Recorder(clock: clock), machine = Machine(Jukebox(), clock: clock)
        recorder.record(machine, named: "Jukebox")
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        print(recorder.recording.machines.map(\.name))  // Jukebox, Jukebox/Playing/player
        // end snippet
        #expect(recorder.recording.machines.map(\.name) == ["Jukebox", "Jukebox/Playing/player"])
        // snippet: owners of recorded machines
        for machine in recorder.recording.machines {
            if let owner = machine.owner { print(machine.name, owner.machine, owner.place) }
        }
        // Jukebox/Playing/player Jukebox Playing/player
        // end snippet
        try await machine.stop()
        try await members(Machine(Jukebox(), clock: clock), System(clock: clock))
    }

    private func members(_ machine: Machine<Jukebox>, _ system: System) async throws {
        try await machine.start()
        // snippet: child machines of a system
        await system.add(machine)
        try await machine.send(.play)
        for member in system.members { print(member.name, member.owner == nil ? "" : "is a child") }
        print(system.connections)  // Jukebox/Playing/player.progress → Jukebox.progress
        // end snippet
        #expect(system.members.map(\.name) == ["Jukebox", "Jukebox/Playing/player"])
        #expect("\(system.connections)" == "[Jukebox/Playing/player.progress → Jukebox.progress]")
        try await machine.stop()
    }

    // snippet: a view of a list of machines
    @MainActor
    static func titles(of downloads: Machine<Downloads>) -> [String] {
        let view = MachineListView(\.queue.rows, of: downloads, initially: "") { row, _ in row.url }
        return view.keys.compactMap { view[$0]?.value }
    }
    // end snippet

    @MainActor @Test func `a view shows the rows of a list`() async throws {
        let machine = Machine(Downloads(), on: MainActor.shared, clock: ManualClock())
        try await machine.start()
        for url in ["one", "two"] { try await machine.send(.add(url)) }
        #expect(Self.titles(of: machine) == ["one", "two"])
        try await machine.stop()
    }

    @Test func `a test says how a child ends`() async throws {
        // snippet: a child in a test
        let test = TestMachine(Jukebox())
        try await test.start()
        await test.send(.play) {
            $0.exits(\.stopped)
            $0.enters(\.playing)
            $0.begins(\.playing)  // the child, which does nothing until the test says how it ends
        }
        await test.sendFromWork(of: \.playing, .heard(0.5), work: "player") { $0.reacts(\.playing) }
        await test.send(.stop) {
            $0.reacts(\.playing)
            $0.sends(to: \.playing.player, .stop)  // what goes down
        }
        await test.complete(\.playing, returning: 3, work: "player", .partial) { $0.enters(\.stopped) }
        test.finish()
        // end snippet
        // snippet: a faked child
        test.fake(child: Player.self) { 3 }  // its output, which the declaration reads by done(_:_:)
        // end snippet
    }

    @Test func `owner and children are one world`() async throws {
        // snippet: one world
        var explorer = Explorer(events: [.play, .stop]) { Jukebox() }
        explorer.run(Explorer<Player>(events: []) { Player(song: "") })  // children run: one world
        explorer.disregard("Jukebox.part")  // nothing depends on it
        explorer.never(.when("stopped with a player") { $0.stopped.isActive && $0.playing.player.explored != nil })
        let found = try await explorer.explore()
        print(found.childPaths)  // ["Playing/player", "Playing/player:Playing"]
        // end snippet
        found.expectSound(withinLimits: true)
        #expect(found.childPaths == ["Playing/player", "Playing/player:Playing"])
        // snippet: children in a test
        let test = TestMachine(Jukebox(), childrenOf: explorer)
        try await test.start()
        await test.send(.play, .partial)
        await test.letChildrenRun { $0.reacts(\.playing) }  // the player begins, and tells how far it is
        print(test.activePaths)  // ["Playing", "Playing/player:Playing"]
        // end snippet
        #expect(test.activePaths == ["Playing", "Playing/player:Playing"])
        await test.send(.stop, .partial)
        await test.letChildrenRun(.partial) { $0.enters(\.stopped) }
        test.finish()
    }

    // snippet: child owner
    static func player<Owner: ChildOwner>(
        of owner: Owner.Type, _ heard: @escaping @Sendable (Double) -> Owner.OwnerEvent
    ) -> Child<Owner, Player> {
        Child(of: owner) { _ in Player(song: "Yesterday") }.on(\.progress, heard)
    }
    // end snippet
}
