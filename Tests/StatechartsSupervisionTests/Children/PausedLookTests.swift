import Dispatch
import Foundation
import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What happens while a snapshot looks at what a paused system holds.
@Suite struct PausedLookTests {
    private let clock = ManualClock(), system: System, machine: Machine<Bureau>

    init() async throws {
        system = System(clock: clock)
        machine = Machine(Bureau(), clock: clock)
        await system.add(machine)
        try await machine.start()
        await clock.settle()
    }

    private func log(of machine: Machine<Bureau>) async throws -> [String] {
        await clock.settle()
        return try await machine.withTop { $0.log }
    }

    /// What happens while a snapshot looks at the second message that a system holds.
    enum Meddling: CaseIterable { case resumes, steps, stepsElsewhere, goesOnElsewhere }

    @Test(arguments: Meddling.allCases)
    func `what a system delivers just when the cut is made is in the snapshot once`(_ meddling: Meddling) async throws {
        let guest = OutputPort<Int>("guest"), counts = Guarded<[Int: Int]>([:])
        let isUnderWay = DispatchSemaphore(value: 0), goesOn = DispatchSemaphore(value: 0)
        let (looks, look) = AsyncStream<Void>.makeStream()
        system.add("Guest", ports: guest)
        connect(guest, to: await machine.port(\.tasks)) { [system] number -> Int? in
            let count = counts.withLock { counts in
                counts[number, default: 0] += 1
                return counts[number]
            }
            switch (number, count, meddling) {
            case (2, 1, .resumes): system.resume()
            case (2, 1, .steps): system.step()
            case (2, 1, .stepsElsewhere), (2, 1, .goesOnElsewhere):
                Thread.detachNewThread {
                    system.step()
                    isUnderWay.signal()
                }
                isUnderWay.wait()
            // The first one is being delivered, and the snapshot goes on.
            case (1, 2, .goesOnElsewhere):
                isUnderWay.signal()
                look.yield()
                goesOn.wait()
            case _: break
            }
            return number
        }
        let delivery = Task {
            for await _ in looks {
                for _ in 0..<100 { await Task.yield() }
                goesOn.signal()
            }
        }
        defer { look.finish() }
        system.pause()
        for number in 1...3 { guest.send(number) }
        let whole = ["task 1", "task 2", "task 3"]
        let next = Machine(restoring: try await machine.snapshot().throughJSON(), Bureau(), clock: clock)
        try await next.start()
        #expect(try await log(of: next) == whole)
        try await next.stop()
        system.resume()
        #expect(try await log(of: machine) == whole)
        look.finish()
        await delivery.value
        try await machine.stop()
    }

    @Test func `a snapshot waits for one delivery as long as it takes, and for no end of new ones`() {
        var tries = VainLooks()
        #expect((0..<5_000).allSatisfy { _ in !tries.areTooMany(hasLooked: false, turns: [7, 1]) })
        var count = 1
        while count < 2_000, !tries.areTooMany(hasLooked: false, turns: [7, UInt64(count) + 1]) { count += 1 }
        #expect(count == 1_000)
        tries = VainLooks()
        count = 1
        while count < 2_000, !tries.areTooMany(hasLooked: true, turns: [7]) { count += 1 }
        #expect(count == 1_001)
    }

    @Test func `a snapshot is refused if each look at what a system holds sends more`() async throws {
        let guest = OutputPort<Int>("guest"), other = OutputPort<Int>("other")
        system.add("Guest", ports: guest, other)
        connect(guest, to: await machine.port(\.tasks)) { number in
            other.send(number)
            return number
        }
        system.pause()
        guest.send(1)
        let error = await #expect(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(
            error?.description
                == "whenever the snapshot looks at what the systems of the tree hold, something else is sent or delivered; "
                + "let the mappings of connections send nothing, and step the systems at another time [late]")
        system.resume()
        #expect(try await log(of: machine) == ["task 1"])
        try await machine.stop()
    }
}
