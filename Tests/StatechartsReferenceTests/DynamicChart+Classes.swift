import Statecharts

// The engine looks at which methods a class overrides, so there are classes that override everything, some, and little.

class DynamicTop: TopState<Int> {
    /// Set before the chart is used; weak, because the chart owns its nodes.
    final weak var chart: DynamicChart?

    final override var stateName: String? { "v0" }
    final override func configure() { chart?.declare(0) }
    final override func entry() throws { try chart?.act(chart?.spec[0].entry, .entry, 0) }
    final override func exit() throws { try chart?.act(chart?.spec[0].exit, .exit, 0) }
    final override func handle(_ event: Int) -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.handle, chart.spec[0].handle, event: event)
    }
}

class FailingTop: DynamicTop {
    final override func failed(_ error: any Error) -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.failed, chart.spec[0].failed)
    }
}

final class AskedTop: FailingTop {
    override func always() -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.always, chart.spec[0].always)
    }
}

/// Overrides `handle` only.
final class QuietState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
}

/// Overrides what states usually do.
final class ActingState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
}

/// Overrides everything.
final class AskedState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func always() -> Reaction { chart.decide(.always, number, chart.spec[number].always) }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

/// Overrides everything but `always`, whose absence lets the engine take short ways.
final class CompletingState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

/// Overrides `handle` only.
final class QuietOrthogonalState: OrthogonalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
}

/// Overrides everything.
final class AskedOrthogonalState: OrthogonalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func always() -> Reaction { chart.decide(.always, number, chart.spec[number].always) }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

/// Overrides everything but `always`.
final class CompletingOrthogonalState: OrthogonalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func configure() { chart.declare(number) }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction {
        chart.decide(.failed, number, chart.spec[number].failed)
    }
}

final class ActingFinalState: FinalState<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) { (self.chart, self.number) = (chart, number) }
    override var stateName: String? { "v\(number)" }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
}

final class DynamicChoice: Choice<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) {
        (self.chart, self.number) = (chart, number)
        super.init()
    }
    override var stateName: String? { "v\(number)" }
    override func choose() -> Reaction { chart.branch(number) }
}

final class DynamicJunction: Junction<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    init(_ chart: DynamicChart, _ number: Int) {
        (self.chart, self.number) = (chart, number)
        super.init()
    }
    override var stateName: String? { "v\(number)" }
    override func choose() -> Reaction { chart.branch(number) }
}
