extension Interpreter {
    /// Where the chart is in its life.
    public var status: Status {
        guard let engine else { return .new }
        switch engine.status {
        case .new: return .new
        case .running: return .running
        case .finished: return .finished
        case .stopped: return .stopped
        case .terminated: return .terminated
        case .failed: return .failed
        }
    }

    /// The error with which the chart failed, or that an exit action threw while it ended.
    public var failure: StepError? { engine?.failure }

    /// The active states; empty before the start, and after the end those in which the chart ended.
    public var configuration: Configuration { engine?.configuration ?? .empty }

    /// All states and pseudostates of the chart, in document order, the top first; empty before the start.
    public var vertices: [StateID] {
        guard let engine else { return [] }
        return (0..<Int32(engine.topology.count)).map { engine.id($0) }
    }

    /// Whether the state that the key path leads to is active. `false` before the start and after the end.
    public func isActive(_ state: KeyPath<Top, some StateNode>) -> Bool { top[keyPath: state].isActive }

    /// Whether a state of this chart is active.
    public func isActive(_ state: Vertex<Top>) -> Bool { state.isActive }

    /// Whether records are wanted for the next step.
    package var isObserved: Bool {
        get { engine?.isObserved ?? observesStart }
        set {
            observesStart = newValue
            engine?.isObserved = newValue
        }
    }

    /// How many events are deferred.
    public var deferredCount: Int { engine.map { Int($0.deferred.count) } ?? 0 }
}

extension EngineStatus {
    /// Whether the chart has come to its end, in whichever way.
    var isEnd: Bool { self != .new && self != .running }
}
