@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// Nobody waits for what is there.
@Suite struct WakeUpTests {
    /// Returns when so many producers wait for room in the port.
    private func waiting(_ count: Int, at port: InputPort<Int>) async throws {
        try await eventually { port.storage.withState({ $0.producers.count }) == count }
    }

    /// out ─▶ port, slow;  second ─▶ port
    @Test func `room that a message does not take after all goes to the producer that waits for it`() async throws {
        let port = InputPort<Int>("in", buffering: .waiting(1)), slow = InputPort<Int>("slow", buffering: .waiting(1))
        let out = OutputPort<Int>("out"), second = OutputPort<Int>("second")
        for input in [port, slow] { connect(out, to: input) }
        connect(second, to: port)
        slow.send(0)
        // Has room in `port` and waits for `slow`; the other one waits for room in `port`.
        let first = Task { try await out.sendWaiting(1) }
        try await waiting(1, at: slow)
        let other = Task { try await second.sendWaiting(2) }
        try await waiting(1, at: port)
        let reader = Task { await port.first(2) }
        try await eventually { !port.storage.withState { $0.consumers.isEmpty } }
        #expect(await slow.first(2) == [0, 1])
        #expect(await reader.value == [1, 2])
        try await first.value
        try await other.value
    }

    @Test func `a producer waits no more for an input that is disconnected, and sends to the others`() async throws {
        let full = InputPort<Int>("full", buffering: .waiting(1)), other = InputPort<Int>("other"),
            out = OutputPort<Int>("out")
        let connection = connect(out, to: full)
        connect(out, to: other)
        full.send(0)
        let producer = Task { try await out.sendWaiting(1) }
        try await waiting(1, at: full)
        connection.disconnect()
        try await producer.value
        #expect(full.bufferedCount == 1)
        #expect(await other.first(1) == [1])
    }

    @Test func `a producer that waits hears that its port is finished`() async throws {
        let full = InputPort<Int>("full", buffering: .waiting(1)), out = OutputPort<Int>("out")
        connect(out, to: full)
        full.send(0)
        let producer = Task { try await out.sendWaiting(1) }
        try await waiting(1, at: full)
        out.finish()
        await #expect(throws: PortError.self) { try await producer.value }
        // The place is still there for others.
        full.finish()
        #expect(await Array(full) == [0])
    }

    @Test func `a proxy has room if those behind it have, also with a contract and while a system watches`()
        async throws
    {
        for (hasContract, isWatched) in [(false, false), (true, false), (false, true), (true, true)] {
            let outside = OutputPort<Int>("outside"), outer = InputPort<Int>("outer"), middle = InputPort<Int>("middle")
            let slow = InputPort<Int>("slow", buffering: .waiting(1)), system = System()
            connect(outside, to: outer)
            connect(outer, to: middle)
            let inner = connect(middle, to: slow) { 10 * $0 }
            if hasContract { outer.enforce(Contract(DoorRules())) { _ in nil } }
            system.add("A", ports: outside, outer, middle, slow)
            let recorder = isWatched ? system.recorder() : nil
            try await outside.sendWaiting(1)
            let producer = Task { try await outside.sendWaiting(2) }
            try await waiting(1, at: slow)
            #expect(await slow.first(2) == [10, 20])
            try await producer.value
            try await outer.sendWaiting(3)
            let second = Task { try await outer.sendWaiting(4) }
            try await waiting(1, at: slow)
            inner.disconnect()
            try await second.value
            #expect(slow.droppedCount == 0)
            #expect(slow.bufferedCount == 1)
            #expect(recorder.map { $0.records.count } ?? 4 == 4)
        }
    }

    @Test
    func
        `what was sent before a port of a state is finished, or an end disconnected, arrives while another thread delivers`()
        async
    {
        // The first delivery is held in a mapping, as by another thread; what follows waits in the port.
        let state = OutputPort(current: 0), held = InputPort<Int>("held")
        let stream = state.stream(), parted = state.subscription()
        connect(state, to: held) { number in
            if number == 1 {
                state.send(2)
                parted.connection.disconnect()
                state.send(3)
                state.finish()
            }
            return number
        }
        let late = state.subscription()
        state.send(1)
        #expect(await Array(stream) == [0, 1, 2, 3])
        #expect(await Array(parted.stream) == [0, 1, 2])
        #expect(await Array(late.stream) == [0, 1, 2, 3])
        held.finish()
        #expect(await Array(held) == [0, 1, 2, 3])
        #expect(await Array(state.stream()) == [3])
    }
}
