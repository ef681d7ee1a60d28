@testable import Statecharts
import StatechartsSimulation
import Testing

@testable import StatechartsCore

@Suite struct ChildTests {
    let clock = ManualClock()
    let heard = Notes()
    let machine: Machine<Jukebox>

    init() async throws {
        machine = Machine(Jukebox(notes: heard), clock: clock)
        try await machine.start()
    }

    func log() async throws -> [String] { try await machine.withTop { $0.log } }
    func places() async -> String { await machine.configuration.description }

    @Test func `a child is made before the entry of its state, begins when the step is over, and ends with it`()
        async throws
    {
        try await machine.send(.play)
        #expect(heard.texts.first == "entry, with a player")
        await clock.settle()
        #expect(heard.texts == ["entry, with a player", "Yesterday begins"])
        try await machine.send(.leave)
        await clock.settle()
        #expect(heard.texts == ["entry, with a player", "Yesterday begins", "exit", "Yesterday ends"])
        #expect(try await log() == ["0.5"])
        #expect(await places() == "Stopped")
    }

    @Test func `its output at its end comes after everything that it has sent, and completes its state`() async throws {
        let steps = machine.steps
        try await machine.send(.play)
        await clock.settle()
        try await machine.send(.stop)
        await clock.settle()
        #expect(try await log() == ["0.5", "3 s", "completed"])
        #expect(await places() == "Stopped")
        try await machine.stop()
        var records: [String] = []
        for await step in steps { records.append("\(step.trigger) \(step.outcome) \(step.configuration)") }
        #expect(
            records == [
                "play handled Playing", "heard(0.5) handled Playing", "stop handled Playing",
                "played(3) handled Stopped", "stop handled Stopped",
            ])
    }

    @Test func `it goes by the clock of its owner`() async throws {
        try await machine.send(.play)
        await clock.advance(by: .seconds(3))
        await clock.settle()
        #expect(try await log() == ["0.5", "3 s", "completed"])
    }

    @Test func `an internal transition keeps it, and a transition to its state ends and begins it`() async throws {
        try await machine.send(.play)
        await clock.settle()
        try await machine.send(.inside)
        await clock.settle()
        #expect(heard.texts == ["entry, with a player", "Yesterday begins"])
        try await machine.withTop { $0.song = "Help" }
        try await machine.send(.again)
        await clock.settle()
        // The former one ends while its state is entered again, or later.
        let (owner, players) = heard.texts.apart { !$0.hasSuffix("begins") && !$0.hasSuffix("ends") }
        #expect(owner == ["entry, with a player", "exit", "entry, with a player"])
        #expect(players == ["Yesterday begins", "Yesterday ends", "Help begins"])
    }

    @Test func `what it sent before its state was left is discarded`() async throws {
        // Both are in the mailbox before the first is taken.
        try await machine.withTop { [machine] in
            $0.song = "Help"
            machine.post(.play)
            machine.post(.leave)
        }
        await clock.settle()
        #expect(try await log() == [])
        #expect(heard.texts == ["entry, with a player", "exit"])
    }

    @Test func `an error of a child is one of its state, and does not complete it`() async throws {
        try await machine.send(.play)
        await clock.settle()
        try await machine.send(.fail)
        await clock.settle()
        #expect(try await log() == ["0.5", "failed"])
        #expect(await places() == "Broken")
    }

    @Test func `the end of the machine awaits its children`() async throws {
        try await machine.send(.play)
        await clock.settle()
        try await machine.send(.end)
        #expect(heard.texts == ["entry, with a player", "Yesterday begins", "exit", "Yesterday ends"])
        #expect(await machine.status == .finished)
        try await machine.finished
    }

    @Test func `a detached child does not keep its state from being complete`() async throws {
        let chart = Radio()
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        await clock.settle()
        #expect(await machine.configuration.description == "Off")
    }

    @Test func `a child that does not end is abandoned within its time`() async throws {
        let machine = Machine(Stubborn(), clock: clock)
        try await machine.start()
        await clock.settle()
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        machine.post(1)
        await clock.settle()
        #expect(await machine.configuration.description == "Off")
        let end = Task { try await machine.stop() }
        await clock.settle()
        await clock.advance(by: .seconds(2))
        try await end.value
        let own = told.texts.filter { $0.contains("On/deaf") }
        #expect(
            own == ["the child On/deaf has not ended within 2.0 seconds after it was to, and is abandoned"])
    }

    @Test func `what is sent to a child that has not begun waits until it has`() async throws {
        let notes = Notes()
        let machine = Machine(Hasty(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        #expect(notes.take() == ["hasty made", "posted, 1 waits", "deadlock", "hasty begins", "hasty pinged"])
        try await machine.stop()
    }

    @Test func `what is sent to a child that has ended is answered as by any machine`() async throws {
        try await machine.send(.play)
        let player = try #require(await machine.port(\.playing.player.machine))
        #expect(player.post(.stop))
        await clock.settle()
        #expect(try await player.send(.stop) == .finished)
        #expect(!player.post(.stop))
        #expect(try await log() == ["0.5", "3 s", "completed"])
    }

    @Test func `a local transition keeps a child, and history makes it anew`() async throws {
        let notes = Notes()
        let machine = Machine(Resuming(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        #expect(notes.take() == ["child made", "child begins"])
        try await machine.send(.local)
        await clock.settle()
        #expect(notes.take() == [])
        try await machine.send(.leave)
        await clock.settle()
        #expect(notes.take() == ["child stops", "child ends", "child gone"])
        try await machine.send(.back)
        await clock.settle()
        #expect(notes.take() == ["child made", "child begins"])
        #expect(await machine.configuration.description == "On.Second")
        try await machine.stop()
    }

    @Test func `a child may have children`() async throws {
        let notes = Notes()
        let machine = Machine(Outer(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        #expect(notes.take() == ["grandchild made", "grandchild begins"])
        try await machine.stop()
        #expect(notes.take() == ["grandchild stops", "grandchild ends", "grandchild gone"])
    }

    @Test func `a declaration tells what it is before a child is made`() throws {
        let jukebox = Jukebox(notes: heard)
        let declared = try #require(jukebox.playing.childDeclarations.first)
        #expect(declared.property == "player")
        #expect("\(declared.facts.chart)" == "Player")
        #expect(declared.facts.ports.map(\.property) == ["progress"])
        #expect(declared.facts.ports.map { "\($0.message)" } == ["Double"])
        #expect(declared.facts.output.map { "\($0)" } == "Int")
        #expect(!declared.facts.isDetached)
        #expect(heard.texts == [])
    }

    @Test func `a plain interpreter refuses to enter a state with a child`() throws {
        let interpreter = Interpreter(Jukebox(notes: heard))
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send(.play) }
        #expect(error?.code == .needsMachine)
    }

    @Test func `a child that is stored and not declared is refused`() throws {
        let error = #expect(throws: ChartError.self) { try Interpreter(Forgetful()).start() }
        #expect(error?.diagnostics.map(\.code) == [.notDeclared])
        #expect(error?.diagnostics.map(\.path) == ["Forgetful"])
    }

    @Test func `a child that is declared and not stored, or is one of another state, is refused`() throws {
        let homeless = #expect(throws: ChartError.self) { try Interpreter(Homeless()).start() }
        #expect(homeless?.diagnostics.map(\.code) == [.notDeclared])
        let stranger = #expect(throws: ChartError.self) { try Interpreter(Stranger()).start() }
        #expect(stranger?.diagnostics.map(\.code) == [.wrongOwner])
        let confused = #expect(throws: ChartError.self) { try Interpreter(Confused()).start() }
        #expect(
            confused?.diagnostics.map(\.description) == [
                "Confused: declares the child 'player' more than once; name it once in children(…) [declaredTwice]",
                "Confused: has the child 'players', which is declared as one of a Forgetful; "
                    + "declare it as ChildMachines(of: Confused.self) [wrongOwner]",
                "Confused: stores the chart 'plain', which nothing runs; own a machine of it by Child(of:), "
                    + "embed it by a Submachine, or remove the property [notDeclared]",
            ])
    }
}

private final class Forgetful: TopState<Int> {
    let player = Child(of: Forgetful.self) { _ in Player(song: "", notes: Notes()) }
}

private final class Homeless: TopState<Int> {
    override func configure() { children(Child(of: Homeless.self) { _ in Player(song: "", notes: Notes()) }) }
}

private final class Confused: TopState<Int> {
    let player = Child(of: Confused.self) { _ in Player(song: "", notes: Notes()) }
    let players = ChildMachines(of: Forgetful.self) { (_, song: String) in Player(song: song, notes: Notes()) }
    let plain = Player(song: "", notes: Notes())
    override func configure() { children(player, players, player) }
}

private final class Stranger: TopState<Int> {
    let player = Child(of: Forgetful.self) { _ in Player(song: "", notes: Notes()) }
    override func configure() { children(player) }
}

//  ● ──▶ On [child] (First | Second, history) ──leave──▶ Off ──back──▶ On
private final class Resuming: TopState<Resuming.Event> {
    enum Event { case local, leave, back }

    let on = On(), off = Off()
    let notes: Notes
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(on, off) }

    final class On: State<Resuming, Resuming> {
        let first = First(), second = Second()
        let child = Child(of: On.self) { Worker("child", $0.top.notes) }
        override func configure() {
            substates(first, second, history: .shallow)
            children(child)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .local: .local(to: second)
            case .leave: .to(superior.off)
            case .back: .unhandled
            }
        }

        final class First: State<On, Resuming> {}
        final class Second: State<On, Resuming> {}
    }

    final class Off: State<Resuming, Resuming> {
        override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.on) : .unhandled }
    }
}

private final class Outer: TopState<Int> {
    let notes: Notes
    let inner = Child(of: Outer.self) { Inner($0.notes) }
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(inner) }

    final class Inner: TopState<Int> {
        let notes: Notes
        let worker = Child(of: Inner.self) { Worker("grandchild", $0.notes) }
        init(_ notes: Notes) { self.notes = notes }
        override func configure() { children(worker) }
    }
}

/// Talks to its child before it begins.
private final class Hasty: TopState<Int> {
    let notes: Notes
    let worker = Child(of: Hasty.self) { Worker("hasty", $0.notes) }
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(worker) }
    override func entry() async {
        if worker.post(.ping), let machine = worker.machine { notes.add("posted, \(machine.waitingCount) waits") }
        do { try await worker.send(.ping) } catch { notes.add("\((error as? MachineError)?.code ?? .finished)") }
    }
}

private final class Radio: TopState<Int> {
    let on = On(), off = Off()
    override func configure() { substates(on, off) }

    final class Off: State<Radio, Radio> {}
    final class On: State<Radio, Radio> {
        let deaf = Child(of: On.self) { _ in Deaf(isBusy: false) }.detached()
        override func configure() { children(deaf) }
        override func completed() -> Reaction { .to(superior.off) }
    }
}

private final class Stubborn: TopState<Int> {
    let on = On(), off = Off()
    override func configure() { substates(on, off) }

    final class Off: State<Stubborn, Stubborn> {}
    final class On: State<Stubborn, Stubborn> {
        let deaf = Child(of: On.self, stopWithin: .seconds(2)) { _ in Deaf(isBusy: true) }
        override func configure() { children(deaf) }
        override func handle(_ event: Int) -> Reaction { .to(superior.off) }
    }
}

/// Does not end while it is busy.
private final class Deaf: TopState<Int> {
    let isBusy: Bool
    init(isBusy: Bool) { self.isBusy = isBusy }
    override func exit() async {
        if isBusy { await Task.detached { for await _ in AsyncStream<Int>.makeStream().stream {} }.value }
    }
}
