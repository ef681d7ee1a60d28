@testable import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// Notes what comes out of the owner.
private final class NotingSink: TerminalSink {
    private let notes: Notes
    init(_ notes: Notes) { self.notes = notes }
    var edge: (label: PortLabel, isPartial: Bool) { (.outside, false) }
    func offer(_ parcel: Parcel<Int>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        notes.add("outer \(parcel.message)")
        return .taken
    }
}

/// Ports of children that are connected in the declaration, and events that are left to them.
@Suite struct ChildConnectionTests {
    let clock = ManualClock()
    let notes = Notes()
    let machine: Machine<Studio>

    init() async throws {
        machine = Machine(Studio(notes), clock: clock)
        try await machine.start()
        await clock.settle()
    }

    @Test func `ports of two children are connected for as long as both are there`() async throws {
        try await machine.send(.shoot(1))
        await clock.settle()
        #expect(notes.take().sorted() == ["level 1", "screen shows 1"])
        let camera = try #require(await machine.port(\.on.camera.machine))
        let pictures = await camera.port(\.pictures)
        try await machine.send(.leave)
        pictures.send(2)
        await clock.settle()
        #expect(notes.take() == [])
        try await machine.send(.enter)
        try await machine.send(.shoot(3))
        await clock.settle()
        #expect(notes.take().sorted() == ["level 3", "screen shows 3"])
        try await machine.stop()
    }

    @Test func `a child that is made anew is connected again, and so is who is connected to it`() async throws {
        try await machine.send(.breakScreen)
        await clock.settle()
        try await machine.send(.shoot(1))
        await clock.settle()
        #expect(notes.take().sorted() == ["level 1", "screen shows 1"])
        try await machine.send(.breakCamera)
        await clock.settle()
        try await machine.send(.shoot(2))
        await clock.settle()
        #expect(notes.take().sorted() == ["level 2", "screen shows 2"])
        try await machine.stop()
    }

    @Test func `ports of the owner are connected with those of its children`() async throws {
        let (titles, outer) = (await machine.port(\.titles), await machine.port(\.outer))
        _ = Connection.make(outer.storage, NotingSink(notes))
        titles.send("Up")
        await clock.settle()
        #expect(notes.take() == ["screen titled Up"])
        try await machine.send(.shoot(5))
        await clock.settle()
        #expect(notes.take().sorted() == ["level 5", "outer 5", "screen shows 5"])
        try await machine.send(.leave)
        titles.send("Down")
        await clock.settle()
        #expect(notes.take() == [])
        try await machine.stop()
    }

    @Test func `a child of a list that has ended by itself is connected to nothing any more`() async throws {
        let machine = Machine(Choir(), clock: clock)
        try await machine.start()
        for key in 1...2 { try await machine.send(.add(key)) }
        await clock.settle()
        weak var gone: InputStorage<Int>?
        do {
            let singer = try #require(try await machine.withTop { $0.singers[1] })
            gone = await singer.port(\.pitches).storage
        }
        let pitches = await machine.port(\.pitches)
        pitches.send(1)
        await clock.settle()
        #expect(try await machine.withTop { $0.sung } == [1, 1])
        #expect(gone != nil)
        try await machine.withTop { _ = $0.singers.post(.end, to: 1) }
        await clock.settle()
        #expect(try await machine.withTop { $0.singers.keys } == [2])
        try await eventually { gone == nil }
        pitches.send(2)
        await clock.settle()
        #expect(try await machine.withTop { $0.sung } == [1, 1, 2])
        // Added again it is a new one.
        try await machine.send(.add(1))
        await clock.settle()
        pitches.send(3)
        await clock.settle()
        #expect(try await machine.withTop { $0.sung } == [1, 1, 2, 3, 3])
        try await machine.stop()
    }

    @Test func `a row gets of its owner's messages what is made of them for its key, until it is gone`() async throws {
        let machine = Machine(Choir(), clock: clock)
        try await machine.start()
        let parts = await machine.port(\.parts)
        // Nobody is there yet.
        parts.send([1: 10])
        for key in 1...3 { try await machine.send(.add(key)) }
        await clock.settle()
        parts.send([1: 11, 2: 12])
        await clock.settle()
        #expect(try await machine.withTop { $0.sung.sorted() } == [11, 12])
        try await machine.withTop { _ = $0.singers.remove(1) }
        parts.send([1: 21, 3: 23])
        await clock.settle()
        #expect(try await machine.withTop { $0.sung.suffix(1) } == [23])
        // One that is made again is connected again.
        try await machine.withTop { _ = $0.singers.post(.fail, to: 3) }
        await clock.settle()
        parts.send([3: 33])
        await clock.settle()
        #expect(try await machine.withTop { $0.sung.suffix(2) } == [23, 33])
        try await machine.stop()
    }

    @Test func `an event is left to a child by the answer of a handler`() async throws {
        #expect(try await machine.send(.key(7)) == .handled)
        await clock.settle()
        #expect(notes.take().sorted() == ["level 7", "screen shows 7"])
        #expect(try await machine.send(.key(-1)) == .unhandled)
        try await machine.stop()
    }

    @Test func `the handler of a top state leaves an event to its child too`() async throws {
        let top = Machine(Switchboard(), clock: clock)
        try await top.start()
        #expect(try await top.send(7) == .handled)
        #expect(try await top.send(-1) == .unhandled)
        await clock.settle()
        #expect(try await top.withTop { $0.heard } == [7])
        try await top.stop()
        try await machine.stop()
    }
}

/// The top state has the child.
private final class Switchboard: TopState<Int> {
    let line = Child(of: Switchboard.self) { _ in Choir.Singer() }.on(\.songs) { $0 + 100 }
    var heard: [Int] = []
    override func configure() { children(line) }
    override func handle(_ event: Int) -> Reaction {
        event > 100 ? .handled { heard.append(event - 100) } : line.forward(event > 0 ? .sing(event) : nil)
    }
}

/// Each singer sings what it hears, until it is told to end.
private final class Choir: TopState<Choir.Event> {
    enum Event { case add(Int), sang(Int) }
    let pitches = OutputPort<Int>("pitches"), parts = OutputPort<[Int: Int]>("parts")
    let singers = ChildMachines(of: Choir.self) { (_: Choir, _: Int) in Singer() }
        .on(\.songs) { .sang($1) }
        .connect(from: \.pitches, to: \.pitches)
        .connect(from: \.parts, to: \.pitches) { key, parts in parts[key] }
        .restart(.transient)
    var sung: [Int] = []
    override func configure() { children(singers) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { self.singers.add(key) }
        case .sang(let pitch): .handled { self.sung.append(pitch) }
        }
    }

    final class Singer: TopState<Singer.Event> {
        enum Event { case sing(Int), end, fail }
        let singing = Singing(), over = FinalState<Singer, Singer>()
        let pitches = InputPort<Int>("pitches"), songs = OutputPort<Int>("songs")
        override func configure() {
            substates(singing, over)
            receive(pitches) { .sing($0) }
        }
        final class Singing: State<Singer, Singer> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .sing(let pitch): .handled { self.top.songs.send(pitch) }
                case .end: .to(superior.over)
                case .fail: .handled { throw Studio.Broken() }
                }
            }
        }
    }
}

//  ● ──▶ On [camera ─▶ screen] ◀──enter / leave──▶ Off
final class Studio: TopState<Studio.Event> {
    enum Event { case shoot(Int), key(Int), enter, leave, breakScreen, breakCamera, level(Int) }

    let on = On(), off = Off()
    let levels = InputPort<Int>("levels"), outer = OutputPort<Int>("outer"), titles = OutputPort<String>("titles")
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    override func configure() {
        substates(on, off)
        receive(levels) { .level($0) }
    }

    final class Off: State<Studio, Studio> {
        override func handle(_ event: Event) -> Reaction {
            if case .enter = event { .to(superior.on) } else { .unhandled }
        }
    }

    final class On: State<Studio, Studio> {
        let camera = Child(of: On.self) { _ in Camera() }
            .connect(\.pictures, to: \.screen, \.pictures)
            .connect(\.pictures, to: \.top.levels)
            .connect(\.pictures, to: \.top.outer)
            .restart(.transient)
        let screen = Child(of: On.self) { Screen($0.top.notes) }
            .connect(from: \.top.titles, to: \.titles)
            .restart(.transient)

        override func configure() { children(camera, screen) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .shoot(let number): .handled { camera.post(number) }
            case .key(let number): camera.forward(number > 0 ? number : nil)
            case .leave: .to(superior.off)
            case .breakScreen: .handled { screen.post(.fail) }
            case .breakCamera: .handled { camera.post(0) }
            case .level(let number): .handled { top.notes.add("level \(number)") }
            case .enter: .unhandled
            }
        }
    }

    struct Broken: Error {}

    final class Camera: TopState<Int> {
        let pictures = OutputPort<Int>("pictures")
        override func handle(_ event: Int) -> Reaction {
            .handled {
                if event == 0 { throw Broken() }
                self.pictures.send(event)
            }
        }
    }

    final class Screen: TopState<Screen.Event> {
        enum Event { case show(Int), title(String), fail }
        let pictures = InputPort<Int>("pictures"), titles = InputPort<String>("titles")
        let notes: Notes

        init(_ notes: Notes) { self.notes = notes }
        override func configure() {
            receive(pictures) { .show($0) }
            receive(titles) { .title($0) }
        }
        override func handle(_ event: Event) -> Reaction {
            .handled {
                switch event {
                case .show(let number): self.notes.add("screen shows \(number)")
                case .title(let text): self.notes.add("screen titled \(text)")
                case .fail: throw Broken()
                }
            }
        }
    }
}
