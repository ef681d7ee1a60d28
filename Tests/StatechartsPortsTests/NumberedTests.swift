@testable import Statecharts
@testable import StatechartsCore
import Testing

/// Changes with numbers, and receivers that know what they have missed.
@Suite struct NumberedTests {
    enum Edit: Delta, Hashable {
        case add(Int), drop
        func apply(to whole: inout [Int]) {
            switch self {
            case .add(let number): whole.append(number)
            case .drop: whole.removeFirst()
            }
        }
    }
    typealias Message = Numbered<Edit>

    @Test func `who is connected gets each change with its number, who comes late the whole first`() async {
        let port = OutputPort<Message>("list", changesOf: [7])
        let first = port.stream()
        port.send(.add(1))
        port.send(.add(2))
        let late = port.stream()
        port.send(.drop)
        port.replace(with: [9])
        port.resend()
        port.finish()
        let afterwards = port.stream()
        #expect(
            await Array(first) == [
                .whole([7], number: 0), .change(.add(1), number: 1), .change(.add(2), number: 2),
                .change(.drop, number: 3), .whole([9], number: 4), .whole([9], number: 4),
            ])
        #expect(
            await Array(late) == [
                .whole([7, 1, 2], number: 2), .change(.drop, number: 3), .whole([9], number: 4),
                .whole([9], number: 4),
            ])
        #expect(await Array(afterwards) == [.whole([9], number: 4)])
        #expect(Message.change(.add(2), number: 2).description == "#2 add(2)")
        #expect(Message.whole([9], number: 4).description == "#4 whole")
    }

    @Test func `a port that numbers changes does not wait for room, and says so to who would`() async throws {
        let port = OutputPort<Message>("list", changesOf: [7])
        let late = port.stream()
        let error = await #expect(throws: PortError.self) {
            try await port.sendWaiting(.change(.drop, number: 0))
        }
        #expect(error?.code == .numbersChanges)
        #expect(
            error?.description == """
                sendWaiting(_:) was called on the port list, which numbers changes, and a change gets its number when it is \
                sent; use send(_:): who has no room misses a change, notices the gap and can be sent the whole with \
                resend() [numbersChanges]
                """)
        port.finish()
        #expect(await Array(late) == [.whole([7], number: 0)])
    }

    @Test func `a replica takes each change once, in order, and waits for the whole after a gap`() {
        var replica = Replica<Edit>()
        #expect(replica.take(.change(.add(1), number: 1)) == .early)
        #expect(replica.take(.whole([1], number: 4)) == .applied)
        #expect(replica.take(.change(.add(2), number: 4)) == .repeated)
        #expect(replica.take(.change(.add(2), number: 5)) == .applied)
        #expect(replica.take(.whole([], number: 3)) == .repeated)
        #expect(replica.whole == [1, 2] && replica.number == 5 && !replica.isBehind)
        #expect(replica.take(.change(.drop, number: 8)) == .missed(6...7))
        #expect(replica.isBehind)
        // The change that is next by its number is no use: what is in between may have been undone.
        #expect(replica.take(.change(.drop, number: 9)) == .missed(6...8))
        #expect(replica.whole == [1, 2] && replica.number == 5)
        #expect(replica.take(.whole([3], number: 9)) == .applied)
        #expect(replica.take(.change(.add(4), number: 10)) == .applied)
        #expect(replica.whole == [3, 4] && replica.number == 10 && !replica.isBehind)
    }

    @Test func `a receiver that drops messages notices it and gets the whole again`() async {
        let port = OutputPort<Message>("list", changesOf: [])
        let input = InputPort<Message>("in", buffering: .bufferingNewest(3))
        connect(port, to: input)
        for number in 1...6 { port.send(.add(number)) }
        var replica = Replica<Edit>()
        for message in await input.first(3) { replica.take(message) }
        #expect(replica.whole == nil)
        port.resend()
        port.send(.add(7))
        for message in await input.first(2) { replica.take(message) }
        #expect(replica.whole == [1, 2, 3, 4, 5, 6, 7])
        #expect(input.droppedCount == 4)
    }

    @Test func `a change is made in place, as long as nobody else has the whole`() async {
        final class Counted: Sendable {}
        struct Marked: Delta {
            let seen: InputPort<Bool>
            func apply(to whole: inout Box) { seen.send(whole.isAlone) }
        }
        struct Box: Sendable {
            var object = Counted()
            var isAlone: Bool { mutating get { isKnownUniquelyReferenced(&object) } }
        }
        let port = OutputPort<Numbered<Marked>>("box", changesOf: Box()), seen = InputPort<Bool>("seen")
        port.send(Marked(seen: seen))
        #expect(await seen.first(1) == [true])
        let stream = port.stream()
        port.send(Marked(seen: seen))
        #expect(await seen.first(1) == [false])
        var replica = Replica<Marked>()
        for await message in stream.prefix(2) { replica.take(message) }
        // The replica's own change came after the port's; it shares the object with the port still.
        #expect(await seen.first(1) == [false])
    }

    @Test func `making a change may send another one through the same port`() async {
        struct Countdown: Delta {
            let from: Int, port: OutputPort<Numbered<Countdown>>
            func apply(to whole: inout [Int]) {
                whole.append(from)
                if from > 0 { port.send(Countdown(from: from - 1, port: port)) }
            }
        }
        let port = OutputPort<Numbered<Countdown>>("countdown", changesOf: [])
        port.send(Countdown(from: 3, port: port))
        for await message in port.stream() {
            guard case .whole(let whole, let number) = message else { break }
            #expect(whole == [3, 2, 1, 0] && number == 4)
            break
        }
    }

    @Test func `eight tasks change one list while others come: every copy is the same`() async {
        let port = OutputPort<Message>("list", changesOf: [])
        let copies = await withTaskGroup(of: Replica<Edit>.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<100 { port.send(number.isMultiple(of: 3) ? .add(-1) : .add(task * 100 + number)) }
                    return Replica()
                }
                group.addTask {
                    var replica = Replica<Edit>()
                    for await message in port.stream() {
                        #expect(replica.take(message) == .applied)
                        if replica.number == 800 { break }
                    }
                    return replica
                }
            }
            var copies: [Replica<Edit>] = []
            for await copy in group where copy.number != nil { copies.append(copy) }
            return copies
        }
        #expect(copies.count == 8)
        #expect(copies.allSatisfy { $0 == copies[0] } && copies[0].whole?.count == 800)
    }

    @Test func `messages that are held keep their numbers, and the whole of a late receiver has them in it`() async {
        let port = OutputPort<Message>("list", changesOf: []), system = System()
        let early = InputPort<Message>("early"), late = InputPort<Message>("late")
        system.add("A", ports: port)
        connect(port, to: early)
        _ = await early.first(1)
        system.pause()
        port.send(.add(1))
        port.send(.add(2))
        connect(port, to: late)
        port.send(.add(3))
        #expect(early.bufferedCount == 0 && late.bufferedCount == 0)
        while system.step() != nil {}
        #expect(
            await early.first(3) == [
                .change(.add(1), number: 1), .change(.add(2), number: 2), .change(.add(3), number: 3),
            ])
        #expect(await late.first(2) == [.whole([1, 2], number: 2), .change(.add(3), number: 3)])
    }

    @Test func `a port that gets changes through a proxy numbers them itself, also those that somebody waits with`()
        async throws
    {
        let inner = OutputPort<Message>("inner"), outer = OutputPort<Message>("outer", changesOf: [0])
        connect(inner, to: outer)
        let stream = outer.stream()
        inner.send(.change(.add(1), number: 40))
        try await inner.sendWaiting(.change(.add(2), number: 7))
        outer.finish()
        #expect(
            await Array(stream) == [
                .whole([0], number: 0), .change(.add(1), number: 1), .change(.add(2), number: 2),
            ])
    }

    #if os(Linux) || os(macOS)
        @Test func `a port without numbers gives none, and numbers are not waited with`() async {
            await #expect(processExitsWith: .failure) {
                OutputPort<Numbered<Edit>>("plain").send(.add(1))
            }
            await #expect(processExitsWith: .failure) {
                try await OutputPort<Numbered<Edit>>("list", changesOf: []).sendWaiting(.change(.add(1), number: 1))
            }
        }
    #endif
}
