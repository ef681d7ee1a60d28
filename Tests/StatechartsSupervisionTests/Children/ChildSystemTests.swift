@testable import Statecharts
import StatechartsSimulation
import Testing

@testable import StatechartsCore

/// Children in systems.
@Suite struct ChildSystemTests {
    let clock = ManualClock()
    let notes = Notes()

    private func names(_ system: System) -> [String] {
        system.members.map { member in
            let owner = system.members.first { $0.id == member.owner }
            return owner.map { "\(member.name): \(member.type) of \($0.name)" } ?? "\(member.name): \(member.type)"
        }
    }

    private func jukebox(_ name: String) -> Machine<Jukebox> {
        Machine(Jukebox(notes: notes), named: name, clock: clock)
    }

    @Test func `a child is a member beside its owner from when it is made until it has ended`() async throws {
        let system = System(clock: clock)
        let changes = system.changes
        let bar = system.add("Bar")
        let machine = jukebox("Box")
        await system.add(machine, inside: bar)
        try await machine.start()
        // It is there when its owner's step is over, whether it has begun or not.
        try await machine.send(.play)
        #expect(names(system) == ["Bar: ", "Box: Jukebox", "Box/Playing/player: Player of Box"])
        #expect(system.members.map(\.composite) == [nil, bar.id, bar.id])
        #expect(system.connections.map(\.description) == ["Box/Playing/player.progress → Box.progress"])
        await clock.settle()
        try await machine.send(.again)
        await clock.settle()
        #expect(names(system) == ["Bar: ", "Box: Jukebox", "Box/Playing/player: Player of Box"])
        try await machine.send(.leave)
        await clock.settle()
        #expect(names(system) == ["Bar: ", "Box: Jukebox"])
        try await machine.stop()
        system.remove(bar)
        var told: [String] = []
        for await change in changes {
            switch change {
            case .joined(let member): told.append("+ \(member)")
            case .left(let member): told.append("- \(member)")
            case .renewed, .met, .parted: told.append("?")
            }
            if told.last == "- Bar" { break }
        }
        // The next one of its declaration is made before the one before has ended.
        let child = ["+ Box/Playing/player", "+ Box/Playing/player", "- Box/Playing/player", "- Box/Playing/player"]
        #expect(told.filter { $0 != "- Box" } == ["+ Bar", "+ Box"] + child + ["- Bar"])
    }

    @Test func `a machine that was removed is followed no more, however often it joins again`() async throws {
        let system = System(clock: clock), machine = jukebox("Box")
        for _ in 0..<3 { system.remove(await system.add(machine)) }
        #expect(!machine.livingChildren.areWatched)
        #expect(!machine.observers.contents.withLock { $0.isAwaited })
        let changes = system.changes
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        let bar = system.add("Bar")
        #expect(await changes.first { _ in true } == .joined(bar))
        try await machine.stop()
    }

    @Test func `children that are there join with their owner, and theirs`() async throws {
        let machine = Machine(Family(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        let system = System(clock: clock)
        let member = await system.add(machine, named: "Farm")
        #expect(
            names(system) == [
                "Farm: Family", "Farm/mother: Mother of Farm", "Farm/mother/Home/worker: Worker of Farm/mother",
            ])
        #expect(system.members.last?.ports.map(\.label.description) == ["Farm/mother/Home/worker.hello"])
        system.remove(member)
        #expect(names(system) == [])
        try await machine.stop()
        #expect(names(system) == [])
    }

    @Test func `rows of a list are members by their keys`() async throws {
        let system = System(clock: clock)
        let machine = Machine(Lodge(notes), clock: clock)
        await system.add(machine)
        try await machine.start()
        for key in 1...3 { try await machine.send(key) }
        await clock.settle()
        try await machine.send(-2)
        await clock.settle()
        #expect(
            names(system) == ["Lodge: Lodge", "Lodge/rooms[1]: Worker of Lodge", "Lodge/rooms[3]: Worker of Lodge"])
        try await machine.stop()
        #expect(names(system).filter { $0.contains("/") } == [])
    }

    @Test func `what a child sends upwards is a message to its owner, which causes what follows`() async throws {
        let system = System(clock: clock)
        let machine = jukebox("Box")
        await system.add(machine)
        let recorder = system.recorder()
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        #expect(
            recorder.records.map { "\($0.sender) → \($0.receivers.map(\.description)): \($0.message)" } == [
                #"Box/Playing/player.progress → ["Box.progress"]: 0.5"#
            ])
        try await machine.stop()
    }

    @Test func `a machine that has left a system has no children there any more`() async throws {
        let system = System(clock: clock)
        let machine = jukebox("Box")
        let member = await system.add(machine)
        try await machine.start()
        system.remove(member)
        try await machine.send(.play)
        await clock.settle()
        #expect(names(system) == [])
        try await machine.stop()
    }

    @Test func `children of a supervised machine join in each of its lives`() async throws {
        let system = System(clock: clock)
        let supervisor = Supervisor(clock: clock)
        let child = supervisor.add("box") { [notes, clock] in Machine(Jukebox(notes: notes), clock: clock) }
        await system.add(child)
        let run = Task { try await supervisor.run() }
        await clock.settle()
        try await child.send(.play)
        await clock.settle()
        #expect(names(system) == ["box: Jukebox", "box/Playing/player: Player of box"])
        run.cancel()
        try? await run.value
        #expect(names(system) == ["box: Jukebox"])
    }
}

//  Family [mother], Mother: ● ──▶ Home [worker]
private final class Family: TopState<Int> {
    let notes: Notes
    let mother = Child(of: Family.self) { Mother($0.notes) }
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(mother) }
}

private final class Mother: TopState<Int> {
    let notes: Notes, home = Home()
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(home) }

    final class Home: State<Mother, Mother> {
        let worker = Child(of: Home.self) { Worker("worker", $0.top.notes) }
        override func configure() { children(worker) }
    }
}

/// A number adds a room, its negative removes it.
private final class Lodge: TopState<Int> {
    let notes: Notes
    let rooms = ChildMachines(of: Lodge.self) { (lodge: Lodge, key: Int) in Worker("\(key)", lodge.notes) }
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(rooms) }
    override func handle(_ event: Int) -> Reaction {
        .handled { if event > 0 { rooms.add(event) } else { rooms.remove(-event) } }
    }
}
