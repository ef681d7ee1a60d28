/// The events of the step under way to which no state reacted, where they are to be reported.
///
/// The type does not depend on the chart: each step asks it, and would otherwise look up the type.
class UnhandledReports {
    fileprivate(set) final var isEmpty = true

    fileprivate init() {}

    /// Reports them, when the step is over.
    func tell() {}
}

/// The same for a class of charts.
private final class TypedUnhandledReports<Event: Sendable>: UnhandledReports {
    private let report: @Sendable (Event, Configuration) -> Void
    /// Each with the configuration in which nobody wanted it: until the step is over, that may have changed.
    private var events: [(event: Event, configuration: Configuration)] = []

    init(_ report: @escaping @Sendable (Event, Configuration) -> Void) { self.report = report }

    func listen(to engine: Engine) {
        engine.cold.onUnhandled = { [unowned engine] event, scope in
            guard scope == 0, let store = engine.store(of: 0) as? TypedEventStore<Event> else { return }
            self.events.append((store.load(event), engine.configuration))
            self.isEmpty = false
        }
    }

    override func tell() {
        let told = events
        events = []
        isEmpty = true
        callingOut()
        for (event, configuration) in told { report(event, configuration) }
    }
}

extension Interpreter {
    /// Has the unhandled events of a chart that was made ready noted.
    func noteUnhandled(_ report: @escaping @Sendable (Top.Event, Configuration) -> Void) -> UnhandledReports? {
        guard let engine else { return nil }
        let reports = TypedUnhandledReports(report)
        reports.listen(to: engine)
        return reports
    }
}
