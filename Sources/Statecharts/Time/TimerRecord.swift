/// An armed timer as a value: all that is needed to show it, or to arm it again elsewhere.
package struct TimerRecord: Sendable {
    package enum Kind: Sendable {
        case once, periodic
        /// A task that sleeps on the clock.
        case sleep
        /// A question to a machine that has a deadline.
        case question
        /// A child machine that was told to stop, and has so long for it.
        case stop
    }

    /// The path of the state that armed it.
    package let path: String
    package let kind: Kind
    package let event: (any Sendable)?
    /// When it is due, since the clock's beginning.
    package let key: TimerKey
    /// How long that is from now; negative if it is late.
    package let remaining: Duration
    /// The delay or the period it was armed with.
    package let interval: Duration
    package let policy: TimerPolicy
}

extension TimerRecord {
    package init(sleepOf path: String, until key: TimerKey) {
        self.init(path: path, .sleep, until: key)
    }

    init(path: String, _ kind: Kind, until key: TimerKey) {
        self.path = path
        self.kind = kind
        event = nil
        self.key = key
        remaining = .zero
        interval = .zero
        policy = .resumeRemaining
    }
}

/// What a task belongs to, if it is an activity's.
package struct ActivityContext: Sendable {
    /// The path of the state whose activity this task is.
    package let path: String
    /// That of its machine, if there is one.
    let alarm: (any Alarm)?

    /// That of the present task; `nil` for others.
    @TaskLocal package static var present: ActivityContext?
}
