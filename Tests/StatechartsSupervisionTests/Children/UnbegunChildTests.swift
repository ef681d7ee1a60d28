import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Children that cannot begin, or do not yet.
@Suite struct UnbegunChildTests {
    let clock = ManualClock()

    @Test func `a child whose chart is refused has come to its end, for everybody`() async throws {
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        do {
            let machine = Machine(Crib(), clock: clock)
            try await machine.start()
            let child = try #require(await machine.port(\.muddled.machine))
            let end = Task { try await child.finished }
            await clock.settle()
            #expect(try await machine.withTop { $0.errors } == ["ChartError"])
            #expect(!child.post(2))
            #expect(try await machine.withTop { $0.muddled.post(3) } == false)
            #expect(try await child.send(4) == .finished)
            #expect(await child.status == .stopped)
            try await end.value
            try await machine.stop()
        }
        #expect(told.texts.filter { $0.contains("muddled") } == [])
    }

    @Test func `a child in the chart of a contract is refused, and nothing is kept of it`() async throws {
        let notes = Notes()
        do {
            let out = OutputPort<Int>("out")
            let contract = Contract(Sworn(notes)) { notes.add("\($0)") }
            out.enforce(contract, onViolation: .refuse) { $0 }
            out.send(1)
        }
        // It may be gone before the violation is told, or after that.
        try await eventually { notes.texts.contains("gone") && notes.texts.count == 3 }
        #expect(notes.texts.first == "made")
        #expect(notes.texts.contains { $0.contains("in the chart of a contract") })
    }

    @Test(arguments: Yard.End.allCases)
    fileprivate func `nothing is kept of a child that never begins, however its owner ends`(_ end: Yard.End)
        async throws
    {
        let notes = Notes()
        var kept: Machine<Yard>?
        do {
            let machine = Machine(Yard(notes))
            try await machine.start()
            switch end {
            case .failsInThatStep:
                _ = try? await machine.send(.addAndFail)
                kept = machine
            case .stopsInThatStep:
                let stop = Task { try await machine.stop() }
                _ = try? await machine.send(.add)
                try await stop.value
                kept = machine
            case .isReleasedBetweenSteps: try await machine.withTop { _ = $0.kids.add(1) }
            case .isReleasedBeforeTheRestart:
                try await machine.send(.add)
                try await eventually { try await machine.withTop { $0.kids.post(0, to: 1) } }
                try await eventually { notes.texts.filter { $0 == "made" }.count == 2 }
            }
        }
        try await eventually {
            let (made, gone) = (notes.texts.filter { $0 == "made" }.count, notes.texts.filter { $0 == "gone" }.count)
            return made == gone
        }
        withExtendedLifetime(kept) {}
    }

    @Test func `the failure by a child whose chart is refused is one line`() async throws {
        let machine = Machine(Playpen(), clock: clock)
        try await machine.start()
        await clock.settle()
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("Playpen: threw the chart cannot start (Here: "), "\(text)")
        #expect(text.contains(" [declaredTwice]), and no state handled it: Playpen was asked; override"), "\(text)")
        #expect(!text.contains("\n"))
    }

    @Test(arguments: [Nursery.Event.enter, .fail])
    func `to wait for the end of a child in the step that it begins after is an error`(_ event: Nursery.Event)
        async throws
    {
        let machine = Machine(Nursery(), clock: clock)
        try await machine.start()
        if event == .fail {
            try await machine.send(.enterQuietly)
            await clock.settle()
        }
        try await machine.send(event)
        await clock.settle()
        let errors = try await machine.withTop { $0.errors }
        #expect(errors.count == 1)
        #expect(errors.first?.code == .deadlock)
        #expect(errors.first?.message.contains("On/child begins when the step is over") == true)
        #expect(await machine.activePaths == ["On", "On/child:Open"])
        // In a later step it is a wait like any other.
        try await machine.send(.leave)
        #expect(await machine.configuration.description == "Off")
        #expect(try await machine.withTop { $0.errors }.count == 1)
        try await machine.stop()
    }
}

private final class Crib: TopState<Int> {
    let muddled = Child(of: Crib.self) { _ in Muddled() }
    var errors: [String] = []
    override func configure() { children(muddled) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.errors.append("\(type(of: error))") } }
    override func handle(_ event: Int) -> Reaction { .unhandled }

    /// Names a state twice.
    final class Muddled: TopState<Int> {
        let here = Here()
        override func configure() { substates(here, here) }
        final class Here: State<Muddled, Muddled> {}
    }
}

private final class Playpen: TopState<Int> {
    let muddled = Child(of: Playpen.self) { _ in Crib.Muddled() }
    override func configure() { children(muddled) }
}

//  ● ──▶ Off ──enter, enterQuietly──▶ On [child] ──leave──▶ Off, when the child has ended
final class Nursery: TopState<Nursery.Event> {
    enum Event: Sendable { case enter, enterQuietly, fail, again, leave }

    let off = Off(), on = On()
    var errors: [MachineError] = [], isQuiet = false
    override func configure() { substates(off, on) }
    override func failed(_ error: any Error) -> Reaction {
        .handled { self.errors += [error as? MachineError].compactMap(\.self) }
    }

    final class Off: State<Nursery, Nursery> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .enter: .to(superior.on)
            case .enterQuietly: .to(superior.on) { top.isQuiet = true }
            case .fail, .again, .leave: .unhandled
            }
        }
    }

    final class On: State<Nursery, Nursery> {
        let child = Child(of: On.self) { _ in Register() }.restart(.transient) { _ in .again }
        override func configure() { children(child) }
        override func entry() async { if !top.isQuiet { await child.stopped() } }
        override func exit() async { await child.stopped() }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fail: .handled { child.post(.fail) }
            case .again: .handled { await self.child.stopped() }
            case .leave: .to(superior.off)
            case .enter, .enterQuietly: .unhandled
            }
        }
    }
}

private final class Kid: TopState<Int> {
    let notes: Notes
    init(_ notes: Notes) {
        self.notes = notes
        notes.add("made")
    }
    deinit { notes.add("gone") }
    override func handle(_ event: Int) -> Reaction { .handled { throw Broken() } }
    struct Broken: Error {}
}

/// Its kids are restarted after an hour.
private final class Yard: TopState<Yard.Event> {
    enum Event: Sendable { case add, addAndFail }
    enum End: CaseIterable, Sendable {
        case failsInThatStep, stopsInThatStep, isReleasedBetweenSteps, isReleasedBeforeTheRestart
    }
    struct Broken: Error {}
    let kids: ChildMachines<Yard, Int, Kid>
    init(_ notes: Notes) {
        kids = ChildMachines(of: Yard.self) { (_: Yard, _: Int) in Kid(notes) }
            .restart(.transient, backOff: .exponential(from: .seconds(3_600), cap: .seconds(3_600)))
    }
    override func configure() { children(kids) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add: .handled { self.kids.add(1) }
        case .addAndFail:
            .handled {
                self.kids.add(1)
                throw Broken()
            }
        }
    }
}

/// The chart of a contract, with a child, which is no use there.
private final class Sworn: TopState<Int> {
    let kid: Child<Sworn, Kid>
    init(_ notes: Notes) { kid = Child(of: Sworn.self) { _ in Kid(notes) } }
    override func configure() { children(kid) }
}
