import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts

/// Children that somebody else starts or stops, that are stopped at every moment, and that end within an action.
@Suite struct ChildLifeMomentTests {
    enum Meddling: CaseIterable { case none, start, stop, run, startAndStop, stopLater, cancelledRun }
    enum Room: CaseIterable { case owner, apart, thread, main }

    @Test(arguments: Meddling.allCases, Room.allCases)
    func `whoever starts or stops a child, its end is told once`(_ meddling: Meddling, _ room: Room) async throws {
        for turns in [0, 1, 2, 5, 20] {
            let machine = Machine(Meddler(meddling, room, turns))
            try await machine.start()
            if meddling == .none || meddling == .start || meddling == .run {
                try await machine.withTop { _ = $0.work.worker.post(1) }
            }
            try await eventually { try await machine.withTop { !$0.log.isEmpty } }
            for _ in 0..<20 { await Task.yield() }
            #expect(try await machine.withTop { $0.log } == ["done"], "\(meddling), \(room), \(turns)")
            #expect(!machine.livingChildren.hasAny)
            try await machine.stop()
        }
    }

    enum Leave: CaseIterable { case quick, quickRelease, slow, slowRelease }

    @Test(arguments: Room.allCases, Leave.allCases)
    func `a child that is stopped, or whose owner is released, at any moment ends, and is let go`(
        _ room: Room, _ leave: Leave
    ) async throws {
        let gone = Notes()
        for turns in 0..<40 {
            do {
                let machine = Machine(Leaving(gone, room, leave == .slow || leave == .slowRelease))
                try await machine.start()
                for _ in 0..<turns { await Task.yield() }
                if leave == .quick || leave == .slow {
                    try await machine.send(1)
                    try await eventually { !machine.livingChildren.hasAny }
                    try await machine.stop()
                }
            }
            try await eventually { gone.texts.count == turns + 1 }
            #expect(gone.texts == Array(repeating: "gone", count: turns + 1))
        }
    }

    @Test(arguments: Room.allCases, [false, true])
    func `a child that is stopped while a snapshot is taken, or while somebody starts it, ends`(
        _ room: Room, _ isSlow: Bool
    ) async throws {
        let gone = Notes()
        for turns in 0..<40 {
            for isStarted in [false, true] {
                let machine = Machine(Leaving(gone, room, isSlow))
                try await machine.start()
                let other = Task {
                    if isStarted {
                        try? await machine.withTop { $0.here.guest.machine }?.start()
                    } else {
                        _ = try await machine.snapshot(within: .seconds(60))
                    }
                }
                for _ in 0..<turns { await Task.yield() }
                try await machine.send(1)
                try await eventually { !machine.livingChildren.hasAny }
                try await other.value
                try await machine.stop()
            }
        }
        try await eventually { gone.texts.count == 80 }
    }

    @Test func `a child whose start never comes to its end is abandoned, and ends later by itself`() async throws {
        let clock = ManualClock(), notes = Notes(), told = Notes()
        let unhear = Misuse.hear { if $0.contains("prisoner") { told.add($0) } }
        defer { unhear() }
        let (hold, held) = AsyncStream<Never>.makeStream()
        let machine = Machine(Stuck(hold, notes), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(1)
        #expect(machine.livingChildren.hasAny)
        await clock.advance(by: .seconds(6))
        #expect(!machine.livingChildren.hasAny)
        #expect(await machine.configuration.description == "Away")
        #expect(told.texts.filter { $0.contains("is abandoned") }.count == 1, "\(told.texts)")
        held.finish()
        try await eventually { notes.texts.contains("gone") }
        #expect(notes.texts == ["exit", "gone"])
        #expect(told.texts.count == 1, "\(told.texts)")
        try await machine.stop()
    }
}

private final class Meddler: TopState<Int> {
    let work: Work
    var log: [String] = []
    init(_ meddling: ChildLifeMomentTests.Meddling, _ room: ChildLifeMomentTests.Room, _ turns: Int) {
        work = Work(meddling, room, turns)
    }
    override func configure() { substates(work) }

    final class Work: State<Meddler, Meddler> {
        let worker: Child<Work, Toiler>
        let meddling: ChildLifeMomentTests.Meddling, turns: Int
        init(_ meddling: ChildLifeMomentTests.Meddling, _ room: ChildLifeMomentTests.Room, _ turns: Int) {
            (self.meddling, self.turns) = (meddling, turns)
            let child = Child(of: Work.self) { _ in Toiler() }.done(\.count) { $0 }
            worker = room.place(child)
        }
        override func configure() { children(worker) }
        override func entry() {
            guard let machine = worker.machine else { return }
            let (meddling, turns) = (meddling, turns)
            if meddling == .none { return }
            let task = Task {
                for _ in 0..<turns { await Task.yield() }
                switch meddling {
                case .none: break
                case .start: try await machine.start()
                case .stop: try await machine.stop()
                case .run, .cancelledRun: try await machine.run()
                case .startAndStop:
                    try? await machine.start()
                    try await machine.stop()
                case .stopLater:
                    machine.post(2)
                    try await machine.stop()
                }
            }
            if meddling == .cancelledRun { task.cancel() }
        }
        override func handle(_ event: Int) -> Reaction { .handled { self.top.log.append("done") } }
    }
}

extension ChildLifeMomentTests.Room {
    fileprivate func place<Owner: ChildOwner, Inner: Statechart>(_ child: Child<Owner, Inner>) -> Child<Owner, Inner> {
        switch self {
        case .owner: child
        case .apart: child.place(in: nil)
        case .thread: child.place(in: try? ThreadActor(named: "worker"))
        case .main: child.place(in: MainActor.shared)
        }
    }
}

private final class Toiler: TopState<Int> {
    let busy = Busy(), over = FinalState<Toiler, Toiler>()
    var count = 0
    override func configure() { substates(busy, over) }
    final class Busy: State<Toiler, Toiler> {
        override func entry() async { await Task.yield() }
        override func handle(_ event: Int) -> Reaction { event == 1 ? .to(superior.over) : .handled }
        override func exit() async {
            for _ in 0..<3 { await Task.yield() }
            top.count += 1
        }
    }
}

private final class Leaving: TopState<Int> {
    let here: Here, away = Away()
    init(_ notes: Notes, _ room: ChildLifeMomentTests.Room, _ isSlow: Bool) { here = Here(notes, room, isSlow) }
    override func configure() { substates(here, away) }
    final class Here: State<Leaving, Leaving> {
        let guest: Child<Here, Guest>
        init(_ notes: Notes, _ room: ChildLifeMomentTests.Room, _ isSlow: Bool) {
            guest = room.place(Child(of: Here.self) { _ in Guest(notes, isSlow) })
        }
        override func configure() { children(guest) }
        override func handle(_ event: Int) -> Reaction { .to(superior.away) }
    }
    final class Away: State<Leaving, Leaving> {}
    final class Guest: TopState<Int> {
        let notes: Notes, isSlow: Bool
        init(_ notes: Notes, _ isSlow: Bool) { (self.notes, self.isSlow) = (notes, isSlow) }
        deinit { notes.add("gone") }
        override func entry() async { if isSlow { for _ in 0..<10 { await Task.yield() } } }
        override func exit() async { if isSlow { for _ in 0..<10 { await Task.yield() } } }
    }
}

private final class Stuck: TopState<Int> {
    let here: Here, away = Away()
    init(_ hold: AsyncStream<Never>, _ notes: Notes) { here = Here(hold, notes) }
    override func configure() { substates(here, away) }
    final class Here: State<Stuck, Stuck> {
        let prisoner: Child<Here, Guest>
        init(_ hold: AsyncStream<Never>, _ notes: Notes) {
            prisoner = Child(of: Here.self) { _ in Guest(hold, notes) }
        }
        override func configure() { children(prisoner) }
        override func handle(_ event: Int) -> Reaction { .to(superior.away) }
    }
    final class Away: State<Stuck, Stuck> {}
    final class Guest: TopState<Int> {
        let hold: AsyncStream<Never>, notes: Notes
        init(_ hold: AsyncStream<Never>, _ notes: Notes) { (self.hold, self.notes) = (hold, notes) }
        deinit { notes.add("gone") }
        override func entry() async { for await _ in hold {} }
        override func exit() { notes.add("exit") }
    }
}
