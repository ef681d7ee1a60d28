// The phase of a step, and what is pending in it.

extension Engine {
    /// How far the step under way has come. The gate: in every phase but `idle` nothing begins from outside.
    package enum Phase: UInt8 {
        case idle
        /// Handlers are asked about the event that has set the step off, also a recalled one. Set during previews and
        /// snapshots too, which call code of the chart without a step.
        case asking
        /// A microstep is performed: its exits, its effects, its entries.
        case exits, effects, entries
        /// A microstep is over, and what follows it is looked for: handlers are asked about raised events, completion
        /// and so on.
        case settling
        /// The chart has come to its end, and its cancelled activities are awaited.
        case ending
        /// The last action has run, and `close` is next: observers are told, events are destroyed.
        case closing
        /// A deferred event is recalled next.
        case recalling

        @inline(__always) var isPerforming: Bool {
            rawValue >= Self.exits.rawValue && rawValue <= Self.entries.rawValue
        }
    }

    /// True while the gate is shut, also during a preview and a snapshot.
    @usableFromInline package var isStepping: Bool { phase != .idle }
    /// True if the chart runs and no step is under way.
    @usableFromInline package var isReady: Bool { phase == .idle && status == .running }

    /// True if a step is under way that still comes to its end, where activities begin, see `close`. Also false while
    /// the phase is `asking`: that may be for a preview or a snapshot only.
    package var willClose: Bool { isStepping && phase != .asking && phase != .recalling }

    /// What has to be looked at before a step is over. A step with nothing pending is over when its actions have run.
    package struct Pending: OptionSet, BitwiseCopyable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        // MARK: Settled in the step, see `settlePending`

        /// The chart has failed or come to its end, and does not rest before that is settled. What is done about it
        /// `status` decides.
        package static let end = Self(rawValue: 1 << 0)
        /// A `Terminate` was reached.
        static let terminate = Self(rawValue: 1 << 1)
        /// A choice was reached, or a junction entered by default.
        static let choice = Self(rawValue: 1 << 2)
        /// An error was thrown, or a mistake made, and has not been offered yet.
        static let error = Self(rawValue: 1 << 3)
        /// A state may have become complete, and with it the chart.
        static let completion = Self(rawValue: 1 << 4)
        /// An event was raised and has not been taken yet.
        package static let raised = Self(rawValue: 1 << 5)
        /// The chart may be complete without a transition: data were changed from outside, an activity has ended, or
        /// the chart continues from a snapshot.
        static let chartCompletion = Self(rawValue: 1 << 6)

        // MARK: Cleaned up when the step is over, see `close`

        /// Activities were asked for, which begin when the step is over.
        package static let work = Self(rawValue: 1 << 7)
        /// A store holds an event that is to be destroyed.
        static let event = Self(rawValue: 1 << 8)
        /// The scratch was taken and is to be given back.
        static let scratch = Self(rawValue: 1 << 9)

        // MARK: Standing, from step to step

        /// Always, in charts with transitions that have no event.
        package static let eventless = Self(rawValue: 1 << 10)
        /// As long as events are deferred.
        static let deferred = Self(rawValue: 1 << 11)
        /// As long as somebody wants records.
        static let log = Self(rawValue: 1 << 12)

        /// What nobody looks at any more when a chart has failed or come to its end.
        static var ofRunningChart: Self {
            [.terminate, .choice, .error, .completion, .raised, .chartCompletion, .eventless]
        }
    }
}
