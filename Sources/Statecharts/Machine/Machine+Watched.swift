// How events are taken while somebody observes the machine: plain steps the shortest way, with a note instead of a
// record, all others recorded as they go on.

extension Machine {
    /// `takeAtOnce` while somebody observes.
    @inlinable
    func takeWatched(_ letters: ArraySlice<Letter<Event>>, _ engine: Engine, _ courier: Courier?) -> Int {
        let observers = presentObservers()
        for position in letters.indices {
            guard mailbox.isWatched else { return position }
            let event: Event
            switch letters[position] {
            case .event(let posted): event = posted
            case .plain(let message, _): event = message
            case .question(let asked, let question):
                event = asked
                keep(question)
            case .cause, .message, .inside, .fail, .call, .visit, .stop, .service: return position
            }
            switch takeWatched(event, engine, observers) {
            case .complete: break
            case .begun: if !finishInOwnTask(event, engine) { return position + 1 }
            case .refused: return position
            }
            if let courier, courier.hasNext { return position + 1 }
        }
        return letters.endIndex
    }

    /// Takes an event and tells the observers, if its step is plain; begins a step with a record if it is not.
    @inlinable
    func takeWatched(_ event: Event, _ engine: Engine, _ observers: Observers<Event>) -> AtOnce {
        // Who only looks afterwards needs no record.
        guard observers.wantsSteps else {
            let end = takeAtOnce(event, engine)
            if case .complete = end { beLookedAt() }
            return end
        }
        let first = engine.firstHandlerOfPlainStep()
        if first == FirstHandler.refused { return .refused }
        if first == FirstHandler.general {
            begin(event)
            return .begun
        }
        var note = PlainStep.none
        guard let outcome = interpreter.dispatchNoting(event, from: first, in: engine, &note) else { return .begun }
        observers.publish(event, note)
        beLookedAt()
        return .complete(outcome)
    }

    /// The observers, to whom records of steps are published from now on.
    @usableFromInline
    func presentObservers() -> Observers<Event> {
        let observers = observers
        if interpreter.onStep == nil { connect(observers) }
        return observers
    }
}
