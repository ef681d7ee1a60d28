/// Who is to be told when something is due: a machine, or somebody who waits.
package protocol Alarm: AnyObject, Sendable {
    /// Called outside all locks when something is due, at most once for each time that the alarm was set.
    func ring(_ key: TimerKey)
    /// Lets the machine take what has been posted; answers a number that grows with every step, `nil` if there is no
    /// machine.
    func settle() async -> UInt64?
    /// What is armed, in the order of deadlines.
    var armed: [TimerRecord] { get async }
    /// The machine's name; empty if there is none.
    var machineName: String { get }
}

extension Alarm {
    package func ring(_ key: TimerKey) {}
    package func settle() async -> UInt64? { nil }
    package var armed: [TimerRecord] { get async { [] } }
    package var machineName: String { "" }
}

/// Ends a wait.
package final class WaitAlarm: Alarm {
    package let machineName: String
    private let record: TimerRecord?
    private let end: @Sendable () -> Void

    package init(of machine: String, _ record: TimerRecord?, _ end: @escaping @Sendable () -> Void) {
        machineName = machine
        self.record = record
        self.end = end
    }

    package func ring(_ key: TimerKey) { end() }
    package var armed: [TimerRecord] { get async { record.map { [$0] } ?? [] } }
}

/// That of somebody whom the clock waits for, and who has nothing due.
final class SettlingAlarm: Alarm {
    private let settling: @Sendable () async -> UInt64?

    init(_ settling: @escaping @Sendable () async -> UInt64?) { self.settling = settling }

    func settle() async -> UInt64? { await settling() }
}

/// The alarm of a machine or a contract, which it does not keep alive.
final class WeakAlarm: Alarm {
    private weak let owner: (any Alarm)?

    init(_ owner: (any Alarm)?) { self.owner = owner }

    func ring(_ key: TimerKey) { owner?.ring(key) }
    func settle() async -> UInt64? { await owner?.settle() }
    var armed: [TimerRecord] { get async { await owner?.armed ?? [] } }
    var machineName: String { owner?.machineName ?? "" }
}
