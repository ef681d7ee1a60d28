extension Interpreter {
    /// Asks one active state after the other; specialised where the chart is known, so that handlers are called
    /// directly.
    ///
    /// - Parameter first: what `firstHandler` answered, unless the event is refused.
    /// - Returns: `nil` if the engine has to be run on.
    @inlinable @inline(__always)
    func dispatch(_ event: Top.Event, from first: Int32, in engine: Engine) -> Outcome? {
        var vertex = first
        engine.readiness.value.signposts.lead(to: first)
        let progress = offer(event, to: &vertex, engine) { reaction, source in engine.take(reaction, of: source) }
        if progress == .complete { return .handled }
        if progress == .unhandled, vertex == FirstHandler.none, !engine.readiness.value.mustSettle {
            engine.endUnhandled()
            return .unhandled
        }
        return goOn(from: progress, of: vertex, event, engine)
    }

    /// Asks `vertex`, then those above it, until one reacts: `vertex` is that one afterwards. `Engine.select` where
    /// there is only one leaf.
    @inlinable @inline(__always)
    func offer(
        _ event: Top.Event, to vertex: inout Int32, _ engine: Engine,
        _ take: (_ reaction: borrowing RawReaction, _ source: Int32) -> Progress
    ) -> Progress {
        while vertex >= 0 {
            let reaction = ask(vertex, event, engine)
            if !reaction.isUnhandled {
                let progress = take(reaction, vertex)
                if progress != .unhandled { return progress }
            }
            vertex = engine.handlersAbove[vertex]
        }
        return .unhandled
    }

    /// What follows where there is more to an event than to complete its step by a reaction, or to find that nobody has
    /// one.
    @inlinable @inline(never)
    func goOn(from progress: Progress, of vertex: Int32, _ event: Top.Event, _ engine: Engine) -> Outcome? {
        switch progress {
        case .unhandled:
            if vertex < FirstHandler.none { return dispatchElsewhere(event, vertex, engine) }
            engine.settleUnhandled()
            return nil
        case .begun: return nil
        case .complete: return .handled
        case .recalls: return takeRecalled(engine) ? .handled : nil
        case .deferred:
            let number = engine.beginDeferral()
            guard number >= 0 else {
                unsafe withUnsafePointer(to: event) { unsafe engine.deferEvent(EventPointer($0), by: vertex) }
                return nil
            }
            withKeptEvents(engine) { $0.append(event, number: number) }
            return .deferred
        }
    }

    /// The deferred events of the chart, which the top state keeps alive.
    @inlinable @inline(__always)
    func withKeptEvents<Result>(_ engine: Engine, _ body: (EventRow<Top.Event>) -> Result) -> Result {
        engine.nodes.call(0, as: TopState<Top.Event>.self) { $0.withStore { body($0.kept) } }
    }

    /// Takes deferred events again, as long as their steps are complete at once. Answers whether all that can be taken
    /// is.
    @inlinable
    func takeRecalled(_ engine: Engine) -> Bool {
        while true {
            let number = engine.beginRecall()
            guard number >= 0, let event = withKeptEvents(engine, { $0[number: number] }) else { return engine.isReady }
            var vertex = engine.handlers[engine.leaves[0]]
            engine.readiness.value.signposts.lead(to: vertex)
            switch offer(event, to: &vertex, engine, { reaction, source in engine.take(reaction, of: source) }) {
            case .complete, .recalls: withKeptEvents(engine) { $0.remove(number: number) }
            case .deferred: engine.endRecall(.deferred)
            case .begun: return false
            case .unhandled:
                engine.endRecall(.unhandled)
                withKeptEvents(engine) { $0.remove(number: number) }
            }
        }
    }

    @inlinable @inline(__always)
    func ask(_ vertex: Int32, _ event: Top.Event, _ engine: Engine) -> RawReaction {
        engine.ask(vertex, event, in: top)
    }

    /// The same where there are several leaves, or the engine has to ask itself.
    @inlinable
    func dispatchElsewhere(_ event: Top.Event, _ first: Int32, _ engine: Engine) -> Outcome? {
        if first == FirstHandler.severalLeaves { return dispatchToLeaves(event, engine) }
        unsafe withUnsafePointer(to: event) { unsafe engine.takeEvent(EventPointer($0)) }
        return nil
    }

    /// The same where several leaves are active.
    @inlinable
    func dispatchToLeaves(_ event: Top.Event, _ engine: Engine) -> Outcome? {
        engine.beginListing()
        engine.select(0..<engine.leaves.count, upTo: 0, nearest: engine.handlers, above: engine.handlersAbove) {
            vertex, position in
            let reaction = ask(vertex, event, engine)
            return !reaction.isUnhandled && engine.add(consume reaction, of: vertex, at: position)
        }
        switch unsafe withUnsafePointer(to: event, { unsafe engine.takeListed(EventPointer($0)) }) {
        case .complete: return .handled
        case .recalls, .begun, .deferred: return nil
        case .unhandled:
            engine.endUnhandled()
            return .unhandled
        }
    }
}

extension Engine {
    /// Calls the handler of a vertex of the chart itself.
    @inlinable @inline(__always)
    func ask<Top: Statechart>(_ vertex: Int32, _ event: Top.Event, in top: Top) -> RawReaction {
        readiness.value.acting = vertex
        return vertex == 0
            // Only a `TopState` is a `Statechart`; of a final class the handler is called directly.
            ? unsafe unsafeDowncast(top, to: TopState<Top.Event>.self).handle(event).raw
            : nodes.call(vertex, as: Vertex<Top>.self) { $0.handle(event) }.raw
    }
}
