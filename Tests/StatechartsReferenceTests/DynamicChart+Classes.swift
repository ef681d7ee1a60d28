import Statecharts

// The engine looks at which methods a class overrides, so there are classes that override everything, some, and little.

class DynamicTop: TopState<Int> {
    /// Set before the chart is used; weak, because the chart owns its nodes.
    final weak var chart: DynamicChart?
    final var number = 0

    final override var stateName: String? { "v\(number)" }
    final override func configure() { chart?.declare(number) }
    final override func entry() throws { try chart?.act(chart?.spec[number].entry, .entry, number) }
    final override func exit() throws { try chart?.act(chart?.spec[number].exit, .exit, number) }
    final override func handle(_ event: Int) -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.handle, number, chart.spec[number].handle, event: event)
    }
}

class FailingTop: DynamicTop {
    final override func failed(_ error: any Error) -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.failed, number, chart.spec[number].failed)
    }
}

final class AskedTop: FailingTop {
    override func always() -> Reaction {
        guard let chart else { return .unhandled }
        return chart.decideTop(.always, number, chart.spec[number].always)
    }
}

/// A chart inside the chart, of the same class: its vertices have numbers of the same row.
final class DynamicSubmachine: Submachine<StateNode, DynamicTop, DynamicTop> {
    private unowned let owner: DynamicChart
    private let number: Int
    init(_ embedded: DynamicTop, in owner: DynamicChart, _ number: Int) {
        (self.owner, self.number) = (owner, number)
        super.init(embedding: embedded)
    }
    override var stateName: String? { "v\(number)" }
    override func entry() throws { try owner.act(owner.spec[number].entry, .entry, number) }
    override func exit() throws { try owner.act(owner.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        owner.decide(.handle, number, owner.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { owner.decide(.completed, number, owner.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction { owner.decide(.failed, number, owner.spec[number].failed) }
    override func translate(_ event: Int) -> Int? { owner.spec[number].inward[event] }
    override func translateOutward(_ event: Int) -> Int? { owner.spec[number].outward[event] }
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
