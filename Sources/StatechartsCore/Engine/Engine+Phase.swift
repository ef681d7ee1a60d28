// How far a step has come, and what it still has to look at.

extension Engine {
    /// How far the step under way has come. Everything but `idle` is inside a step: the gate that every entrance goes
    /// by.
    package enum Phase: UInt8 {
        case idle
        /// States are asked what they make of an event; or the chart is looked at, which calls foreign code too.
        case asking
        /// A microstep is performed.
        case exits, effects, entries
        /// What follows is looked for.
        case settling
        /// The chart has come to its end, and what belonged to its states comes to its own.
        case ending
        /// The step is over: observers are told, events are let go.
        case closing
        /// A deferred event is next; whoever drives the engine is told before.
        case recalling

        @inline(__always) var isPerforming: Bool {
            rawValue >= Self.exits.rawValue && rawValue <= Self.entries.rawValue
        }
    }

    /// What is to be looked at before a step is over. Without any of it the step is over once its actions have run.
    package struct Pending: OptionSet, BitwiseCopyable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The chart has failed or come to its end.
        package static let end = Self(rawValue: 1 << 0)
        /// A `Terminate` was reached.
        static let terminate = Self(rawValue: 1 << 1)
        /// A choice was reached, or a junction entered by default.
        static let choice = Self(rawValue: 1 << 2)
        static let failure = Self(rawValue: 1 << 3)
        static let completion = Self(rawValue: 1 << 4)
        package static let raised = Self(rawValue: 1 << 5)
        /// Nothing was noted, but data were changed from outside.
        static let touched = Self(rawValue: 1 << 6)
        /// Activities begin when the step is over.
        package static let work = Self(rawValue: 1 << 7)
        /// An event lies in a store and is to be let go.
        static let event = Self(rawValue: 1 << 8)
        /// The scratch was taken and is to be given back.
        static let scratch = Self(rawValue: 1 << 9)
        /// Always, in charts with transitions that have no event.
        package static let eventless = Self(rawValue: 1 << 10)
        /// As long as events are deferred.
        static let deferred = Self(rawValue: 1 << 11)
        /// As long as somebody wants records.
        static let log = Self(rawValue: 1 << 12)
    }
}
