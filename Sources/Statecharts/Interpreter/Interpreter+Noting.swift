extension Interpreter {
    /// `dispatch(_:from:in:)` where a record is wanted: `note` says what the step did if it is complete.
    ///
    /// - Parameter first: what `firstHandlerOfPlainStep` answered, unless the event is refused or goes the general way.
    /// - Returns: `nil` if the engine has to be run on; the step is being recorded then.
    @inlinable @inline(__always)
    func dispatchNoting(_ event: Top.Event, from first: Int32, in engine: Engine, _ note: inout PlainStep) -> Outcome? {
        var vertex = first
        engine.readiness.value.signposts.lead(to: first)
        while vertex >= 0 {
            let reaction = ask(vertex, event, engine)
            if !reaction.isUnhandled {
                switch engine.takeNoting(reaction, of: vertex, &note) {
                case .complete: return .handled
                case .unhandled: break
                case .begun, .recalls:
                    keepForRecord(event)
                    return nil
                case .deferred:
                    keepForRecord(event)
                    unsafe withUnsafePointer(to: event) { unsafe engine.deferEvent(EventPointer($0), by: vertex) }
                    return nil
                }
            }
            vertex = engine.handlersAbove[vertex]
        }
        if engine.endUnhandled(&note) { return .unhandled }
        keepForRecord(event)
        return nil
    }

    /// Remembers what the step under way was set off by.
    @usableFromInline
    func keepForRecord(_ event: Top.Event) { extras?.currentEvent = event }
}
