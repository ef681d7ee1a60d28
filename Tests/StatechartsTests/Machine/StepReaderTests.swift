import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What readers of steps may do: stop early, share, be cancelled, be slow, wait.
@Suite struct StepReaderTests {
    private func numbers(_ steps: Machine<Tally>.Steps) async -> [Int] {
        var seen: [Int] = []
        for await step in steps { seen.append(step.event?.number ?? -1) }
        return seen
    }

    private func post(_ numbers: Range<Int>, to machine: Machine<Tally>) {
        for number in numbers { machine.post(.init(sender: 0, number: number)) }
    }

    /// A machine that has taken the events 0…9 after its start.
    private func busy(_ steps: (Machine<Tally>) -> Machine<Tally>.Steps) async throws -> (
        Machine<Tally>, Machine<Tally>.Steps
    ) {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        let steps = steps(machine)
        post(0..<10, to: machine)
        #expect(await machine.isActive(\.open))
        return (machine, steps)
    }

    // MARK: Stopping early

    @Test func `what one loop has left, the next one gets`() async throws {
        let (machine, steps) = try await busy { $0.steps }
        for await step in steps where step.event?.number == 3 { break }
        var reader = steps.makeAsyncIterator()
        #expect(await reader.next()?.event?.number == 4)
        post(10..<12, to: machine)
        try await machine.stop()
        #expect(await numbers(steps) == [5, 6, 7, 8, 9, 10, 11, -1])
        #expect(await reader.next() == nil)
    }

    @Test func `iterators of one sequence share its steps`() async throws {
        let (machine, steps) = try await busy { $0.steps }
        var first = steps.makeAsyncIterator()
        var second = steps.makeAsyncIterator()
        var seen: [Int?] = []
        for _ in 0..<5 {
            seen.append(await first.next()?.event?.number)
            seen.append(await second.next()?.event?.number)
        }
        #expect(seen == Array(0..<10))
        try await machine.stop()
        #expect(await second.next()?.trigger == .stop)
        #expect(await first.next() == nil)
        #expect(await second.next() == nil)
    }

    @Test func `the subscription ends with the last who could read it`() async throws {
        let machine = Machine(Tally(senders: 1))
        var steps: Machine<Tally>.Steps? = machine.steps
        var reader = steps?.makeAsyncIterator()
        steps = nil
        #expect(machine.mailbox.isWatched)
        try await machine.start()
        #expect(await reader?.next()?.trigger == .start)
        reader = nil
        #expect(machine.mailbox.isWatched == false)
        try await machine.stop()
    }

    // MARK: Cancelling

    @Test func `a cancelled reader still gets what had arrived, and the machine records no more`() async throws {
        let (machine, steps) = try await busy { $0.steps }
        let reading = Task {
            while !Task.isCancelled { await Task.yield() }
            return await numbers(steps)
        }
        reading.cancel()
        #expect(await reading.value == Array(0..<10))
        #expect(machine.mailbox.isWatched == false)
        post(10..<12, to: machine)
        try await machine.stop()
        #expect(await numbers(steps) == [])
    }

    @Test func `a cancelled reader comes to an end, however fast new steps come`() async throws {
        let (machine, steps) = try await busy { $0.steps }
        let reading = Task {
            while !Task.isCancelled { await Task.yield() }
            var seen = 0
            for await _ in steps {
                seen += 1
                if seen == 100 { break }
                try await machine.send(.init(sender: 0, number: 9 + seen))
            }
            return seen
        }
        reading.cancel()
        #expect(try await reading.value == 10)
        try await machine.stop()
    }

    @Test func `a reader that waits and is cancelled goes on at once, and so do those who wait with it`() async throws {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        let steps = machine.steps
        let other = Task { await numbers(steps) }
        let reading = Task { await numbers(steps) }
        try await eventually { machine.observers.waitingReaders >= 2 }
        reading.cancel()
        #expect(await reading.value == [])
        #expect(await other.value == [])
        #expect(machine.mailbox.isWatched == false)
        #expect(await machine.status == .running)
        try await machine.stop()
    }

    // MARK: Buffers

    @Test(arguments: [1, 3, 100])
    func `of a slow reader's steps the newest are kept, or the oldest`(limit: Int) async throws {
        let (machine, newest) = try await busy { $0.steps(buffering: .bufferingNewest(limit)) }
        let (other, oldest) = try await busy { $0.steps(buffering: .bufferingOldest(limit)) }
        try await machine.stop()
        try await other.stop()
        let all = Array(0..<10) + [-1]
        #expect(await numbers(newest) == Array(all.suffix(limit)))
        #expect(await numbers(oldest) == Array(all.prefix(limit)))
    }

    @Test func `a bounded reader that has begun to read keeps no more than its bound`() async throws {
        let (machine, steps) = try await busy { $0.steps(buffering: .bufferingNewest(3)) }
        var reader = steps.makeAsyncIterator()
        #expect(await reader.next()?.event?.number == 7)
        post(10..<14, to: machine)
        #expect(await machine.isActive(\.open))
        #expect(await reader.next()?.event?.number == 11)
        try await machine.stop()
        #expect(await numbers(steps) == [12, 13, -1])
    }

    @Test func `without a buffer a step reaches only who waits for it`() async throws {
        let (machine, steps) = try await busy { $0.steps(buffering: .bufferingNewest(0)) }
        let reading = Task {
            var reader = steps.makeAsyncIterator()
            return await reader.next()?.event?.number
        }
        try await eventually { machine.observers.waitingReaders >= 1 }
        post(10..<13, to: machine)
        #expect(await machine.isActive(\.open))
        #expect(await reading.value == 10)
        try await machine.stop()
        #expect(await numbers(steps) == [])
    }

    @Test func `a long queue is read in order while it grows`() async throws {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        let steps = machine.steps
        let posting = Task {
            post(0..<20_000, to: machine)
            try await machine.stop()
        }
        #expect(await numbers(steps) == Array(0..<20_000) + [-1])
        try await posting.value
    }

    // MARK: What is read is let go

    private final class Parcel: Sendable {
        static let alive = Atomic(0)
        init() { Self.alive.add(1, ordering: .relaxed) }
        deinit { Self.alive.subtract(1, ordering: .relaxed) }
    }

    /// Its steps are plain, or of the general kind.
    private final class Counter: TopState<Parcel> {
        let isPlain: Bool
        init(isPlain: Bool) { self.isPlain = isPlain }
        override func handle(_ event: Parcel) -> Reaction {
            isPlain ? .handled : .handled { await Task.yield() }
        }
    }

    @Test(.serialized, arguments: [true, false])
    func `an event lives no longer than its step is read, or its reader lives`(isPlain: Bool) async throws {
        Parcel.alive.store(0, ordering: .relaxed)
        let machine = Machine(Counter(isPlain: isPlain))
        try await machine.start()
        do {
            let steps = machine.steps
            let bounded = machine.steps(buffering: .bufferingNewest(1))
            for _ in 0..<4 { try await machine.send(Parcel()) }
            // The machine may be about to let go of the last one itself.
            #expect(await machine.status == .running)
            #expect(Parcel.alive.load(ordering: .relaxed) == 4)
            for await _ in steps.prefix(3) {}
            #expect(Parcel.alive.load(ordering: .relaxed) == 1)
            withExtendedLifetime((steps, bounded)) {}
        }
        #expect(Parcel.alive.load(ordering: .relaxed) == 0)
        try await machine.stop()
    }
}

extension Observers {
    /// How many readers wait for a step.
    fileprivate var waitingReaders: Int { contents.withLock { $0.steps.reduce(0) { $0 + $1.waiting.count } } }
}
