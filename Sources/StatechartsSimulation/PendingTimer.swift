import Statecharts

/// Something that waits for a ``ManualClock``.
public struct PendingTimer: Sendable, CustomStringConvertible {
    /// What is waiting.
    public enum Kind: Sendable, Hashable {
        /// An `after(_:send:)`.
        case once
        /// An `every(_:send:)`.
        case periodic(Duration)
        /// A task that sleeps on the clock, or a child machine that waits before it is started again.
        case sleep
        /// A question with a deadline.
        case question
        /// A child machine that was told to stop, until the wait for it is over: its `stopWithin`.
        case stop
    }

    /// The path of the state that armed the timer, or whose activity sleeps; of the child machine that waits, or that
    /// is waited for; empty for other tasks.
    public let path: String
    /// The name of the machine whose timer it is, whose activity or suspended action sleeps, or that was asked; of the
    /// child machine that waits, or that is waited for; empty for other tasks.
    public let machine: String
    /// Whether it fires once or periodically, or is a question, a sleeper or a child that is to end.
    public let kind: Kind
    /// The event of a timer.
    public let event: (any Sendable)?
    /// When it is due.
    public let deadline: ManualClock.Instant

    /// Such as `Lights: timerTick at 0.5 seconds, every 0.5 seconds`.
    public var description: String {
        let name = path.isEmpty ? "" : "\(path): "
        let text = event.map { ValueText.of($0) } ?? ""
        switch kind {
        case .once: return "\(name)\(text) at \(deadline)"
        case .periodic(let period): return "\(name)\(text) at \(deadline), every \(period)"
        case .sleep: return "\(name)asleep until \(deadline)"
        case .question: return "\(name)question until \(deadline)"
        case .stop: return "\(name)is to have ended until \(deadline)"
        }
    }

    init(_ record: TimerRecord, of machine: String) {
        self.machine = machine
        path = record.path
        event = record.event
        deadline = ManualClock.Instant(offset: record.key.deadline)
        switch record.kind {
        case .once: kind = .once
        case .periodic: kind = .periodic(record.interval)
        case .sleep: kind = .sleep
        case .question: kind = .question
        case .stop: kind = .stop
        }
    }
}
