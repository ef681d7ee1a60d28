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

    @Test func `whoever sends while a system watches, all receivers end with what the port has`() async {
        for _ in 0..<100 {
            let inner = OutputPort<Int>("inner"), outer = OutputPort("outer", distinct: 0)
            let first = InputPort<Int>("first"), late = InputPort<Int>("late")
            let system = System(), recorder = system.recorder()
            system.add("A", ports: inner, outer)
            connect(inner, to: outer)
            connect(outer, to: first)
            await withTaskGroup { group in
                for (port, sign) in [(inner, 1), (outer, -1)] {
                    group.addTask { for number in 1...20 { port.send(sign * number) } }
                }
                group.addTask { connect(outer, to: late) }
            }
            let last = outer.current
            first.finish()
            late.finish()
            #expect(await Array(first).last == last)
            #expect(await Array(late).last == last)
            recorder.stop()
        }
    }

    @Test func `whoever changes a whole while a system watches, no copy stays behind`() async {
        typealias Message = NumberedTests.Message
        for _ in 0..<100 {
            let inner = OutputPort<Message>("inner"), outer = OutputPort<Message>("outer", changesOf: [])
            let first = InputPort<Message>("first"), late = InputPort<Message>("late")
            let system = System(), recorder = system.recorder()
            system.add("A", ports: inner, outer)
            connect(inner, to: outer)
            connect(outer, to: first)
            await withTaskGroup { group in
                group.addTask { for number in 1...20 { inner.send(.change(.add(number), number: 0)) } }
                group.addTask { for number in 1...20 { outer.send(.add(-number)) } }
                group.addTask { connect(outer, to: late) }
            }
            first.finish()
            late.finish()
            var copies = [Replica<NumberedTests.Edit>(), Replica()]
            for await message in first { copies[0].take(message) }
            for await message in late { copies[1].take(message) }
            #expect(copies[0] == copies[1] && copies[0].number == 40 && !copies[0].isBehind)
            recorder.stop()
        }
    }
}
