import Statecharts
import Testing

@Suite struct ConnectionSetTests {
    @Test func `connections end together, by hand, by others in their place, and when nobody has them any more`() {
        let output = OutputPort<Int>("out")
        let inputs = (1...4).map { InputPort<Int>("in \($0)") }
        func counts() -> [Int] { inputs.map(\.bufferedCount) }
        var set: ConnectionSet? = ConnectionSet(connect(output, to: inputs[0]))
        set?.insert(connect(output, to: inputs[1]))
        output.send(1)
        #expect(counts() == [1, 1, 0, 0])
        set?.replace {
            output.send(2)  // between the old ones and the new ones
            return [connect(output, to: inputs[2])]
        }
        output.send(3)
        #expect(counts() == [1, 1, 1, 0])
        #expect(set?.connected.map(\.description) == ["out → in 3"])
        set?.disconnect()
        set?.disconnect()
        output.send(4)
        #expect(counts() == [1, 1, 1, 0])
        set?.insert(connect(output, to: inputs[3]))
        output.send(5)
        set = nil
        output.send(6)
        #expect(counts() == [1, 1, 1, 1])
    }

    @Test func `connections that cannot be made leave none`() {
        struct Refusal: Error {}
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in")
        let set = ConnectionSet(connect(output, to: input))
        #expect(throws: Refusal.self) { try set.replace { throw Refusal() } }
        output.send(1)
        #expect(input.bufferedCount == 0)
        #expect(set.connected.isEmpty)
    }
}
