import Statecharts
import Testing

/// An action that waits for room in a port waits for the machine that takes the port's messages.
@Suite struct RoomRingTests {
    @Test func `an action that waits for room in a port of its own machine is told so`() async throws {
        let port = InputPort<Int>("in", buffering: .waiting(1))
        let machine = Machine(Receiving(port))
        try await machine.start()
        let error = await #expect(throws: StepError.self) {
            try await machine.send(.act { for number in 0..<3 { try await port.sendWaiting(number) } })
        }
        #expect((error?.underlying as? MachineError)?.code == .deadlock)
    }

    @Test func `an action that waits for room in a port of a chart inside its own machine is told so`() async throws {
        let port = InputPort<Int>("in", buffering: .waiting(1))
        let machine = Machine(Around(port))
        try await machine.start()
        let error = await #expect(throws: StepError.self) {
            try await machine.send(.act { for number in 0..<4 { try await port.sendWaiting(number) } })
        }
        #expect((error?.underlying as? MachineError)?.code == .deadlock)
    }

    @Test func `an action that waits for room in another machine's port goes on when there is some`() async throws {
        let port = InputPort<Int>("in", buffering: .waiting(1))
        let receiver = Machine(Receiving(port))
        let sender = Machine(Receiving(InputPort<Int>("unused", buffering: .waiting(1))))
        try await receiver.start()
        try await sender.start()
        #expect(
            try await sender.send(.act { for number in 0..<100 { try await port.sendWaiting(number) } }) == .handled)
        #expect(try await receiver.send(.act {}) == .handled)
        #expect(try await receiver.withTop { $0.numbers } == Array(0..<100))
    }
}

/// Has a chart inside that takes the messages.
private final class Around: TopState<Around.Event> {
    enum Event: Sendable { case act(@Sendable () async throws -> Void) }
    let inside: Submachine<Around, Around, Receiving>
    init(_ port: InputPort<Int>) { inside = Submachine(Receiving(port)) { _ in nil } }
    override func configure() { substates(inside) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .act(let action): .handled { try await action() }
        }
    }
}

private final class Receiving: TopState<Receiving.Event> {
    enum Event: Sendable { case act(@Sendable () async throws -> Void), number(Int) }
    let port: InputPort<Int>
    var numbers: [Int] = []
    let idle = Idle()
    init(_ port: InputPort<Int>) { self.port = port }
    override func configure() {
        receive(port) { .number($0) }
        substates(idle)
    }
    final class Idle: State<Receiving, Receiving> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .act(let action): .handled { try await action() }
            case .number(let number): .handled { self.top.numbers.append(number) }
            }
        }
    }
}
