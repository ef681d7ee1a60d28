// What a system has not delivered when a snapshot is cut, and the ends of children behind messages.

extension TraceJournal {
    /// What there is to look at, while nothing is being delivered.
    struct Look: Sendable {
        let journal: TraceJournal
        let messages: [TraceJournalStateMachine.Pending]
        /// The ends of children behind messages.
        let ends: [MailUnderWay.Letter]
        fileprivate let turn: UInt64, lastMessage: UInt64
    }

    /// Nothing is delivered until ``endLooking()``, except by steps.
    func beginLooking() { update { $0.looking += 1 } }

    func endLooking() {
        if update({ $0.endLooking() }) { drain() }
    }

    /// `nil` while something is being delivered.
    func look() -> Look? {
        state.withLock { state in
            if state.isDraining { return nil }
            return Look(
                journal: self, messages: state.pending.elements, ends: state.closings.compactMap(\.mail),
                turn: state.turn, lastMessage: state.lastMessage)
        }
    }

    /// Does something while there is nothing else in the systems than what was seen. Answers `false` if there is.
    /// - Parameter looks: in the order of their systems' addresses.
    static func ifUnchanged(_ looks: ArraySlice<Look>, _ body: () -> Void) -> Bool {
        guard let first = looks.first else {
            body()
            return true
        }
        return first.journal.state.withLock { state in
            !state.isDraining && state.turn == first.turn && state.lastMessage == first.lastMessage
                && ifUnchanged(looks.dropFirst(), body)
        }
    }

    /// Has the end of a child told behind everything that the first of the systems has at present, and then the others.
    static func tell(
        _ letter: MailUnderWay.Letter, behind journals: ArraySlice<TraceJournal>, _ tell: @escaping @Sendable () -> Void
    ) {
        guard let first = journals.first else { return tell() }
        let goOn = { @Sendable in Self.tell(letter, behind: journals.dropFirst(), tell) }
        if !first.update({ $0.putBehind(nil, bringing: letter, goOn) }) { goOn() }
    }
}

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
