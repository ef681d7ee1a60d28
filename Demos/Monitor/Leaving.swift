import DemoSupport
import Foundation
import Statecharts
import StatechartsBridge
import Synchronization

/// Who ends it: the monitor, or the process that it looks at.
final class Leaving: Sendable {
    private let monitor: Monitor
    private let place: String
    private let writing: [Task<Void, Never>]
    private let hasBegun = Atomic<Bool>(false)

    init(_ monitor: Monitor, _ place: String, _ writing: [Task<Void, Never>]) {
        self.monitor = monitor
        self.place = place
        self.writing = writing
    }

    /// From now on it is the monitor. Answers whether it was not the other process before.
    @discardableResult
    func begin() -> Bool { !hasBegun.exchange(true, ordering: .acquiringAndReleasing) }

    /// If the other process goes first, says so at once and ends this one with status 65, when the files are written.
    /// - Returns: what does so. It does not come to its end if the other process has gone first.
    func endProcessIfGone() -> Task<Void, Never> {
        let states = monitor.states.stream()
        return Task {
            let end = await Self.end(states)
            for task in writing { await task.value }
            guard begin() else { return }
            StandardStreams.complain("monitor: \(Self.text(end, place))")
            exit(65)
        }
    }

    /// Why the process is gone, once it is.
    static func end(_ states: some AsyncSequence<BridgeState, Never>) async -> BridgeError? {
        var error: BridgeError?
        for await state in states {
            switch state {
            case .cut(let reason), .ended(let reason?): error = reason
            case .new, .connecting, .connected, .ended(nil): break
            }
        }
        return error
    }

    static func text(_ error: BridgeError?, _ place: String) -> String {
        "\(place) is gone" + (error.map { ": \($0)" } ?? "").printable
    }
}
