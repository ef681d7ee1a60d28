public import Statecharts

/// Something that may be true in a situation of a chart: that a state is active, or what a closure says.
///
/// It is checked between two steps: a state that a step enters and leaves again was not active.
///
/// It can also be checked when the chart has come to its end: the states are then those in which it ended.
public struct Condition<Top: Statechart> {
    /// The name in messages.
    public let name: String
    private let holds: (Top, Moment) -> Bool

    /// When a condition is asked.
    private struct Moment {
        /// The active states of then; `nil` for those of the chart as it is now.
        let configuration: Configuration?
        /// Whether the chart had come to its end.
        let hasEnded: Bool
    }

    private init(_ name: String, _ holds: @escaping (Top, Moment) -> Bool) {
        self.name = name
        self.holds = holds
    }

    func holds(in chart: Simulation<Top>) -> Bool {
        let hasEnded = !chart.isRunning
        return holds(
            chart.top,
            Moment(configuration: hasEnded ? chart.interpreter.configuration : nil, hasEnded: hasEnded))
    }

    /// Whether it holds when a step is over. Closures are asked about the chart as it is now, which may be later.
    /// - Parameter isLast: whether the chart has taken no step since.
    func holds(after step: Macrostep<Top.Event>, isLast: Bool, in chart: Simulation<Top>) -> Bool {
        holds(chart.top, Moment(configuration: step.configuration, hasEnded: isLast && !chart.isRunning))
    }

    /// The condition that a state is active, or was when the chart ended.
    public static func active(_ state: KeyPath<Top, some StateNode>) -> Self {
        Self(Samples<Top>.name(of: state)) { top, moment in
            moment.configuration.map { $0.contains(path: top[keyPath: state].path) } ?? top[keyPath: state].isActive
        }
    }

    /// The condition that the chart has come to its end.
    public static var ended: Self { Self("ended") { _, moment in moment.hasEnded } }

    /// The condition that a closure decides. It is called in each situation and changes nothing.
    public static func when(_ name: String, _ holds: @escaping (Top) -> Bool) -> Self {
        Self(name) { top, _ in holds(top) }
    }

    /// The condition that another one does not hold.
    public static prefix func ! (condition: Self) -> Self {
        Self("not \(condition.name)") { !condition.holds($0, $1) }
    }

    /// The condition that both hold.
    public static func && (a: Self, b: Self) -> Self {
        Self("\(a.name) and \(b.name)") { a.holds($0, $1) && b.holds($0, $1) }
    }

    /// The condition that one of them or both hold.
    public static func || (a: Self, b: Self) -> Self {
        Self("\(a.name) or \(b.name)") { a.holds($0, $1) || b.holds($0, $1) }
    }
}
