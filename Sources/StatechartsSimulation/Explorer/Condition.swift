public import Statecharts

/// Something that can be the case in a situation of a chart: that a state is active, or what a closure says.
public struct Condition<Top: Statechart> {
    /// What messages call it.
    public let name: String
    let holds: (Top) -> Bool

    /// That a state is active.
    public static func active(_ state: KeyPath<Top, some StateNode>) -> Self {
        Self(name: Samples<Top>.name(of: state)) { $0[keyPath: state].isActive }
    }

    /// What a closure says of the chart. It is asked in each situation and changes nothing.
    public static func when(_ name: String, _ holds: @escaping (Top) -> Bool) -> Self { Self(name: name, holds: holds) }

    /// The contrary.
    public static prefix func ! (condition: Self) -> Self {
        Self(name: "not \(condition.name)") { !condition.holds($0) }
    }

    /// Both.
    public static func && (a: Self, b: Self) -> Self {
        Self(name: "\(a.name) and \(b.name)") { a.holds($0) && b.holds($0) }
    }

    /// One of them or both.
    public static func || (a: Self, b: Self) -> Self {
        Self(name: "\(a.name) or \(b.name)") { a.holds($0) || b.holds($0) }
    }
}

/// What has to come about along the paths of a chart, by the numbers of conditions.
struct Temporal {
    enum Shape {
        /// From every situation with the first one (all, if `nil`) the second one comes, whatever happens.
        case leadsTo(Int?, Int)
        /// The first one holds until the second one does, which comes.
        case until(Int, Int)
        /// From every situation there is a way to it.
        case possible(Int)
    }

    let name: String
    let shape: Shape
}
