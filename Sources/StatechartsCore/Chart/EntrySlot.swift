/// What is made when a state is entered and is no value of the chart: a child machine.
///
/// It is made with the scoped properties of the state, in their order, before its entry action.
package final class EntrySlot: ScopedSlot {
    private let enter: (StateNode) -> Void
    private let leave: () -> Void
    private let unsuited: (StateNode) -> String?
    /// True once the state has declared it in `configure()`.
    package var isDeclared = false

    package init(
        enter: @escaping (StateNode) -> Void, leave: @escaping () -> Void,
        unsuited: @escaping (StateNode) -> String?
    ) {
        self.enter = enter
        self.leave = leave
        self.unsuited = unsuited
        super.init()
        persistence = .transient
    }

    override var lacksDeclaration: Bool { !isDeclared }
    override func unsuitedOwner(_ node: StateNode) -> String? { unsuited(node) }
    override package func fill() { if let owner { enter(owner) } }
    override package func empty() { leave() }
}
