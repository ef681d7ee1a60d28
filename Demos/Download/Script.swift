import DemoSupport
import StatechartsSimulation

/// How a demo without a terminal goes on: line by line, on a clock that stands still until a line says so.
enum Script {
    /// Takes the lines one after the other. Those before a line that is not understood have been taken.
    /// - Parameter place: what the lines are from.
    /// - Throws: ``InputError`` with the place and the number of the line.
    static func run(_ place: String, _ nextLine: () -> String?, _ take: (String) async throws -> Void) async throws {
        var number = 0
        do {
            while let line = nextLine() {
                number += 1
                try await take(line)
            }
        } catch let error as UsageError {
            throw InputError("\(place):\(number): \(error)")
        }
    }

    /// Lets time pass, and shows what there is whenever something was due.
    static func advance(_ clock: ManualClock, by duration: Duration, _ show: () async throws -> Void) async throws {
        let end = clock.now.advanced(by: duration)
        while let next = await clock.pending.first?.deadline, next <= end {
            await clock.advance(by: clock.now.duration(to: next))
            try await show()
        }
        await clock.advance(by: clock.now.duration(to: end))
    }
}
