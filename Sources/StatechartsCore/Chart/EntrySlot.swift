/// What is made when a state is entered and is no value of the chart: a child machine.
///
/// It is made with the scoped properties of the state, in their order, before its entry action.
package final class EntrySlot: ScopedSlot {
    /// What the declaration says, for people, graphs and drawings: known before anything is made.
    package struct Facts: Sendable {
        /// The class of the child's chart.
        package let chart: any Any.Type
        /// The ports that lead to the state, as properties of the child's top, and what their messages are.
        package var ports: [(property: String, message: any Any.Type)] = []
        /// The type of what comes at the child's end; `nil` if that is no event.
        package var output: (any Any.Type)?
        /// The type of the keys; `nil` if there is one child.
        package var keys: (any Any.Type)?
        /// True if the state is complete without the child's end.
        package var isDetached = false

        package init(chart: any Any.Type) { self.chart = chart }
    }

    private let facts: () -> Facts
    private let enter: (StateNode) -> Void
    private let leave: () -> Void
    private let unsuited: (StateNode) -> String?
    /// What takes over child machines of a snapshot; who reads snapshots knows how.
    package let restorer: AnyObject

    package init(
        facts: @escaping () -> Facts, enter: @escaping (StateNode) -> Void, leave: @escaping () -> Void,
        restorer: AnyObject, unsuited: @escaping (StateNode) -> String?
    ) {
        self.facts = facts
        self.enter = enter
        self.leave = leave
        self.restorer = restorer
        self.unsuited = unsuited
        super.init()
        persistence = .transient
    }

    package var declaration: Facts { facts() }
    /// The state that has the property.
    package var node: StateNode? { owner }
    override package func fill() { if let owner { enter(owner) } }
    override package func empty() { leave() }

    override func fault(in node: StateNode) -> Fault? { unsuited(node).map { .childOf($0) } }
}

extension StateNode {
    /// The child machines that the state declares, by the names of the properties.
    package final var childDeclarations: [(property: String, facts: EntrySlot.Facts)] {
        scopedSlots().compactMap { slot in (slot as? EntrySlot).map { (slot.name, $0.declaration) } }
    }
}
