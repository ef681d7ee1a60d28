@testable import Statecharts
@testable import StatechartsCore
import Testing

@Suite struct PointToPointTests {
    @Test func `exactly one receiver gets each message, and each sender's order is kept`() async throws {
        let channel = PointToPointChannel<Int>("jobs")
        let senders = [OutputPort<Int>(), OutputPort<Int>()]
        for sender in senders { connect(sender, to: channel) }
        let one = Counter(), two = Counter(), three = Counter()
        let doubled = OutputPort<Int>()
        connect(channel, to: one.numbers)
        connect(channel, to: two.numbers)
        connect(channel, to: three.numbers)
        connect(one.doubled, to: doubled)
        connect(two.doubled, to: doubled)
        connect(three.doubled, to: doubled)
        let results = doubled.stream()
        let machines = [Machine(one), Machine(two), Machine(three)]
        for machine in machines { try await machine.start() }
        await withTaskGroup { group in
            for (position, sender) in senders.enumerated() {
                group.addTask { for number in 0..<100 { sender.send(1000 * position + number) } }
            }
        }
        let expected = (0..<100).flatMap { [2 * $0, 2000 + 2 * $0] }
        #expect(await results.first(200).sorted() == expected.sorted())
        var noted: [[Int]] = []
        for machine in machines { noted.append(try await machine.withTop { $0.noted }) }
        #expect(noted.flatMap { $0 }.count == 200)
        for machine in noted {
            for position in 0...1 {
                let own = machine.filter { $0 / 1000 == position }
                #expect(own == own.sorted())
            }
        }
    }

    @Test func `messages are kept while nobody is ready, and go to whoever becomes ready`() async throws {
        let channel = PointToPointChannel<Int>("jobs")
        let sender = OutputPort<Int>()
        connect(sender, to: channel)
        let first = InputPort<Int>("first"), second = InputPort<Int>("second")
        connect(channel, to: first)
        let gone = connect(channel, to: second)
        for number in 1...4 { sender.send(number) }
        #expect(channel.bufferedCount == 4)
        #expect(await first.first(1) == [1])
        #expect(await second.first(2) == [2, 3])
        gone.disconnect()
        #expect(!gone.isConnected)
        #expect(await first.first(1) == [4])
        sender.send(5)
        #expect(channel.bufferedCount == 1)
    }

    @Test func `a receiver that has ended is passed over`() async throws {
        let channel = PointToPointChannel<Int>("jobs")
        let ended = Counter(), alive = Counter()
        connect(channel, to: ended.numbers)
        connect(channel, to: alive.numbers)
        let sender = OutputPort<Int>()
        connect(sender, to: channel)
        let machines = (Machine(ended), Machine(alive))
        try await machines.0.start()
        try await machines.1.start()
        try await machines.0.send(.stop)
        let before = try await machines.1.withTop { $0.noted }
        #expect(before == [])
        for number in 1...3 { sender.send(number) }
        // Each is handed over when the one before is complete.
        var noted: [Int] = []
        while noted.count < 3 { noted = try await machines.1.withTop { $0.noted } }
        #expect(noted == [1, 2, 3])
        #expect(try await machines.0.withTop { $0.noted } == [])
    }

    @Test func `who was given a message longest ago is next`() async throws {
        let channel = PointToPointChannel<Int>(), sender = OutputPort<Int>()
        connect(sender, to: channel)
        let one = Counter(), two = Counter(), three = Counter()
        connect(channel, to: one.numbers)
        connect(channel, to: two.numbers)
        connect(channel, to: three.numbers)
        let machines = [Machine(one), Machine(two), Machine(three)]
        for machine in machines { try await machine.start() }
        for number in 1...7 {
            sender.send(number)
            // Each is at rest before the next message comes.
            for machine in machines { _ = try await machine.withTop { $0.noted } }
        }
        var noted: [[Int]] = []
        for machine in machines { noted.append(try await machine.withTop { $0.noted }) }
        #expect(noted == [[1, 4, 7], [2, 5], [3, 6]])
    }

    @Test func `a channel that is released, and one whose receiver is gone, listens no more`() {
        let first = InputPort<Int>("first"), second = InputPort<Int>("second")
        func listeners() -> [Int] { [first, second].map { $0.storage.withState { $0.readinessListeners.count } } }
        do {
            let channel = PointToPointChannel<Int>("jobs"), sender = OutputPort<Int>()
            connect(sender, to: channel)
            connect(channel, to: first)
            connect(channel, to: second)
            #expect(listeners() == [1, 1])
            first.finish()
            sender.send(1)
            #expect(listeners() == [0, 1])
        }
        #expect(listeners() == [0, 0])
    }

    @Test func `a channel looks again when somebody becomes ready while it offers, and one alone offers`() {
        var channel = ChannelStateMachine<Int, InputStorage<Int>>()
        let id = channel.add(InputStorage<Int>(name: nil, buffering: .unbounded))
        var offers = [1, 2].map { channel.receive(Parcel(message: $0, context: nil)) }
        #expect(offers == [true, false])
        var offered = [channel.next()?.0.parcel.message]
        // Nobody was ready, but meanwhile somebody says so.
        offers = [channel.beginOffering(), channel.noneWasReady()]
        #expect(offers == [false, true])
        offered.append(channel.next()?.0.parcel.message)
        _ = channel.taken(by: id)
        offered.append(channel.next()?.0.parcel.message)
        #expect(offered == [1, 1, 2])
        offers = [channel.noneWasReady(), channel.beginOffering()]
        #expect(offers == [false, true])
        #expect(channel.count == 1)
    }

    @Test func `a receiver that is connected while a message finds nobody else is asked before that is discarded`() {
        var channel = ChannelStateMachine<Int, Int>()
        let gone = channel.add(1)
        _ = channel.receive(Parcel(message: 7, context: nil))
        _ = channel.next()
        _ = channel.remove(gone)
        // It has not said yet whether it is ready.
        _ = channel.add(2)
        let discarded = channel.discard(), looksAgain = channel.noneWasReady()
        let asked = channel.next()?.1.map(\.end)
        #expect(discarded?.number == nil && looksAgain)
        #expect(asked == [2])
    }
}
