extension TraceJournalStateMachine {
    /// What a port that is finished does, or a child that has ended, behind the messages before.
    struct WaitingClosing: Sendable {
        /// The port whose messages come first; `nil` for those of all ports.
        let source: ObjectIdentifier?
        /// The last message before it.
        let last: UInt64
        /// What it brings to a mailbox, for a snapshot.
        let mail: MailUnderWay.Letter?
        let closing: Closing

        /// True if nothing more waits before it, now that a message of a port was delivered.
        func isDue(behind delivered: ObjectIdentifier, _ pending: FIFO<Pending>) -> Bool {
            // Messages wait in the order of their numbers.
            guard let source else { return (pending.first?.held.id.number ?? .max) > last }
            return source == delivered && !pending.contains { $0.source == source && $0.held.id.number <= last }
        }
    }

    /// Answers whether the caller delivers now.
    mutating func endLooking() -> Bool {
        looking -= 1
        return beginDraining()
    }
}
