import Statecharts

// The states of charts whose actions suspend. An action that suspends pauses the step wherever it is, and the engine goes on from there.

final class SuspendingState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() async throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() async throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

final class SuspendingOrthogonalState: OrthogonalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() async throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() async throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

final class SuspendingFinalState: FinalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func entry() async throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() async throws { try chart.act(chart.spec[number].exit, .exit, number) }
}
