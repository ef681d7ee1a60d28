extension ChartGraph {
    /// An event that a state defers (UML 2.5.1, 14.2.3.4.4 deferred events).
    ///
    /// Deferrals are code, like transitions, so they are learnt: an exploration and recorded steps know which events
    /// were deferred.
    public struct Deferral: Sendable, Hashable, Codable, Comparable {
        /// The state that deferred it.
        public let state: Int
        /// The event, as text.
        public let event: String

        /// Makes a deferral.
        public init(state: Int, event: String) {
            self.state = state
            self.event = event
        }

        /// Deferrals come in the order of their states, then of their events.
        public static func < (a: Self, b: Self) -> Bool { (a.state, a.event) < (b.state, b.event) }
    }

    /// Adds an event that a state defers; one that is known already changes nothing.
    public mutating func learn(_ deferral: Deferral) {
        guard vertices.indices.contains(deferral.state) else { return }
        let place = deferrals.firstPlace { $0 >= deferral }
        if place < deferrals.count, deferrals[place] == deferral { return }
        deferrals.insert(deferral, at: place)
    }

    /// Returns the events that a state is known to defer, in alphabetical order.
    public func deferredEvents(of state: Int) -> [String] {
        deferrals.run(of: state) { $0.state }.map(\.event)
    }
}
