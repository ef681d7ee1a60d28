import Statecharts

/// The recipes of the article *In a server*.
// snippet: metrics
/// Counts the steps of machines and writes them as Prometheus reads them.
struct StepMetrics: Sendable {
    private struct Row: Hashable { let machine: String, outcome: String }
    private var counts: [Row: Int] = [:]
    private var failures: [String: Int] = [:]

    mutating func count<Event>(_ step: Macrostep<Event>, of machine: String) {
        counts[Row(machine: machine, outcome: "\(step.outcome)"), default: 0] += 1
        if step.failure != nil { failures[machine, default: 0] += 1 }
    }

    var text: String {
        var lines = ["# HELP statechart_steps_total Steps taken.", "# TYPE statechart_steps_total counter"]
        lines += counts.map { row, count in
            "statechart_steps_total{machine=\"\(row.machine)\",outcome=\"\(row.outcome)\"} \(count)"
        }.sorted()
        lines += ["# HELP statechart_failures_total Failed machines.", "# TYPE statechart_failures_total counter"]
        lines += failures.map { "statechart_failures_total{machine=\"\($0)\"} \($1)" }.sorted()
        return lines.joined(separator: "\n") + "\n"
    }
}
// end snippet

// snippet: trace
/// A place in a trace, as the header `traceparent` of W3C Trace Context writes it.
struct TraceContext: Sendable, Hashable, CustomStringConvertible {
    let trace: String, span: String, flags: String

    init?(_ header: String) {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts.map(\.count) == [2, 32, 16, 2], parts[0] != "ff",
            parts.joined().allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        (trace, span, flags) = (parts[1], parts[2], parts[3])
    }

    private init(trace: String, span: String, flags: String) {
        (self.trace, self.span, self.flags) = (trace, span, flags)
    }

    /// The same trace, with a span of its own.
    func child() -> TraceContext {
        let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        return TraceContext(
            trace: trace, span: String(repeating: "0", count: 16 - digits.count) + digits, flags: flags)
    }

    var description: String { "00-\(trace)-\(span)-\(flags)" }
}
// end snippet

// snippet: shipment
final class Shipment: TopState<Shipment.Event> {
    enum Event { case ship(TraceContext), delivered }

    let call: @Sendable (_ headers: [String: String]) async throws -> Void
    let waiting = Waiting(), shipping = Shipping(), done = FinalState<Shipment, Shipment>()
    var trace: TraceContext?
    init(call: @escaping @Sendable ([String: String]) async throws -> Void) { self.call = call }
    override func configure() { substates(waiting, shipping, done) }

    final class Waiting: State<Shipment, Shipment> {
        override func handle(_ event: Event) -> Reaction {
            if case .ship(let trace) = event { .to(superior.shipping) { top.trace = trace } } else { .unhandled }
        }
    }

    final class Shipping: State<Shipment, Shipment> {
        override func entry() {
            run { [call = top.call, trace = top.trace?.child()] in
                try await call(trace.map { ["traceparent": "\($0)"] } ?? [:])
            }
        }
        override func completed() -> Reaction { .to(superior.done) }
    }
}
// end snippet
