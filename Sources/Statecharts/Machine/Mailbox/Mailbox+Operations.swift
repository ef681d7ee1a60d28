public import Synchronization

nonisolated extension Mailbox {
    @inlinable var mayHaveMail: Bool { hasMail.load(ordering: .acquiring) }

    // MARK: Putting in

    /// Puts an envelope behind the others.
    /// - Parameters:
    ///   - isFromPort: true for a message of a port, which has to wait elsewhere while the machine gathers what waits
    ///     for it.
    ///   - isLast: true if nothing is to be taken after it.
    @inlinable
    func put(_ envelope: Envelope<Event>, isFromPort: Bool = false, isLast: Bool = false) -> PutResult {
        // Not `withContents`, see there.
        lock.withLock { _ in unsafe storedContents.put(envelope, isFromPort: isFromPort, isLast: isLast, hasMail) }
    }

    /// False as long as a question would wait for the start.
    var takesQuestions: Bool { withContents { $0.isStarted || $0.admission != .everything } }

    // MARK: Taking out

    /// Exchanges the empty inbox for everything that has arrived. Answers how many envelopes there are.
    ///
    /// If there is none, the scheduler is called for the next one that comes, unless the machine `lingers`: then it
    /// looks again by itself. The same with `restsAfterOne` if there is just one: the machine does not look again after
    /// it.
    @inlinable
    func moveEnvelopes(into inbox: inout Inbox<Event>, lingers: Bool = false, restsAfterOne: Bool = false) -> Int {
        let count = lock.withLock { _ in
            unsafe storedContents.move(into: &inbox, lingers: lingers, restsAfterOne: restsAfterOne, hasMail)
        }
        // By a buffer pointer, which moves the envelopes. `Array.reverse()` copies them, and so retains and releases.
        if count > 1 { unsafe inbox.reversed.withUnsafeMutableBufferPointer { unsafe $0.reverse() } }
        return count
    }

    /// Gives back the memory of a burst that is over, where all envelopes of the inbox have been dealt with.
    @inlinable @inline(__always)
    func trim(_ inbox: inout Inbox<Event>) {
        // While as many come again, giving the memory back would only cost time.
        if inbox.reversed.capacity > Inbox<Event>.mostKept, count < inbox.reversed.capacity / 4 { inbox = Inbox() }
    }

    /// What has arrived and was not taken, left where it is.
    var envelopes: [Envelope<Event>] { withContents { $0.envelopes } }

    @usableFromInline var count: Int { withContents { $0.envelopes.count } }
    @usableFromInline var isEmpty: Bool { count == 0 }

    // MARK: Snapshots of trees

    /// The machine is held: it is told only of what somebody waits for.
    func hold(_ mail: sending HeldMail) {
        withContents { contents in
            contents.held = mail
            contents.wakesForNext = true
        }
    }

    /// The machine looks into the mailbox again, soon or when it starts.
    func letGo() {
        withContents { contents in
            contents.held = nil
            contents.wakesForNext = false
        }
    }

    /// What had arrived when the cut was made that the machine is held for; without one, what has arrived.
    var envelopesAtCut: [Envelope<Event>] {
        withContents { contents in
            guard let count = contents.held?.countAtCut else { return contents.envelopes }
            return Array(contents.envelopes.prefix(count))
        }
    }

    // MARK: Its life

    /// The machine has begun to enter its chart.
    func start() { withContents { $0.isStarted = true } }

    /// True from when the machine has begun to enter its chart.
    var isStarted: Bool { withContents { $0.isStarted } }

    /// From now on the machine is told of envelopes. Answers whether there are some already.
    func open() -> Bool {
        withContents { contents in
            // It will look when it is let go.
            if contents.held != nil { return false }
            // The flag first: code that is not compiled for the chart looks up the envelopes' type to ask the array.
            contents.wakesForNext = !hasMail.load(ordering: .relaxed) || contents.envelopes.isEmpty
            return !contents.wakesForNext
        }
    }

    /// Refuses messages of ports for a moment, so that they go where others wait already.
    func beginGathering() {
        withContents { contents in
            if contents.admission == .everything { contents.admission = .noPortMessages }
        }
    }

    /// Takes messages of ports again, and first these. Without effect if it did all the time, or is closed for good.
    func endGathering(_ envelopes: [Envelope<Event>]) {
        withContents { contents in
            guard contents.admission == .noPortMessages else { return }
            contents.admission = .everything
            if envelopes.isEmpty { return }
            contents.envelopes += envelopes
            hasMail.store(true, ordering: .releasing)
        }
    }

    /// The machine is released. Closes the mailbox if it was empty when the machine last looked and nobody observes the
    /// machine: then there is nothing else to do. Returns whether it did. In any case, if the machine had not ended
    /// and was not being stopped, messages that come later are counted (`countLost`).
    func closeUnused() -> Bool {
        withContents { contents in
            if contents.admission != .nothing { contents.lostCount = 0 }
            if hasMail.load(ordering: .relaxed) || contents.observers != nil { return false }
            contents.admission = .nothing
            return true
        }
    }

    /// Refuses envelopes from now on and answers with those that were left.
    func close() -> [Envelope<Event>] {
        withContents { contents in
            contents.admission = .nothing
            defer { contents.envelopes = [] }
            return contents.envelopes
        }
    }

    /// True when envelopes are refused for good.
    var isClosed: Bool { withContents { $0.admission == .nothing } }

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

    /// True if anybody reads the records of steps: one load. Views are told after steps, without a record.
    @inlinable var isWatched: Bool { watched.load(ordering: .acquiring) }

    /// To be called inside the lock of the observers.
    func setWatched(_ isWatched: Bool) { watched.store(isWatched, ordering: .releasing) }

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
