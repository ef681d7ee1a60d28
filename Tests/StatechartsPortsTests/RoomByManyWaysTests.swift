@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// A message that waits for room and may come to one mapping by several ways.
@Suite struct RoomByManyWaysTests {
    private let out = OutputPort<Int>("out")
    private let slow = InputPort<String>("slow", buffering: .waiting(4))

    /// out ─ 5, 6 ─▶ state, a port that has 5 already ─ text ─▶ slow
    @Test func `what a mapping answered for a message that is left out is not delivered for another one`() async throws
    {
        let state = OutputPort("state", distinct: 5)
        connect(out, to: state) { _ in 5 }
        connect(out, to: state) { _ in 6 }
        connect(state, to: slow) { "\($0)" }
        try await out.sendWaiting(0)
        #expect(state.current == 6)
        try #require(slow.bufferedCount == 2)
        #expect(await slow.first(2) == ["5", "6"])
    }

    /// out ─ 1 ─▶ middle ─ text ─▶ slow, and from out to a port that is full
    @Test func `what a mapping answered for a connection that has ended is not delivered for another one`() async throws
    {
        let middle = OutputPort<Int>("middle"), full = InputPort<Int>("full", buffering: .waiting(1))
        let connection = connect(out, to: middle) { _ in 1 }
        connect(middle, to: slow) { "\($0)" }
        connect(out, to: full)
        full.send(0)
        let producer = Task { [out] in try await out.sendWaiting(7) }
        try await eventually { full.storage.withState({ $0.producers.count }) == 1 }
        connect(out, to: middle) { _ in 2 }
        connection.disconnect()
        #expect(await full.first(2) == [0, 7])
        try await producer.value
        #expect(await slow.first(1) == ["2"])
        #expect(slow.droppedCount == 0)
    }
}
