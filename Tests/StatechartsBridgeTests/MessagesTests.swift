import Statecharts
import StatechartsBridge
import StatechartsTesting
import Testing

@Suite struct MessagesTests {
    struct Price: Codable, Sendable, Equatable {
        let dish: String
        let cents: Int?
        let tags: [String]
    }

    @Test func `several channels in both directions over one link, each in order`() async throws {
        let pair = Pair()
        let prices = OutputPort<Price>("prices"), here = InputPort<Price>("prices")
        let orders = OutputPort<Int>("orders"), there = InputPort<Int>("orders")
        pair.left.export(prices, as: "prices")
        pair.left.import("orders", to: there)
        pair.right.import("prices", to: here)
        pair.right.export(orders, as: "orders")
        try await pair.start()
        let sent = (1...500).map {
            Price(dish: "soup \"\($0)\" \u{1F35C}\n", cents: $0 % 2 == 0 ? nil : -$0, tags: ["a", "b\\"])
        }
        for (price, order) in zip(sent, 1...500) {
            prices.send(price)
            orders.send(order)
        }
        #expect(await here.first(500) == sent)
        #expect(await there.first(500) == Array(1...500))
        #expect(pair.left.state == .connected(peer: "right"))
        #expect(pair.right.state == .connected(peer: "left"))
    }

    @Test func `what was sent before the two sides met waits for it`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers", buffering: .bufferingNewest(3))
        pair.right.import("numbers", to: arrived)
        numbers.send(0)  // before begin(): nobody is connected
        pair.left.begin()
        for number in 1...5 { numbers.send(number) }
        #expect(pair.left.waitingCount == 3)
        #expect(pair.left.droppedCount == 2)
        #expect(numbers.unheardCount == 1)
        try await pair.start()
        #expect(await arrived.first(3) == [3, 4, 5])
    }

    @Test func `everyone who imports gets every message`() async throws {
        let first = Pair(), second = Pair()
        let numbers = OutputPort<Int>("numbers")
        let inputs = [InputPort<Int>(), InputPort<Int>(), InputPort<Int>()]
        for pair in [first, second] { pair.left.export(numbers, as: "numbers") }
        let stand = OutputPort<Int>("stands for numbers")
        first.right.import("numbers", to: inputs[0])
        second.right.import("numbers", to: stand)
        connect(stand, to: inputs[1])
        connect(stand, to: inputs[2]) { $0 * 10 }
        try await first.start()
        try await second.start()
        for number in 1...20 { numbers.send(number) }
        #expect(await inputs[0].first(20) == Array(1...20))
        #expect(await inputs[1].first(20) == Array(1...20))
        #expect(await inputs[2].first(20) == (1...20).map { $0 * 10 })
    }

    @Test func `an export that nobody imports costs nobody anything`() async throws {
        let pair = Pair()
        let heard = OutputPort<Int>("heard"), unheard = OutputPort<Int>("unheard"), arrived = InputPort<Int>()
        pair.left.export(heard, as: "heard")
        pair.left.export(unheard, as: "unheard", buffering: .waiting(1))
        pair.right.import("heard", to: arrived)
        try await pair.start()
        for number in 1...100 { try await unheard.sendWaiting(number) }
        heard.send(1)
        #expect(await arrived.first(1) == [1])
        #expect(pair.left.droppedCount == 0)
    }

    @Test func `a slow receiver holds a waiting sender, and memory is bounded on both sides`() async throws {
        let pair = Pair(limits: .init(window: 4, patience: .seconds(600)))
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived", buffering: .waiting(2))
        pair.left.export(numbers, as: "numbers", buffering: .waiting(3))
        pair.right.import("numbers", to: arrived)
        try await pair.start()
        let sentCount = InputPort<Int>()
        let sender = Task {
            for number in 1...200 {
                try await numbers.sendWaiting(number)
                sentCount.send(number)
            }
        }
        var seen: [Int] = []
        for await number in arrived.prefix(200) {
            seen.append(number)
            // Taken: the sender has gone no further than all the room behind it.
            #expect(arrived.bufferedCount <= 2)
            #expect(sentCount.bufferedCount <= number + 2 + 4 + 3 + 1)
        }
        #expect(seen == Array(1...200))
        try await sender.value
        #expect(pair.left.droppedCount == 0)
    }

    @Test func `a point-to-point channel gives each message to one receiver, on either side`() async throws {
        let first = Pair(), second = Pair()
        let jobs = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>("office")
        connect(office, to: jobs)
        for pair in [first, second] { pair.left.export(jobs, as: "jobs") }
        let busy = InputPort<Int>("busy"), quick = InputPort<Int>("quick")
        first.right.import("jobs", to: busy)
        second.right.import("jobs", to: quick)
        let began = InputPort<Int>(), done = InputPort<Int>(), goOn = InputPort<Int>()
        // One receiver begins with its first job and does not come to its end.
        let working = busy.handle { job in
            began.send(job)
            _ = await goOn.first(1)
        }
        try await first.start()
        office.send(1)
        #expect(await began.first(1) == [1])
        let others = quick.handle { done.send($0) }
        try await second.start()
        for job in 2...50 { office.send(job) }
        // All others go to the one that is ready, in order.
        #expect(await done.first(49) == Array(2...50))
        #expect(busy.bufferedCount == 0)
        goOn.send(0)
        working.cancel()
        others.cancel()
    }

    @Test func `a local receiver competes with one in another process`() async throws {
        let pair = Pair()
        let jobs = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>("office")
        connect(office, to: jobs)
        pair.left.export(jobs, as: "jobs")
        let here = InputPort<Int>("here"), there = InputPort<Int>("there")
        connect(jobs, to: here)
        pair.right.import("jobs", to: there)
        try await pair.start()
        for job in 1...100 { office.send(job) }
        let got = InputPort<Int>()
        let tasks = [here.handle { got.send($0) }, there.handle { got.send($0) }]
        #expect(await got.first(100).sorted() == Array(1...100))
        for task in tasks { task.cancel() }
    }

    @Test func `close returns when everything has come, and both sides end`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        let states = pair.right.states.stream()
        try await pair.start()
        for number in 1...2000 { numbers.send(number) }
        await pair.left.close()
        #expect(pair.left.state == .ended(nil))
        #expect(arrived.bufferedCount == 2000)
        var last: BridgeState?
        for await state in states { last = state }
        #expect(last == .ended(nil))
        await pair.right.close()
        await #expect(throws: BridgeError.self) {
            let late = Pair()
            late.left.begin()
            late.left.stop()
            try await late.left.start()
        }
    }

    @Test func `a bridge that is released ends, and its ports are free`() async throws {
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        var pair: Pair? = Pair()
        pair?.left.export(numbers, as: "numbers")
        pair?.right.import("numbers", to: arrived)
        try await pair?.start()
        let states = pair?.left.states.stream()
        numbers.send(1)
        #expect(await arrived.first(1) == [1])
        pair = nil
        if let states { for await _ in states {} }
        numbers.send(2)
        #expect(numbers.unheardCount == 1)
    }

    @Test func `a message that JSON cannot hold, or that is too long, is undelivered, and the next one arrives`()
        async throws
    {
        let pair = Pair(limits: .init(frameLength: 2048, patience: .seconds(600)))
        let texts = OutputPort<String>("texts"), numbers = OutputPort<Double>("numbers")
        let textsIn = InputPort<String>(), numbersIn = InputPort<Double>()
        pair.left.export(texts, as: "texts")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("texts", to: textsIn)
        pair.right.import("numbers", to: numbersIn)
        try await pair.start()
        texts.send(String(repeating: "x", count: 4096))
        texts.send("short")
        numbers.send(.nan)
        numbers.send(1.5)
        numbers.send(2)
        #expect(await textsIn.first(1) == ["short"])
        #expect(await numbersIn.first(2) == [1.5, 2])
    }

    @Test func `cancelling start lets the bridge go on`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        let starting = Task { try await pair.left.start() }
        starting.cancel()
        await #expect(throws: CancellationError.self) { try await starting.value }
        try await pair.right.start()
        try await pair.left.start()
        numbers.send(7)
        #expect(await arrived.first(1) == [7])
    }
}
