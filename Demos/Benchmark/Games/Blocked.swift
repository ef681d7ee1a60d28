import CSupport
import DemoSupport
import Statecharts

/// How many components may block at the same time, each on a thread of its own, before another one no longer gets its
/// turn or the system has no more threads. The component framework of 2014 ran out of memory at 500 to 1,000 threads.
enum Blocked {
    static let counts = [10, 100, 500, 1_000, 2_000, 5_000, 10_000]

    static func run() async throws {
        StandardStreams.say(
            "Blocked components, each with a thread of its own; beside them a machine in the pool answers")
        StandardStreams.say(columns("blocked", "to start all (ms)", "resident (KiB each)", "an answer (µs)"))
        for count in counts {
            guard let figures = try await figures(count) else {
                StandardStreams.say("\(count): the system has no more threads")
                return
            }
            StandardStreams.say(
                columns(
                    "\(count)", Number.fixed(figures.start / 1e6, 1), Number.fixed(figures.bytes / 1_024, 1),
                    Number.fixed(figures.answer / 1e3, 1)))
        }
    }

    private static func columns(_ texts: String...) -> String {
        texts.map { String(repeating: " ", count: max(0, 22 - $0.count)) + $0 }.joined()
    }

    /// Blocks so many machines, and asks another one meanwhile. `nil` if there were not so many threads.
    static func figures(_ count: Int) async throws -> (start: Double, bytes: Double, answer: Double)? {
        let barrier = Barrier()
        defer { barrier.open() }
        let before = support_resident_bytes()
        var machines: [Machine<Blocker>] = []
        let start = try await Harness.nanoseconds {
            for _ in 0..<count {
                guard let lane = try? ThreadActor(named: "blocked", stackSize: 64 * 1_024) else { return }
                let machine = Machine(Blocker(), on: lane)
                try await machine.start()
                machine.post(.block(barrier))
                machines.append(machine)
            }
            await barrier.waitForEntrants(machines.count)
        }
        let bytes = Double(support_resident_bytes() - before) / Double(max(machines.count, 1))
        let free = Machine(IdleLights())
        try await free.start()
        var answer = Double.infinity
        for _ in 0..<20 { answer = min(answer, await Harness.nanoseconds { _ = await free.configuration }) }
        guard machines.count == count else { return nil }
        return (start, bytes, answer)
    }
}
