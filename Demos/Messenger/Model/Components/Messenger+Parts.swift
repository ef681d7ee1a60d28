import StatechartsDiagrams
import Statecharts
import Synchronization

extension Messenger {
    /// How high the rows of chats are together: those that are open and those that will be.
    final class Frame: Sendable {
        static let usual = 320
        private let points: Mutex<Int>
        init(_ points: Int) { self.points = Mutex(points) }
        var height: Int { points.withLock { $0 } }
        /// Answers whether it was another one.
        func change(to height: Int) -> Bool {
            points.withLock { points in
                defer { points = height }
                return points != height
            }
        }
    }

    /// Has the machines of chats recorded, one after the other.
    final class Recording: Sendable {
        let recorder = Mutex<Recorder?>(nil)
        func begin(_ recorder: Recorder) { self.recorder.withLock { $0 = recorder } }
        func record(_ machine: Machine<Conversation>) {
            recorder.withLock { $0 }?.record(machine, named: "Conversation")
        }
    }

    /// Whether a machine was given something that it does not accept now.
    final class Refusals: Sendable {
        private let isNoted = Mutex(false)
        func note() { isNoted.withLock { $0 = true } }
        func take() -> Bool {
            isNoted.withLock { isNoted in
                defer { isNoted = false }
                return isNoted
            }
        }
    }
}
