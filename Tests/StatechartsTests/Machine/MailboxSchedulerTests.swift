import Dispatch
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Machines that give each other something to do: who runs in whose task must make no difference.
@Suite struct MailboxSchedulerTests {
    /// Started machines, and what yields whenever one of them has got baton 0.
    private func runners(_ count: Int) async throws -> ([Machine<Runner>], AsyncStream<Void>) {
        let (over, ended) = AsyncStream.makeStream(of: Void.self)
        let machines = (0..<count).map { _ in Machine(Runner { ended.yield() }) }
        for machine in machines { try await machine.start() }
        return (machines, over)
    }

    @Test(arguments: [1, 2, 3, 5])
    func `a baton goes round a ring of machines, each posting to the next`(count: Int) async throws {
        let (machines, over) = try await runners(count)
        let rounds = 2_000
        for (place, machine) in machines.enumerated() {
            machine.post(.next([machines[(place + 1) % count]]))
        }
        machines[0].post(.baton(rounds * count))
        for await _ in over { break }
        for (place, machine) in machines.enumerated() {
            let batons = try await machine.withTop { $0.batons }
            #expect(batons == stride(from: rounds * count - place, through: 0, by: -count).map { $0 })
        }
        for machine in machines { machine.post(.next([])) }
    }

    @Test func `a step that gives several machines something to do serves them all, in the order of their senders`()
        async throws
    {
        let (machines, over) = try await runners(5)
        let (first, others) = (machines[0], Array(machines[1...]))
        first.post(.next(others))
        for _ in 0..<500 { first.post(.baton(1)) }
        var left = 500 * others.count
        for await _ in over {
            left -= 1
            if left == 0 { break }
        }
        #expect(try await first.withTop { $0.batons } == Array(repeating: 1, count: 500))
        for other in others {
            #expect(try await other.withTop { $0.batons } == Array(repeating: 0, count: 500))
        }
    }

    @Test func `machines of one executor are served in the order in which a step gave them something to do`()
        async throws
    {
        let lane = try ThreadActor(named: "lane")
        let (served, ended) = AsyncStream.makeStream(of: Int.self)
        let others = (0..<5).map { number in Machine(Runner { ended.yield(number) }, on: lane) }
        for other in others { try await other.start() }
        let first = Machine(Runner {}, on: lane)
        try await first.start()
        try await first.send(.next(others))
        var numbers = served.makeAsyncIterator()
        for _ in 0..<200 {
            first.post(.baton(1))
            for number in 0..<5 { #expect(await numbers.next() == number) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `who waits behind a machine of its executor waits for no foreign one`() async throws {
        let (lane, foreign) = (try ThreadActor(named: "lane"), try ThreadActor(named: "foreign"))
        let (over, ended) = AsyncStream.makeStream(of: Void.self)
        let machines = (0..<4).map { _ in Machine(Runner { ended.yield() }, on: lane) }
        let blocked = Machine(Runner {}, on: foreign)
        for machine in machines + [blocked] { try await machine.start() }
        let release = DispatchSemaphore(value: 0)
        async let blocking: Void = foreign.run { release.wait() }
        // The second one gives the blocked one something to do while the third waits behind it.
        try await machines[0].send(.next([machines[1], machines[2]]))
        try await machines[1].send(.next([blocked]))
        try await machines[2].send(.next([machines[3]]))
        machines[0].post(.baton(2))
        for await _ in over { break }
        release.signal()
        await blocking
        #expect(try await blocked.withTop { $0.batons } == [0])
    }

    @Test(.timeLimit(.minutes(30)), arguments: [1, 2])
    func `who has more to do does not wait for an executor that is busy`(count: Int) async throws {
        let foreign = try ThreadActor(named: "foreign")
        let (over, ended) = AsyncStream.makeStream(of: Void.self)
        let first = Machine(Runner { ended.yield() })
        let blocked = (0..<count).map { _ in Machine(Runner {}, on: foreign) }
        for machine in [first] + blocked { try await machine.start() }
        let release = DispatchSemaphore(value: 0)
        async let blocking: Void = foreign.run { release.wait() }
        try await first.send(.next(blocked))
        try await first.withTop { _ in
            for baton in [1, 0] { first.post(.baton(baton)) }
        }
        for await _ in over { break }
        release.signal()
        await blocking
        for machine in blocked { #expect(try await machine.withTop { $0.batons } == [0]) }
    }

    @Test(.timeLimit(.minutes(30)))
    func `several at one executor do not wait for who has called them`() async throws {
        let (lane, foreign) = (try ThreadActor(named: "lane"), try ThreadActor(named: "foreign"))
        let served = DispatchSemaphore(value: 0)
        let others = (0..<2).map { _ in Machine(Runner { served.signal() }, on: lane) }
        // Its second step does not end before both others have been served.
        let caller = Machine(Runner { for _ in others { served.wait() } }, on: foreign)
        for machine in others + [caller] { try await machine.start() }
        try await caller.send(.next(others))
        try await caller.withTop { _ in
            for baton in [1, 0] { caller.post(.baton(baton)) }
        }
        #expect(try await caller.withTop { $0.batons } == [1, 0])
    }

    @Test(.timeLimit(.minutes(30)))
    func `who gives way to one that gives way in turn has its turn again`() async throws {
        let (machines, over) = try await runners(3)
        let (first, second, third) = (machines[0], machines[1], machines[2])
        try await first.send(.next([second, second]))
        try await second.send(.next([third]))
        // The first machine is busy until it has a backlog; each of its steps gives the second one more to do than one
        // step.
        try await first.withTop { _ in for _ in 0..<500 { first.post(.baton(2)) } }
        var left = 1_000
        for await _ in over {
            left -= 1
            if left == 0 { break }
        }
        #expect(try await first.withTop { $0.batons } == Array(repeating: 2, count: 500))
        #expect(try await second.withTop { $0.batons } == Array(repeating: 1, count: 1_000))
        #expect(try await third.withTop { $0.batons } == Array(repeating: 0, count: 1_000))
    }

    @Test func `two machines that flood each other from eight tasks lose nothing`() async throws {
        let (machines, over) = try await runners(2)
        machines[0].post(.next([machines[1]]))
        machines[1].post(.next([machines[0]]))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<250 { machines[task % 2].post(.baton(3)) }
                }
            }
        }
        var left = 8 * 250
        for await _ in over {
            left -= 1
            if left == 0 { break }
        }
        for machine in machines {
            let batons = try await machine.withTop { $0.batons }
            for number in 0...3 { #expect(batons.count { $0 == number } == 4 * 250) }
        }
        for machine in machines { machine.post(.next([])) }
    }

    @Test func `a long backlog of which every step gives another machine something to do is taken in order`()
        async throws
    {
        let (over, ended) = AsyncStream.makeStream(of: Void.self)
        let first = Machine(Runner {})
        let second = Machine(Runner { ended.yield() })
        try await second.start()
        first.post(.next([second]))
        let count = amount(20_000, long: 100_000)
        for _ in 0..<count { first.post(.baton(1)) }
        try await first.start()
        var left = count
        for await _ in over {
            left -= 1
            if left == 0 { break }
        }
        #expect(try await first.withTop { $0.batons } == Array(repeating: 1, count: count))
        #expect(try await second.withTop { $0.batons } == Array(repeating: 0, count: count))
    }

    @Test func `two machines that play without end keep neither a third one nor a stranger waiting`() async throws {
        let (machines, over) = try await runners(3)
        let (giver, one, other) = (machines[0], machines[1], machines[2])
        one.post(.next([other]))
        other.post(.next([one]))
        giver.post(.next([one]))
        // Each of its steps gives the first player something to do: it has to give way, and comes to its turn again.
        for _ in 0..<100 { giver.post(.baton(.max)) }
        #expect(try await giver.withTop { $0.batons } == Array(repeating: .max, count: 100))
        // What is posted from elsewhere is taken between two balls.
        one.post(.baton(0))
        other.post(.baton(0))
        var left = 2
        for await _ in over {
            left -= 1
            if left == 0 { break }
        }
        for machine in machines { machine.post(.next([])) }
        for machine in [one, other] { #expect(try await machine.withTop { $0.batons.count { $0 == 0 } } == 1) }
    }

    @Test func `players whom nobody refers to any more play to the end and go away`() async throws {
        let (over, ended) = AsyncStream.makeStream(of: Void.self)
        let top = Guarded<[Weak]>([])
        do {
            let machines = (0..<2).map { _ in Machine(Runner { ended.yield() }) }
            for machine in machines { try await machine.start() }
            machines[0].post(.next([machines[1]]))
            machines[1].post(.next([machines[0]]))
            machines[0].post(.baton(1_000))
            top.withLock { $0 = machines.map(Weak.init) }
        }
        for await _ in over { break }
        // They refer to each other until they are told not to.
        for weak in top.withLock({ $0 }) { weak.machine?.post(.next([])) }
        var rounds = 0
        while top.withLock({ $0.contains { $0.machine != nil } }), rounds < 100_000 {
            await Task.yield()
            rounds += 1
        }
        #expect(top.withLock { $0.allSatisfy { $0.machine == nil } })
    }

    private struct Weak: Sendable {
        weak let machine: Machine<Runner>?
        init(_ machine: Machine<Runner>) { self.machine = machine }
    }
}
