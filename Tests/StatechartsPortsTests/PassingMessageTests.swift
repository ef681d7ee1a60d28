@testable import Statecharts
@testable import StatechartsCore
import Testing

/// A message passes through a port that keeps a state, and was numbered before messages of the port that are held.
@Suite struct PassingMessageTests {
    private let system = System()

    @Test(arguments: [false, true])
    func `a value that passes through comes before those that are held, and they stay current`(isDistinct: Bool) async {
        let outer = isDistinct ? OutputPort("outer", distinct: 0) : OutputPort("outer", current: 0)
        let inner = OutputPort<Int>("inner"), input = InputPort<Int>("in")
        system.add("A", ports: inner, outer)
        connect(inner, to: outer)
        connect(outer, to: input)
        system.pause()
        inner.send(2)
        outer.send(1)
        #expect(outer.current == 1)
        system.resume()
        #expect(outer.current == 1)
        outer.send(2)
        inner.send(3)
        #expect(outer.current == 3)
        input.finish()
        #expect(await Array(input) == [0, 2, 1, 2, 3])
    }

    @Test func `who is connected while a value passes through ends with what the port has`() async {
        let inner = OutputPort<Int>("inner"), outer = OutputPort("outer", current: 0)
        let early = InputPort<Int>("early"), late = InputPort<Int>("late")
        system.add("A", ports: inner, outer)
        connect(inner, to: outer)
        connect(outer, to: early)
        system.pause()
        inner.send(2)
        connect(outer, to: late)
        system.resume()
        #expect(outer.current == 2)
        early.finish()
        late.finish()
        #expect(await Array(early) == [0, 2])
        #expect(await Array(late) == [2])
    }

    @Test func `a change that passes through before those that are held brings the whole`() async {
        typealias Message = NumberedTests.Message
        let inner = OutputPort<Message>("inner"), outer = OutputPort<Message>("outer", changesOf: [])
        let early = InputPort<Message>("early"), late = InputPort<Message>("late")
        system.add("A", ports: inner, outer)
        connect(inner, to: outer)
        connect(outer, to: early)
        system.pause()
        inner.send(.change(.add(2), number: 0))
        outer.send(.add(1))
        connect(outer, to: late)
        system.resume()
        outer.send(.add(3))
        early.finish()
        late.finish()
        let heard = (await Array(early), await Array(late))
        #expect(
            heard.0 == [
                .whole([], number: 0), .whole([1, 2], number: 2), .change(.add(1), number: 1),
                .change(.add(3), number: 3),
            ])
        #expect(heard.1 == [.whole([1, 2], number: 2), .change(.add(3), number: 3)])
        for messages in [heard.0, heard.1] {
            var replica = Replica<NumberedTests.Edit>()
            for message in messages { replica.take(message) }
            #expect(replica.whole == [1, 2, 3] && !replica.isBehind)
        }
    }
}
