// What a snapshot sees of a system, and the ends of children behind messages.

extension TraceJournal: MailHolder {
    /// What there is to look at, while nothing is being delivered.
    struct Look: Sendable {
        let journal: TraceJournal
        let messages: [TraceJournalStateMachine.Pending]
        /// The ends of children behind messages, each with the number of the last message before it.
        let ends: [(last: UInt64, letter: MailUnderWay.Letter)]
        fileprivate let turn: UInt64, lastMessage: UInt64
    }

    /// Nothing is delivered until ``endLooking()``, except by steps.
    func beginLooking() { update { $0.looking += 1 } }

    func endLooking() {
        if update({ $0.endLooking() }) { drain() }
    }

    /// Grows with every message that is delivered.
    var turn: UInt64 { state.withLock { $0.turn } }

    /// `nil` while something is being delivered.
    func look() -> Look? {
        state.withLock { state in
            if state.isDraining { return nil }
            return Look(
                journal: self, messages: state.pending.elements,
                ends: state.closings.compactMap { end in end.mail.map { (end.last, $0) } },
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

extension MailUnderWay {
    /// Notes what was seen in systems.
    convenience init(of looks: [TraceJournal.Look]) {
        self.init()
        callingOut()
        var ends = looks.flatMap(\.ends)[...]
        for message in looks.flatMap(\.messages) {
            // Of several systems the ends come behind everything, whichever system has what was sent before.
            while looks.count == 1, let end = ends.first, end.last < message.held.id.number {
                add(end.letter)
                ends.removeFirst()
            }
            message.note(self)
        }
        for end in ends { add(end.letter) }
    }
}
