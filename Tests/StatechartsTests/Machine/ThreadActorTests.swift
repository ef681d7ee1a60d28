import Statecharts
import StatechartsTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct ThreadActorTests {
    @Test func `every action of a machine runs on the thread, also after it was suspended`() async throws {
        let lane = try ThreadActor(named: "lane")
        let machine = Machine(Blocking(), on: lane)
        let before = await lane.run { ThreadID.present }
        try await machine.start()
        try await machine.send(.note)
        try await machine.send(.suspend)
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { machine.post(.note) } }
        }
        try await machine.send(.note)
        let seen = try await machine.withTop { $0.threads }
        #expect(seen.count == 24)
        #expect(Set(seen) == [before])
        let other = try ThreadActor()
        #expect(await other.run { ThreadID.present } != before)
        try await machine.stop()
    }

    /// More machines block than there are threads in the pool: without threads of their own nothing else would go on, and this test would hang.
    @Test func `machines that block hold up nobody else, and each takes what was posted meanwhile in order`()
        async throws
    {
        let gate = Barrier()
        let machines = try await withThrowingTaskGroup(of: Machine<Blocking>.self) { group in
            for number in 0..<16 {
                let lane = try ThreadActor(named: "blocked \(number)")
                group.addTask {
                    let machine = Machine(Blocking(), on: lane)
                    try await machine.start()
                    return machine
                }
            }
            var all: [Machine<Blocking>] = []
            for try await machine in group { all.append(machine) }
            return all
        }
        for machine in machines {
            machine.post(.block(gate))
            for number in 0..<10 { machine.post(.number(number)) }
        }
        await gate.waitForEntrants(machines.count)
        let free = Machine(Blocking())
        try await free.start()
        for number in 0..<100 { try await free.send(.number(number)) }
        #expect(try await free.withTop { $0.numbers } == Array(0..<100))
        gate.open()
        for machine in machines {
            #expect(try await machine.withTop { $0.numbers } == Array(0..<10))
            try await machine.stop()
        }
    }

    @Test func `an activity that blocks on a thread leaves its machine free`() async throws {
        let lane = try ThreadActor(), gate = Barrier()
        let machine = Machine(Rendering(lane: lane, gate: gate))
        let steps = machine.steps
        try await machine.start()
        try await machine.send(.ping)
        try await machine.send(.ping)
        #expect(try await machine.withTop { $0.pings } == 2)
        #expect(await machine.isActive(\.working))
        gate.open()
        for await step in steps where step.configuration.contains(path: "Done") { break }
        #expect(await machine.isActive(\.done))
        try await machine.stop()
    }

    @Test func `two machines on one thread take turns, and a ring of them is found`() async throws {
        let lane = try ThreadActor()
        let one = Machine(Blocking(), on: lane), other = Machine(Blocking(), on: lane)
        try await one.start()
        try await other.start()
        try await one.send(.ask(other))
        #expect(try await other.withTop { $0.numbers } == [7])
        #expect(try await one.withTop { $0.threads } == other.withTop { $0.threads })
        await #expect(throws: (any Error).self) { try await one.send(.ask(one)) }
    }

    @Test func `work is done in the order in which it was given, whatever its priority`() async throws {
        let lane = try ThreadActor(), gate = Barrier(), order = Numbers()
        let blocker = Task { await lane.run { gate.pass() } }
        await gate.waitForEntrants(1)
        var tasks: [Task<Void, Never>] = []
        for number in 0..<20 {
            tasks.append(
                Task.immediate(priority: number.isMultiple(of: 2) ? .low : .high) {
                    await lane.run { order.append(number) }
                })
        }
        gate.open()
        await blocker.value
        for task in tasks { await task.value }
        #expect(order.all == Array(0..<20))
    }

    @Test func `code on the thread may use what the actor isolates, and no other code may`() async throws {
        let lane = try ThreadActor(named: "lane")
        let machine = Machine(Blocking(), on: lane)
        try await machine.start()
        try await machine.send(.assume(lane))
        #expect(try await machine.withTop { $0.numbers } == [4])
        await #expect(processExitsWith: .failure) {
            let lane = try ThreadActor()
            Self.assume(lane)
        }
    }

    private static func assume(_ lane: ThreadActor) { lane.assumeIsolated { _ in } }

    // MARK: The end

    @Test func `the thread ends when nobody keeps the actor, after what it was given`() async throws {
        let gate = Barrier(), done = Numbers()
        let ends = ThreadEnds()
        weak var weakLane: ThreadActor?
        do {
            let lane = try ThreadActor()
            weakLane = lane
            let first = Task.immediate {
                await lane.run {
                    ends.watchThisThread()
                    gate.pass()
                }
            }
            for number in 0..<5 {
                Task.immediate { await lane.run { done.append(number) } }
            }
            await gate.waitForEntrants(1)
            gate.open()
            await first.value
        }
        await ends.next()
        #expect(done.all == Array(0..<5))
        #expect(weakLane == nil)
    }

    @Test func `a machine keeps the thread that it runs on, and lets it go with itself`() async throws {
        let ends = ThreadEnds()
        var machine: Machine<Blocking>? = Machine(Blocking(), on: try ThreadActor())
        try await machine?.start()
        try await machine?.withTop { _ in ends.watchThisThread() }
        try await machine?.send(.note)
        #expect(ends.count == 0)
        try await machine?.stop()
        machine = nil
        await ends.next()
        #expect(ends.count == 1)
    }

    @Test func `the last reference may go on the thread itself`() async throws {
        let ends = ThreadEnds(), last = Last(try ThreadActor())
        await last.actor.withLock { $0 }?.run {
            ends.watchThisThread()
            last.actor.withLock { $0 = nil }
        }
        await ends.next()
        #expect(ends.count == 1)
    }

    @Test func `actors that are made and let go unused leave no thread`() async throws {
        for _ in 0..<2_000 { _ = try ThreadActor(stackSize: 65_536) }
    }

    @Test(arguments: [0, -1, 1]) func `a stack that is too small is refused with what to do`(size: Int) throws {
        let error = #expect(throws: ThreadActorError.self) { _ = try ThreadActor(stackSize: size) }
        #expect(error?.code == .stackSize)
        let bytes = size == 1 ? "1 byte" : "\(size) bytes"
        #expect(
            error?.description.hasPrefix("a thread cannot have a stack of \(bytes) (Invalid argument); ") == true)
    }
}

private final class Last: Sendable {
    let actor: Guarded<ThreadActor?>
    init(_ actor: ThreadActor) { self.actor = Guarded(actor) }
}

private final class Numbers: Sendable {
    private let numbers = Guarded<[Int]>([])
    func append(_ number: Int) { numbers.withLock { $0.append(number) } }
    var all: [Int] { numbers.withLock { $0 } }
}
