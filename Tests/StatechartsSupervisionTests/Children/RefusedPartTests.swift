import Statecharts
import StatechartsSimulation
import Testing

//  Cellar: rack ⟨Rack⟩, always made anew, or lost     Rack: row ⟨Row⟩, or lost     Row: one state, whose name is given

private final class Row: TopState<Row.Event> {
    enum Event: Codable { case none }
    let only: Only
    init(_ name: String) { only = Only(name) }
    override func configure() { substates(only) }

    final class Only: State<Row, Row> {
        private let name: String
        init(_ name: String) { self.name = name }
        override var stateName: String? { name }
    }
}

private final class Rack: TopState<Rack.Event> {
    enum Event: Codable { case lost }
    let row = Child(of: Rack.self) { Row($0.name) }.failed { _ in .lost }
    let name: String
    var log: [String] = []
    init(_ name: String) { self.name = name }
    override func configure() { children(row) }
    override func handle(_ event: Event) -> Reaction { .handled { self.log.append("lost") } }
}

private final class Cellar: TopState<Cellar.Event> {
    enum Event: Codable { case lost }
    let rack = Child(of: Cellar.self) { Rack($0.name) }.restart(.permanent).failed { _ in .lost }
    let name: String
    var log: [String] = []
    init(_ name: String) { self.name = name }
    override func configure() { children(rack) }
    override func handle(_ event: Event) -> Reaction { .handled { self.log.append("lost") } }
}

//  Depot: packer ⟨Packer⟩     Packer: one state, which takes jobs
private final class Packer: TopState<Packer.Event> {
    enum Event: Codable { case job(Int) }
    let jobs = InputPort<Int>("jobs")
    let count = 0
    override func configure() { receive(jobs) { .job($0) } }
}

private final class Depot: TopState<Depot.Event> {
    enum Event: Codable { case done, lost }
    let packer = Child(of: Depot.self) { _ in Packer() }.done(\.count) { _ in .done }.failed { _ in .lost }
    var log: [String] = []
    override func configure() { children(packer) }
    override func handle(_ event: Event) -> Reaction { .handled { self.log.append("\(event)") } }
}

/// A child whose part of a snapshot is refused is not lost as one that fails: the machine does not go on without it.
@Suite struct RefusedPartTests {
    let clock = ManualClock()

    /// How a machine ends that continues where another one was, whose rows were in a state of another name.
    private func failure<Top: Statechart>(_ old: sending Top, _ new: sending Top) async throws -> (StepError, [String])
    {
        let machine = Machine(old, clock: clock)
        try await machine.start()
        await clock.settle()
        let snapshot = try await machine.snapshot().throughJSON()
        try await machine.stop()
        let next = Machine(restoring: snapshot, new, clock: clock)
        try await next.start()
        await clock.settle()
        try #require(await next.status == .failed)
        let error = try await #require(throws: StepError.self) { try await next.finished }
        return (error, await next.activePaths)
    }

    private func snapshotError(in error: StepError) -> SnapshotError? {
        var cause: (any Error)? = error
        while let step = cause as? StepError { cause = step.underlying }
        return cause as? SnapshotError
    }

    @Test func `a state of a child that was renamed fails the machine, and is no event of the child's failure`()
        async throws
    {
        let rack = Rack("Held")
        let (error, _) = try await failure(Rack("Paused"), rack)
        let refusal = try #require(snapshotError(in: error))
        #expect(refusal.code == .otherChart)
        #expect(refusal.message.hasPrefix("the child row cannot continue: "))
        #expect(
            refusal.differences.map(\.description) == ["Paused is missing in the chart", "Held is not in the snapshot"])
    }

    @Test func `so does that of a child of a child, which is not made anew`() async throws {
        let (error, _) = try await failure(Cellar("Paused"), Cellar("Held"))
        let refusal = try #require(snapshotError(in: error))
        #expect(refusal.message.hasPrefix("the child row cannot continue: "))
        #expect("\(error)".contains("rack"))
    }

    @Test(arguments: [false, true])
    func `so does what waits for a child and does not fit, whoever starts the child`(_ isEarly: Bool) async throws {
        let machine = Machine(Depot(), clock: clock)
        try await machine.start()
        await clock.settle()
        var snapshot = try await machine.snapshot()
        try await machine.stop()
        snapshot.activations[0].activities[0].child?.life = .begins(
            after: .seconds(5), queued: [], inputs: ["jobs": [.string("many")]])
        let next = Machine(restoring: snapshot, Depot(), clock: clock)
        try await next.start()
        if isEarly {
            let packer = try #require(try await next.withTop { $0.packer.machine })
            let error = await #expect(throws: SnapshotError.self) { try await packer.start() }
            #expect(error?.code == .undecodable && !packer.post(.job(1)))
            await #expect(throws: SnapshotError.self) { try await packer.finished }
        }
        await clock.advance(by: .seconds(5))
        try #require(await next.status == .failed)
        let error = try await #require(throws: StepError.self) { try await next.finished }
        #expect(snapshotError(in: error)?.message.hasPrefix("the child packer cannot continue: ") == true)
    }
}
