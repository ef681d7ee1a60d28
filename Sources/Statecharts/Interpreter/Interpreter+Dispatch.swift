extension Interpreter {
    /// Asks one active state after the other; specialised where the chart is known, so that handlers are called directly.
    ///
    /// - Parameter first: what `firstHandler` answered, unless the event is refused.
    /// - Returns: `nil` if the engine has to be run on.
    @inlinable
    func dispatch(_ event: Top.Event, from first: Int32, in engine: Engine) -> Outcome? {
        if first < FirstHandler.none { return dispatchElsewhere(event, first, engine) }
        var vertex = first
        while vertex >= 0 {
            let reaction = ask(vertex, event, engine)
            switch reaction.kind {
            case .unhandled: break
            case .deferred: return keep(event, by: vertex, engine)
            case .internal, .external, .local:
                switch engine.take(reaction, of: vertex) {
                case .complete: return .handled
                case .recalls: return takeRecalled(engine) ? .handled : nil
                case .begun: return nil
                case .unhandled: break
                }
            }
            vertex = engine.handlersAbove[vertex]
        }
        guard engine.settlesAlways else { return .unhandled }
        engine.settleUnhandled()
        return nil
    }

    @inlinable @inline(never)
    func keep(_ event: Top.Event, by vertex: Int32, _ engine: Engine) -> Outcome? {
        let number = engine.beginDeferral()
        if number >= 0 {
            keptEvents(engine).append(event, number: number)
            return .deferred
        }
        unsafe withUnsafePointer(to: event) { unsafe engine.deferEvent(EventPointer($0), by: vertex) }
        return nil
    }

    @inlinable @inline(__always)
    func keptEvents(_ engine: Engine) -> EventRow<Top.Event> {
        engine.nodes.call(0, as: TopState<Top.Event>.self) { $0.typedStore.kept }
    }

    /// Takes deferred events again, as long as their steps are complete at once. Answers whether all that can be taken is.
    @inlinable @inline(never)
    func takeRecalled(_ engine: Engine) -> Bool {
        while true {
            let number = engine.beginRecall()
            guard number >= 0, let event = keptEvents(engine)[number: number] else { return engine.isReady }
            if !recall(event, number, engine) { return false }
        }
    }

    /// `dispatch` for a deferred event. Answers whether its step was complete at once.
    @inlinable
    func recall(_ event: Top.Event, _ number: Int, _ engine: Engine) -> Bool {
        let row = keptEvents(engine)
        var vertex = engine.leaf(at: 0).handler
        while vertex >= 0 {
            let reaction = ask(vertex, event, engine)
            switch reaction.kind {
            case .unhandled: break
            case .deferred:
                engine.endRecall(.deferred)
                return true
            case .internal, .external, .local:
                switch engine.take(reaction, of: vertex) {
                case .complete, .recalls:
                    row.remove(number: number)
                    return true
                case .begun: return false
                case .unhandled: break
                }
            }
            vertex = engine.handlersAbove[vertex]
        }
        engine.endRecall(.unhandled)
        row.remove(number: number)
        return true
    }

    @inlinable @inline(__always)
    func ask(_ vertex: Int32, _ event: Top.Event, _ engine: Engine) -> RawReaction {
        vertex == 0
            ? top._handle(event).raw : engine.nodes.call(vertex, as: Vertex<Top>.self) { $0.handle(event) }.raw
    }

    /// The same where there are several leaves, or the engine has to ask itself.
    @inlinable @inline(never)
    func dispatchElsewhere(_ event: Top.Event, _ first: Int32, _ engine: Engine) -> Outcome? {
        if first == FirstHandler.severalLeaves { return dispatchToLeaves(event, engine) }
        unsafe withUnsafePointer(to: event) { unsafe engine.takeEvent(EventPointer($0)) }
        return nil
    }

    /// Each leaf in document order, then its superiors; what has regions, and what is around it, only if none of them reacted. The same as
    /// `Engine.selectTransitions`.
    @inlinable
    func dispatchToLeaves(_ event: Top.Event, _ engine: Engine) -> Outcome? {
        let count = engine.leafCount
        var position: Int32 = 0
        var lastReacted: Int32 = -1
        while position < count {
            var (vertex, next) = engine.leaf(at: position)
            while vertex > lastReacted, engine.ends(vertex, before: next) {
                let reaction = ask(vertex, event, engine)
                if reaction.kind != .unhandled, engine.select(reaction, of: vertex, at: position) {
                    lastReacted = vertex
                    break
                }
                vertex = engine.handlersAbove[vertex]
            }
            position += 1
        }
        switch unsafe withUnsafePointer(to: event, { unsafe engine.takeSelected(EventPointer($0)) }) {
        case .complete: return .handled
        case .recalls, .begun: return nil
        case .unhandled: return .unhandled
        }
    }
}
