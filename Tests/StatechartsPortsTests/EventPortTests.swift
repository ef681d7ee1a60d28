import Statecharts
import TestSupport
import Testing

@Suite struct EventPortTests {
    @Test func `what a machine sends to itself waits its turn behind what is there`() async throws {
        let bell = Bell()
        let events = bell.events, said = bell.said.stream()
        events.send(.ring(2))
        events.send(.ring(10))
        let machine = Machine(bell)
        try await machine.start()
        // 2 sends 1 behind 10, and so on: no step inside another.
        #expect(await said.first(6) == [2, 10, 1, 9, 0, 8])
        try await machine.stop()
    }

    @Test func `others send events by connection, posting or sending, in one order`() async throws {
        let bell = Bell()
        let events = bell.events, said = bell.said.stream()
        let clicks = OutputPort<Bell.Event>(), numbers = OutputPort<Int>()
        connect(clicks, to: events)
        connect(numbers, to: events) { $0 < 0 ? nil : .ring($0) }
        let machine = Machine(bell)
        try await machine.start()
        clicks.send(.ring(0))
        numbers.send(-1)
        numbers.send(0)
        machine.post(.ring(0))
        #expect(try await machine.send(.ring(0)) == .handled)
        #expect(await said.first(4) == [0, 0, 0, 0])
    }

    @Test func `a system sees what a machine sends to itself, with its cause`() async throws {
        let bell = Bell()
        let events = bell.events, said = bell.said.stream()
        let machine = Machine(bell)
        let system = System()
        let member = await system.add(machine, named: "Bell")
        #expect(member.ports.map(\.type) == ["Event", "Int"])
        try await machine.start()
        let recorder = system.recorder()
        events.send(.ring(1))
        #expect(await said.first(2) == [1, 0])
        // Who reads the stream may be there before the record of the last message.
        try await eventually { recorder.records.count == 4 }
        #expect(
            MessageTree(recorder.records).description == """
                #1 outside → Bell.events: ring(1)
                ├─ #2 outside → Bell.events: ring(0)
                │  └─ #4 Bell.said → stream: 0
                └─ #3 Bell.said → stream: 1
                """)
    }
}
