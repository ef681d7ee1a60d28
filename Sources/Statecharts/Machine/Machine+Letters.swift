// The letters of the mailbox are taken in turn.

extension Machine {
    /// Takes posted events while nothing else is to be done.
    @inlinable
    func deal(with courier: Courier?) -> Courier.Service {
        // Moved out and back, so that the array is not shared while it is emptied.
        var letters: [Letter<Event>] = []
        swap(&letters, &inbox)
        var position = nextLetter
        nextLetter = 0
        var taken = 0
        // Whether the machine is told of the next letter already.
        var rests = false
        while let engine = unsafe storedShortcut, !Tracing.isActive {
            if position == letters.count {
                // Of one letter, which is the rule where a machine keeps up, the end is sooner told than the whole.
                if position == 1 { letters.removeLast() } else { mailbox.empty(&letters) }
                position = 0
                if rests || taken > Self.plenty {
                    swap(&letters, &inbox)
                    guard let courier else { return .gaveWay }
                    return rests ? .rests : courier.hasNext ? .gaveWay : .lingers
                }
                let isUnderWay = courier?.isUnderWay ?? false
                let count = mailbox.take(
                    &letters, lingers: courier != nil && taken > Self.traffic, restsAfterOne: isUnderWay)
                rests = isUnderWay && count == 1
                guard count > 0 else {
                    swap(&letters, &inbox)
                    return courier != nil && taken > Self.traffic ? .lingers : .rests
                }
            }
            let end = unsafe engine.borrowed { takeAtOnce(letters[position...], $0, courier) }
            taken += end - position
            position = end
            if position == letters.count { continue }
            guard let courier, courier.hasNext else { break }
            swap(&letters, &inbox)
            nextLetter = position
            return .gaveWay
        }
        swap(&letters, &inbox)
        nextLetter = position
        if position < inbox.count { updateShortcut() }
        return .left
    }

    /// With more letters than this in a row, it is worth a look whether there are more before the machine goes to rest.
    @inlinable static var traffic: Int { 4 }

    /// After more letters than this in a row, other tasks have their turn before the machine goes on.
    @inlinable static var plenty: Int { 10_000 }

    /// As many letters a step counts that comes to a suspending action, because it takes so much longer.
    static var suspending: Int { 10 }

    /// Takes events, and messages of ports that nobody traces, up to the first letter that is something else, or whose
    /// step is not complete at once, or that has given another machine something to do. Answers where it left off.
    @inlinable
    func takeAtOnce(_ letters: ArraySlice<Letter<Event>>, _ engine: Engine, _ courier: Courier?) -> Int {
        for position in letters.indices {
            let event: Event
            switch letters[position] {
            case .event(let posted): event = posted
            case .plain(let message, _): event = message
            case .question(let asked, let question):
                event = asked
                keep(question)
            case .service(.due(let limit)):
                let isLast = position == letters.endIndex - 1
                guard takeTimersAtOnce(through: limit, isLast, engine, courier) else { return position }
                continue
            case .cause, .message, .inside, .fail, .call, .visit, .stop, .service: return position
            }
            let end = take(event, engine)
            switch end {
            case .over: break
            case .refused: return position
            case .suspended, .recalls, .ended:
                if !finishInOwnTask(event, engine, end) { return position + 1 }
            }
            if let courier, courier.hasNext { return position + 1 }
        }
        return letters.endIndex
    }

    /// Goes on with a step that was begun and for which nobody waits. Answers whether the machine can take another
    /// event at once.
    @usableFromInline
    func finishInOwnTask(_ event: Event, _ engine: Engine, _ end: StepEnd) -> Bool {
        origin = nil
        if advance(engine, from: end), !goOn(engine) {
            noteSuspended(event)
            return false
        }
        if (try? closeStep(event, engine)) == nil { tellUnheardFailure() }
        return engine.isReady
    }

    /// Remembers whether events can go straight to the engine.
    @usableFromInline
    func updateShortcut() {
        if nextLetter == inbox.count { openShortcut() } else { unsafe storedShortcut = nil }
    }

    /// The same when no letter was taken out and waits.
    @usableFromInline
    func openShortcut() {
        guard let engine = interpreter.engine, engine.status == .running, !isSuspended,
            extras?.succession == nil, case .ignore = unhandled
        else {
            unsafe storedShortcut = nil
            return
        }
        unsafe storedShortcut = Unmanaged.passUnretained(engine)
    }

    @usableFromInline
    func wake() { pump() }

    /// Deals with all letters; if a step suspends, the rest waits for its end. What is too much at a time is left to a
    /// courier.
    func pump() {
        if !takeAll() { callCourier() }
    }

    /// Deals with all letters, up to a step that suspends. Answers `false` if there were plenty, so that others are to
    /// have their turn before the rest.
    func takeAll() -> Bool {
        guard !isOccupied, interpreter.engine != nil else { return true }
        switch server(self, .serve(nil)) {
        case .left: break
        case .gaveWay: return false
        case .rests, .lingers: return true
        }
        var taken = 0
        // A step among them may have suspended; and what is let go of after a step may begin the next one.
        while !isOccupied, let engine = interpreter.engine {
            let (isPaused, event) = occupied { takeLetters(&taken) }
            guard isPaused else { return taken <= Self.plenty }
            guard goOn(engine) else {
                extras?.suspendedEvent = event
                return true
            }
            endSuspendedStep(event, engine)
        }
        return true
    }

    /// Deals with letters until there are none, or a step suspends, or there were plenty. Nothing foreign is called
    /// after that.
    /// - Parameter taken: how many there were since others had their turn, also before steps that did not really
    ///   suspend.
    func takeLetters(_ taken: inout Int) -> (isPaused: Bool, Event?) {
        guard let engine = interpreter.engine else { return (false, nil) }
        var cause: TraceContext?
        while true {
            assert(!engine.isStepping, "a letter would be taken inside of a step")
            if nextLetter == inbox.count {
                mailbox.empty(&inbox)
                nextLetter = 0
                // A machine that always gives itself something to do must not keep its executor from everybody else.
                if taken > Self.plenty {
                    updateShortcut()
                    return (false, nil)
                }
                let count = mailbox.take(&inbox)
                taken += count
                guard count > 0 else {
                    updateShortcut()
                    return (false, nil)
                }
                updateShortcut()
            }
            let letter = inbox[nextLetter]
            nextLetter += 1
            origin = cause.take()
            var event: Event?
            let isSuspended: Bool
            switch letter {
            case .cause(let next):
                cause = next
                continue
            case .plain(let message, let port):
                guard engine.status == .running else {
                    port.lost(message)
                    continue
                }
                event = message
                isSuspended = begin(message, engine)
            case .message(let message, let passage):
                guard engine.status == .running else {
                    passage.lost(message)
                    continue
                }
                event = message
                self.passage = passage
                origin = passage.origin
                isSuspended = begin(message, engine)
            case .inside(let letter):
                guard engine.status == .running else {
                    letter.passage.lost(letter.event)
                    continue
                }
                isSuspended = begin(letter, engine)
            case .fail(let error):
                guard engine.status == .running else { continue }
                isSuspended = begin(.failure(error), engine)
            case .event(let posted):
                guard engine.status == .running else { continue }
                event = posted
                isSuspended = begin(posted, engine)
            case .question(let asked, let question):
                guard engine.status == .running else {
                    question.endUnanswered()
                    continue
                }
                event = asked
                keep(question)
                isSuspended = begin(asked, engine)
            case .call(let sent, let reply):
                guard engine.status == .running else {
                    refuse(reply)
                    continue
                }
                event = sent
                self.reply = reply
                isSuspended = begin(sent, engine)
            case .visit(let visit, let reply):
                visit(interpreter.top)
                guard engine.status == .running else {
                    reply.resume(returning: .finished)
                    continue
                }
                self.reply = reply
                isSuspended = begin(.touched, engine)
            case .stop(let reply):
                guard engine.status == .running else {
                    confirmEnd(reply)
                    continue
                }
                self.reply = reply
                isSuspended = begin(.stop, engine)
            case .service(let message):
                let (step, again) = begin(message, engine)
                guard let step else { continue }
                if again { nextLetter -= 1 }
                event = step.event
                isSuspended = advance(engine, from: step.end)
            }
            if isSuspended {
                taken += Self.suspending - 1
                return (true, event)
            }
            let waiting = reply
            reply = nil
            if case .visit = letter { WaitGraph.endStep(of: ObjectIdentifier(self)) }
            do {
                let outcome = try closeStep(event, engine)
                waiting?.resume(returning: outcome)
            } catch {
                if let waiting { waiting.resume(throwing: error) } else { tellUnheardFailure() }
            }
        }
    }
}
