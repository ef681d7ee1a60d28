extension ChartGraph {
    /// What a state does while it is active: a timer (UML 2.5.1, 13.3.3 TimeEvent) or an activity (14.2.3.4.3).
    ///
    /// Work is code, like transitions, so it is learnt: an exploration and a recording know which timers and activities
    /// they met.
    public struct Work: Sendable, Hashable, Codable {
        /// A timer or an activity.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// It brings an event when its time has come.
            case timer
            /// It goes on until it ends or its state is left.
            case activity
        }

        /// The state whose work it is.
        public let state: Int
        /// A timer or an activity.
        public let kind: Kind
        /// The event that it brought, as text; `nil` if it brought none.
        public let event: String?
        /// How long a timer runs; `nil` if only its expiry was seen, and for an activity.
        public let interval: Duration?
        /// Whether a timer begins again when it has expired.
        public let repeats: Bool
        /// The child machine that brought the event, by the name of its property; `nil` for what the state does itself.
        public let child: String?

        /// Makes the work of a state.
        public init(
            state: Int, kind: Kind, event: String? = nil, interval: Duration? = nil, repeats: Bool = false,
            child: String? = nil
        ) {
            self.state = state
            self.kind = kind
            self.event = event
            self.interval = interval
            self.repeats = repeats
            self.child = child
        }

        /// What it is called: timers of one event and different intervals are different ones.
        var key: (Int, Int, String, Duration, Int, String) {
            (state, kind == .timer ? 0 : 1, event ?? "", interval ?? .zero, repeats ? 1 : 0, child ?? "")
        }
    }

    /// Adds what a state does; work that is known already changes nothing. A timer with its interval replaces the same
    /// one without.
    public mutating func learn(_ new: Work) {
        guard vertices.indices.contains(new.state) else { return }
        func isSame(_ known: Work) -> Bool {
            known.state == new.state && known.kind == new.kind && known.event == new.event && known.child == new.child
        }
        // Those of one name lie beside each other.
        let name = (new.state, new.key.1, new.key.2)
        let start = work.firstPlace { ($0.key.0, $0.key.1, $0.key.2) >= name }
        let end = work.firstPlace { ($0.key.0, $0.key.1, $0.key.2) > name }
        if new.interval == nil, work[start..<end].contains(where: isSame) { return }
        var named = work[start..<end].filter { !(isSame($0) && ($0.interval == nil || $0 == new)) }
        named.insert(new, at: named.firstPlace { $0.key > new.key })
        work.replaceSubrange(start..<end, with: named)
    }

    /// Returns what a state has under way while it is active, as drawings write it below its name: a line for each of
    /// its timers, in the order of their events, then one for all its activities.
    ///
    /// A timer is written `after 3 s / timeout` or `every 500 ms / tick`, or `timer / timeout` if it was only seen to
    /// fire and its time is not known. Activities are written with the events that they have sent or ended with,
    /// `do / brewed, broke`; `do /` if none was seen. What child machines bring is not among them, see
    /// ``texts(of:in:)``.
    ///
    /// - Parameter state: its number, which is its place in ``ChartGraph/vertices``.
    /// - Returns: nothing for a state without timers and activities, or as long as none was learnt: work is found by
    ///   exploring or recording, not by looking at the chart.
    public func workTexts(of state: Int) -> [String] {
        let own = work.run(of: state) { $0.state }.filter { $0.child == nil }
        let timers = own.filter { $0.kind == .timer }.map { timer in
            let time = timer.interval.map { (timer.repeats ? "every " : "after ") + Self.text(of: $0) } ?? "timer"
            return "\(time) / \(timer.event ?? "")"
        }
        let activities = own.filter { $0.kind == .activity }
        guard !activities.isEmpty else { return timers }
        let events = activities.compactMap(\.event).joined(separator: ", ")
        return timers + [events.isEmpty ? "do /" : "do / \(events)"]
    }

    private static func text(of duration: Duration) -> String { DurationText.of(duration) }
}

/// A duration as drawings write it.
package enum DurationText {
    /// `500 ms`, `2.5 s`, `90 s`, `3 min`.
    package static func of(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds * 1_000_000_000_000_000 == attoseconds else { return "\(duration)" }
        if seconds == 0, milliseconds != 0 { return "\(milliseconds) ms" }
        if seconds > 0, seconds % 60 == 0, milliseconds == 0 { return "\(seconds / 60) min" }
        var digits = String(String(milliseconds + 1_000).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return digits.isEmpty ? "\(seconds) s" : "\(seconds).\(digits) s"
    }
}
