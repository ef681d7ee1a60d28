public import Synchronization

/// What waits for a machine, in the order of arrival.
@usableFromInline
enum Letter<Event: Sendable>: Sendable {
    /// An event that nobody waits for.
    case event(Event)
    /// What caused the letter behind this one, while a system watches.
    case cause(TraceContext)
    /// An event whose sender waits for an answer.
    case question(Event, OpenQuestion)
    /// An event that came through a port.
    case plain(Event, PortNumber)
    /// The same if somebody watches the message or waits for the end of its step.
    case message(Event, Passage)
    /// An event for an embedded chart, which came through a port of that.
    case inside(InsideLetter)
    /// The machine is to fail, because a contract says so.
    indirect case fail(StepError)
    /// An event whose sender waits for the end of its step.
    case call(Event, Reply)
    /// Somebody wants to look at the top state or change something there between steps, and waits for what follows.
    case visit(Visit, Reply)
    /// The machine is to stop.
    case stop(Reply)
    /// Something from a timer or an activity.
    case service(ServiceLetter)

    /// Whether somebody waits for what comes of it.
    var isAnswered: Bool {
        switch self {
        case .question, .call, .visit, .stop: true
        case .event, .cause, .plain, .message, .inside, .fail, .service: false
        }
    }

    @usableFromInline typealias Reply = StepReply
    @usableFromInline typealias Visit = @Sendable (StateNode) -> Void
}

nonisolated extension Mailbox {
    /// What to do about a letter after it was put in.
    @usableFromInline
    enum Receipt: Sendable {
        /// The machine is told already, or will look when it starts.
        case kept
        /// The machine has to be told.
        case wake
        /// The machine has come to its end; the letter was not taken.
        case refused
    }

    @inlinable var mayHaveMail: Bool { hasMail.load(ordering: .acquiring) }

    @inlinable
    func put(_ letter: Letter<Event>) -> Receipt {
        withContents { contents in
            if contents.isClosed { return .refused }
            contents.letters.append(letter)
            hasMail.store(true, ordering: .releasing)
            if contents.isAnnounced { return .kept }
            contents.isAnnounced = true
            return .wake
        }
    }

    /// Puts in a question, if the machine was started. Answers `nil` if it was not.
    func putQuestion(_ letter: Letter<Event>, causedBy cause: TraceContext?) -> Receipt? {
        if !withContents({ $0.isStarted || $0.isClosed }) { return nil }
        return put(letter, causedBy: cause)
    }

    /// The machine has begun to enter its chart.
    func start() { withContents { $0.isStarted = true } }

    /// Refuses letters for a moment, so that those who would put them here put them where others wait already.
    func beginGathering() {
        withContents { contents in
            contents.isGathering = !contents.isClosed
            contents.isClosed = true
        }
    }

    /// Takes letters again, and first these. Without effect if it did all the time, or is closed for good.
    func endGathering(_ letters: [Letter<Event>]) {
        withContents { contents in
            guard contents.isGathering else { return }
            contents.isGathering = false
            contents.isClosed = false
            if letters.isEmpty { return }
            contents.letters += letters
            hasMail.store(true, ordering: .releasing)
        }
    }

    /// Puts in a letter that was refused, if that was for a moment only.
    func putAgain(_ letter: Letter<Event>) -> Receipt {
        withContents { contents in
            if contents.isClosed, !contents.isGathering { return .refused }
            contents.letters.append(letter)
            hasMail.store(true, ordering: .releasing)
            if contents.isAnnounced { return .kept }
            contents.isAnnounced = true
            return .wake
        }
    }

    /// Puts in a letter, and in front of it what caused it.
    func put(_ letter: Letter<Event>, causedBy cause: TraceContext?) -> Receipt {
        guard let cause else { return put(letter) }
        return put(together: [.cause(cause), letter])
    }

    /// Puts in several letters with nothing between them.
    func put(together letters: [Letter<Event>]) -> Receipt {
        withContents { contents in
            if contents.isClosed { return .refused }
            if letters.isEmpty { return .kept }
            contents.letters += letters
            hasMail.store(true, ordering: .releasing)
            if contents.isAnnounced { return .kept }
            contents.isAnnounced = true
            return .wake
        }
    }

    /// Puts in the last letter: nothing is taken after it.
    func putLast(_ letter: Letter<Event>) -> Receipt {
        withContents { contents in
            if contents.isClosed { return .refused }
            contents.letters.append(letter)
            hasMail.store(true, ordering: .releasing)
            contents.isClosed = true
            if contents.isAnnounced { return .kept }
            contents.isAnnounced = true
            return .wake
        }
    }

    /// From now on the machine is told of letters. Answers whether there are some already.
    func open() -> Bool {
        withContents { contents in
            // The flag first: code that is not compiled for the chart looks up the letters' type to ask the array.
            contents.isAnnounced = hasMail.load(ordering: .relaxed) && !contents.letters.isEmpty
            return contents.isAnnounced
        }
    }

    /// Whether the machine has begun to enter its chart.
    var isStarted: Bool { withContents { $0.isStarted } }

    /// Exchanges the empty `letters` for everything that has arrived. Answers how many there are.
    ///
    /// If there is none, the machine is told of the next letter, unless it `lingers` and looks again by itself. The
    /// same if there is one and the machine does not look again after it.
    @inlinable
    func take(_ letters: inout [Letter<Event>], lingers: Bool = false, restsAfterOne: Bool = false) -> Int {
        withContents { contents in
            let count = contents.letters.count
            if count == 0 {
                if !lingers { contents.isAnnounced = false }
                hasMail.store(false, ordering: .relaxed)
                // Both are empty: what a burst has left behind goes with the first rest.
                if contents.letters.capacity > Self.mostKeptAtRest { contents.letters = [] }
                if letters.capacity > Self.mostKeptAtRest { letters = [] }
                return 0
            }
            swap(&letters, &contents.letters)
            if restsAfterOne, count == 1 {
                contents.isAnnounced = false
                hasMail.store(false, ordering: .relaxed)
            }
            return count
        }
    }

    /// Lets go of letters that have been dealt with. Their memory is kept for the next ones, unless it is that of a
    /// burst which is over.
    @inlinable @inline(__always)
    func empty(_ letters: inout [Letter<Event>]) {
        if letters.count <= Self.mostKept { letters.removeAll(keepingCapacity: true) } else { emptyMany(&letters) }
    }

    /// For how many letters memory is kept in any case.
    @inlinable static var mostKept: Int { 16_384 }
    /// The same for a machine at rest. Arrays grow to more than they need.
    @inlinable static var mostKeptAtRest: Int { 2 * mostKept }

    /// While as many come again, giving the memory back would only cost time.
    @usableFromInline @inline(never)
    func emptyMany(_ letters: inout [Letter<Event>]) {
        let waiting = withContents { $0.letters.count }
        letters.removeAll(keepingCapacity: waiting >= letters.count / 4)
    }

    /// What has arrived and was not taken, left where it is.
    var letters: [Letter<Event>] { withContents { $0.letters } }

    @usableFromInline var isEmpty: Bool { withContents { $0.letters.isEmpty } }

    /// The machine is released. Refuses letters from now on, if there have been none lately and nobody has observed the
    /// machine. Answers whether it does.
    func closeUnused() -> Bool {
        withContents { contents in
            if !contents.isClosed { contents.lostCount = 0 }
            if hasMail.load(ordering: .relaxed) || contents.observers != nil { return false }
            contents.isClosed = true
            return true
        }
    }

    /// Refuses letters from now on and answers with those that were left.
    func close() -> [Letter<Event>] {
        withContents { contents in
            contents.isClosed = true
            defer { contents.letters = [] }
            return contents.letters
        }
    }

    /// Counts a message that came too late, if the machine had not come to its end before it was released. Answers how
    /// many there have been.
    func countLost() -> Int? {
        withContents { contents in
            guard contents.lostCount >= 0 else { return nil }
            if contents.lostCount < .max { contents.lostCount += 1 }
            return Int(contents.lostCount)
        }
    }

    // MARK: Observers

    /// True if anybody wants to know of steps: one load.
    @inlinable var isWatched: Bool { audience.load(ordering: .acquiring) != 0 }

    /// True if anybody wants to know what a step did, and not only that there was one.
    @inlinable var isRecorded: Bool { audience.load(ordering: .acquiring) & Self.readers != 0 }

    /// Bits of `audience`: those who get the record of each step, and those who look at the machine after it.
    @inlinable static var readers: UInt8 { 1 }
    @inlinable static var views: UInt8 { 2 }

    /// True if somebody looks at the machine after each step.
    @inlinable var hasViews: Bool { audience.load(ordering: .acquiring) & Self.views != 0 }

    /// To be called inside the lock of the observers.
    func setAudience(readsSteps: Bool, looks: Bool) {
        audience.store((readsSteps ? Self.readers : 0) | (looks ? Self.views : 0), ordering: .releasing)
    }

    /// The observers of the machine, made at the first use.
    var observers: Observers<Event> {
        withContents { contents in
            if let known = contents.observers { return known }
            let made = Observers(mailbox: self)
            contents.observers = made
            return made
        }
    }

    /// Answers with the observers, if there are any, and knows them no more.
    func partFromObservers() -> Observers<Event>? {
        withContents { $0.observers.take() }
    }
}
