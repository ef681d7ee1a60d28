import Foundation
import Statecharts
import Synchronization

/// Ends the process if a run makes no progress, and says where it stands: a hang is found, not waited for.
///
/// A thread of its own, so that it runs also when all others are blocked.
final class Watchdog: Sendable {
    private struct State {
        var phase = "at its beginning"
        var deadline: Date?
        /// What is under way, by number.
        var open: [Int: String] = [:]
        var next = 0
    }

    private let state = Guarded(State())
    private let limit: TimeInterval
    private let isOver = Atomic(false)

    /// - Parameter limit: how long one phase of a run may take.
    init(limit: TimeInterval) { self.limit = limit }

    func watch() {
        let thread = Thread { [self] in
            while !isOver.load(ordering: .relaxed) {
                Thread.sleep(forTimeInterval: 0.5)
                let report = state.withLock { state -> String? in
                    guard let deadline = state.deadline, deadline < Date() else { return nil }
                    let open = Dictionary(grouping: state.open.values) { $0 }.mapValues(\.count)
                    let lines = open.sorted { $0.key < $1.key }.map { "  \($0.value) × \($0.key)" }
                    return "stress: no progress for \(limit) s, \(state.phase); under way:\n"
                        + lines.joined(separator: "\n")
                }
                guard let report else { continue }
                FileHandle.standardError.write(Data((report + "\n").utf8))
                // Not `exit`: that would run what others have left for the end.
                _exit(70)
            }
        }
        thread.start()
    }

    func stop() { isOver.store(true, ordering: .relaxed) }

    /// Says what begins now; the time counts from here.
    func phase(_ text: String) {
        state.withLock { state in
            state.phase = text
            state.deadline = Date().addingTimeInterval(limit)
        }
    }

    /// Notes a call as under way until it has returned.
    func during(_ what: String, _ body: () async throws -> Void) async rethrows {
        let number = state.withLock { state in
            state.next += 1
            state.open[state.next] = what
            return state.next
        }
        defer { state.withLock { _ = $0.open.removeValue(forKey: number) } }
        try await body()
    }
}
