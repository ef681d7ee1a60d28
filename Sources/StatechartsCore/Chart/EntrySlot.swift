/// What is made when a state is entered and is no value of the chart: a child machine.
///
/// It is made with the scoped properties of the state, in their order, before its entry action.
package final class EntrySlot: ScopedSlot {
    private let facts: () -> Facts?
    private let enter: (StateNode) -> Void
    private let leave: () -> Void
    private let unsuited: (StateNode) -> String?
    private let keys: (() -> Any)?
    /// What takes over child machines of a snapshot; who reads snapshots knows how.
    package let restorer: AnyObject

    /// - Parameter keys: those of the child machines, in their order; `nil` where there is one.
    package init(
        facts: @escaping () -> Facts?, enter: @escaping (StateNode) -> Void, leave: @escaping () -> Void,
        restorer: AnyObject, unsuited: @escaping (StateNode) -> String?, keys: (() -> Any)? = nil
    ) {
        self.facts = facts
        self.enter = enter
        self.leave = leave
        self.restorer = restorer
        self.unsuited = unsuited
        self.keys = keys
        super.init()
        persistence = .transient
    }

    /// `nil` for one that no property stores, and that is gone therefore.
    package var declaration: Facts? { facts() }
    /// The state that has the property.
    package var node: StateNode? { owner }
    override package func fill() { if let owner { enter(owner) } }
    override package func empty() { leave() }
    /// Which child machines there are: all of them that can be compared as a value. It is never put in its place.
    override package var present: Any? { keys?() }

    override func fault(in node: StateNode) -> Fault? { unsuited(node).map { .childOf($0) } }
}

extension StateNode {
    /// The child machines that the state declares, by the names of the properties.
    package final var childDeclarations: [(property: String, facts: EntrySlot.Facts)] {
        scopedSlots().compactMap { slot in (slot as? EntrySlot)?.declaration.map { (slot.name, $0) } }
    }
}
