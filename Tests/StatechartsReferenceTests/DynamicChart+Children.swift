import TestSupport
@testable import Statecharts
@testable import StatechartsCore

/// How a state of a random chart owns a child machine.
struct ChildSpec: Equatable {
    /// Whether the state is complete without the end of the child.
    var isDetached = false
    /// How often it is made anew after an error, in one activation of its state.
    var restarts = 0
    /// The events of the owner that are the child's message, its end, its being made anew and its failure.
    var said = 0
    var done: Int?
    var again: Int?
    var failed: Int?
}

/// The children of a random chart: what they are, and what has happened to them.
final class Family: Sendable {
    private struct State {
        var notes: [String] = []
        var made: [Int: Int] = [:]
    }

    let specs: [Int: ChildSpec]
    private let state = Guarded(State())

    init(_ specs: [Int: ChildSpec]) { self.specs = specs }

    func note(_ text: String) { state.withLock { $0.notes.append(text) } }

    func takeNotes() -> [String] {
        state.withLock { state in
            defer { state.notes = [] }
            return state.notes
        }
    }

    /// The number of the next child of a state.
    func makeNumber(of vertex: Int) -> Int {
        state.withLock { state in
            state.made[vertex, default: 0] += 1
            return state.made[vertex] ?? 0
        }
    }
}

/// A child that does what it is told, and says what happens to it.
final class Kid: TopState<Kid.Event> {
    enum Event: Sendable { case say, finish, fail }
    struct Broken: Error, CustomStringConvertible { var description: String { "broken" } }

    let said = OutputPort<Int>("said")
    let name: String
    let family: Family
    let living = Living(), over = FinalState<Kid, Kid>()

    init(of vertex: Int, in family: Family) {
        name = "v\(vertex).\(family.makeNumber(of: vertex))"
        self.family = family
        family.note("made \(name)")
    }

    override func configure() { substates(living, over) }

    final class Living: State<Kid, Kid> {
        override func entry() { top.family.note("begin \(top.name)") }
        /// What it says here comes up before its end, and is discarded if its state has been left.
        override func exit() async {
            for _ in 0..<3 { await Task.yield() }
            top.family.note("end \(top.name)")
            top.said.send(0)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .say: .handled { top.said.send(1) }
            case .finish: .to(superior.over)
            case .fail:
                .handled {
                    top.family.note("throw \(top.name)")
                    throw Broken()
                }
            }
        }
    }
}

/// A state that owns a child, and overrides everything but `always`.
final class OwningState: State<StateNode, DynamicTop> {
    private unowned let chart: DynamicChart
    private let number: Int
    private let family: Family
    let kid: Child<OwningState, Kid>

    init(_ chart: DynamicChart, _ number: Int, _ family: Family, _ spec: ChildSpec) {
        (self.chart, self.number, self.family) = (chart, number, family)
        var kid = Child(of: OwningState.self) { Kid(of: $0.number, in: $0.family) }.on(\.said) { _ in spec.said }
        if let done = spec.done { kid = kid.done(\.name) { _ in done } }
        if spec.isDetached { kid = kid.detached() }
        if spec.restarts > 0 {
            let limit = RestartLimit(spec.restarts, in: .seconds(60))
            if let again = spec.again {
                kid = kid.restart(.transient, limit: limit) { _ in again }
            } else {
                kid = kid.restart(.transient, limit: limit)
            }
        }
        if let failed = spec.failed { kid = kid.failed { _ in failed } }
        self.kid = kid
    }

    override var stateName: String? { "v\(number)" }
    override func configure() {
        chart.declare(number)
        children(kid)
    }
    override func entry() throws { try chart.act(chart.spec[number].entry, .entry, number) }
    override func exit() throws { try chart.act(chart.spec[number].exit, .exit, number) }
    override func handle(_ event: Int) -> Reaction {
        chart.decide(.handle, number, chart.spec[number].handle, event: event)
    }
    override func completed() -> Reaction { chart.decide(.completed, number, chart.spec[number].completed) }
    override func failed(_ error: any Error) -> Reaction { chart.decide(.failed, number, chart.spec[number].failed) }
}
