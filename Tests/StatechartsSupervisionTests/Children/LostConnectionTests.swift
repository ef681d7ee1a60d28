import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Makes its port anew each time.
private final class Moving: TopState<Int> {
    let stored = OutputPort<Int>("stored")
    var port: OutputPort<Int> { OutputPort<Int>("port") }
    var same: OutputPort<Int> { stored }
    override func entry() {
        port.send(1)
        same.send(2)
    }
}

private final class Ear: TopState<Ear.Event> {
    enum Event: Sendable { case heard(Int) }
    let moving = Child(of: Ear.self) { _ in Moving() }.on(\.port) { .heard($0) }.on(\.same) { .heard($0) }
    let sink = InputPort<Int>("sink")
    let other = Child(of: Ear.self) { _ in Moving() }.connect(\.port, to: \.sink)
    var heard: [Int] = []
    override func configure() {
        children(moving, other)
        receive(sink) { .heard($0) }
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .heard(let number): .handled { heard.append(number) }
        }
    }
}

private final class Lamp: TopState<Int> {
    let levels = InputPort<Int>("levels")
    override func configure() { receive(levels) { $0 } }
}

private final class Stage: TopState<Stage.Event> {
    enum Event: Sendable { case add(Int), remove(Int) }
    let levels = OutputPort<Int>("levels")
    let lamps = ChildMachines(of: Stage.self) { (stage: Stage, n: Int) in
        let lamp = Lamp()
        connect(stage.levels, to: lamp.levels) { $0 == n ? $0 : nil }
        return lamp
    }
    override func configure() { children(lamps) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let n): .handled { lamps.add(n) }
        case .remove(let n): .handled { lamps.remove(n) }
        }
    }
}

/// Connections to what is not there.
@Suite(.serialized) struct LostConnectionTests {
    private let clock = ManualClock()

    @Test func `a port that is another one at each read is told of, once`() async throws {
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        for _ in 0..<2 {
            let ear = Machine(Ear(), clock: clock)
            try await ear.start()
            await clock.settle()
            #expect(try await ear.withTop { $0.heard } == [2])
            try await ear.stop()
        }
        #expect(
            told.texts.filter { $0.contains("of Moving makes") } == [
                "a property of Moving makes another OutputPort<Int> at each read, so that what the chart sends by it comes to "
                    + "nobody who was connected; store it: let port = OutputPort<Int>(…)"
            ])
    }

    @Test func `a connection that the closure of a row has made is not shown when the row is gone`() async throws {
        let stage = Machine(Stage(), clock: clock), system = System()
        await system.add(stage, named: "Stage")
        try await stage.start()
        try await stage.send(.add(9))
        await clock.settle()
        #expect(system.connections.map(\.description) == ["Stage.levels → Stage/lamps[9].levels"])
        for n in 1...3 {
            try await stage.send(.add(n))
            await clock.settle()
            try await stage.send(.remove(n))
            await clock.settle()
        }
        // A task that has let the last row run may hold it a moment longer.
        try await eventually {
            system.connections.map(\.description) == ["Stage.levels → Stage/lamps[9].levels"]
        }
        try await stage.stop()
    }
}
