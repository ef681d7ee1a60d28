extension Interpreter {
    /// `dispatch(_:from:in:)` where a record is wanted: `note` says what the step did if it is complete.
    ///
    /// - Parameter first: what `firstHandlerOfPlainStep` answered, unless the event is refused or the engine asks about
    ///   it.
    /// - Returns: `nil` if the engine has to be run on; the step is being recorded then.
    @inlinable @inline(__always)
    func dispatchNoting(_ event: Top.Event, from first: Int32, in engine: Engine, _ note: inout PlainStep) -> Outcome? {
        var vertex = first
        engine.readiness.value.signposts.lead(to: first)
        let progress = offer(event, to: &vertex, engine) { reaction, source in
            engine.takeNoting(reaction, of: source, &note)
        }
        switch progress {
        case .complete: return .handled
        case .unhandled:
            if engine.endUnhandled(&note) { return .unhandled }
            keepForRecord(event)
        case .begun, .recalls:
            keepForRecord(event)
        case .deferred:
            keepForRecord(event)
            unsafe withUnsafePointer(to: event) { unsafe engine.deferEvent(EventPointer($0), by: vertex) }
        }
        return nil
    }

    /// Remembers what the step under way was set off by.
    @usableFromInline
    func keepForRecord(_ event: Top.Event) { extras?.currentEvent = event }
}
