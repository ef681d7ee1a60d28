extension Interpreter {
    /// Asks one active state after the other; specialised where the chart is known, so that handlers are called directly.
    ///
    /// - Parameter first: what `firstHandler` answered, unless the event is refused.
    /// - Returns: `nil` if the engine has to be run on.
    @inlinable
    func dispatch(_ event: Top.Event, from first: Int32, in engine: Engine) -> Outcome? {
        var vertex = first
        if vertex < FirstHandler.none { return dispatchElsewhere(event, first, engine) }
        while vertex >= 0 {
            let reaction = ask(vertex, event, engine)
            switch reaction.kind {
            case .unhandled: break
            case .deferred:
                unsafe withUnsafePointer(to: event) { unsafe engine.deferEvent(EventPointer($0), by: vertex) }
                return nil
            case .internal, .external, .local:
                switch engine.take(reaction, of: vertex) {
                case .complete: return .handled
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
        case .begun: return nil
        case .unhandled: return .unhandled
        }
    }
}
