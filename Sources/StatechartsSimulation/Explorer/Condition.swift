public import Statecharts

/// Something that can be the case in a situation of a chart: that a state is active, or what a closure says.
///
/// It can be asked as well when the chart has come to its end: the states are then those in which it has.
public struct Condition<Top: Statechart> {
    /// What messages call it.
    public let name: String
    /// The configuration is that in which the chart has ended; `nil` while it runs.
    private let holds: (Top, Configuration?) -> Bool

    private init(_ name: String, _ holds: @escaping (Top, Configuration?) -> Bool) {
        self.name = name
        self.holds = holds
    }

    func holds(in chart: Simulation<Top>) -> Bool {
        holds(chart.top, chart.isRunning ? nil : chart.interpreter.configuration)
    }

    /// That a state is active, or was when the chart ended.
    public static func active(_ state: KeyPath<Top, some StateNode>) -> Self {
        Self(Samples<Top>.name(of: state)) { top, end in
            end.map { $0.contains(path: top[keyPath: state].path) } ?? top[keyPath: state].isActive
        }
    }

    /// That the chart has come to its end.
    public static var ended: Self { Self("ended") { _, end in end != nil } }

    /// What a closure says of the chart. It is asked in each situation and changes nothing.
    public static func when(_ name: String, _ holds: @escaping (Top) -> Bool) -> Self {
        Self(name) { top, _ in holds(top) }
    }

    /// The contrary.
    public static prefix func ! (condition: Self) -> Self {
        Self("not \(condition.name)") { !condition.holds($0, $1) }
    }

    /// Both.
    public static func && (a: Self, b: Self) -> Self {
        Self("\(a.name) and \(b.name)") { a.holds($0, $1) && b.holds($0, $1) }
    }

    /// One of them or both.
    public static func || (a: Self, b: Self) -> Self {
        Self("\(a.name) or \(b.name)") { a.holds($0, $1) || b.holds($0, $1) }
    }
}
