/// What may own child machines: every state and every top state.
///
///     static func player<Owner: ChildOwner>(
///         of owner: Owner.Type, _ heard: @escaping @Sendable (Double) -> Owner.OwnerEvent
///     ) -> Child<Owner, Player> {
///         Child(of: owner) { _ in Player(song: "Yesterday") }.on(\.progress, heard)
///     }
public protocol ChildOwner: StateNode {
    /// The events of the chart that the state belongs to.
    associatedtype OwnerEvent: Sendable
}

extension Subvertex: ChildOwner {
    /// The events of the chart that the state belongs to.
    public typealias OwnerEvent = Top.Event
}

extension TopState: ChildOwner {
    /// The events of the chart.
    public typealias OwnerEvent = Event
}

extension StateNode {
    /// Declares the child machines of this state, each of which is stored in a property of it.
    ///
    ///     override func configure() { children(player) }
    ///
    /// To be called from ``StateNode/configure()``; elsewhere it is a mistake of the step. A child that is stored and
    /// not declared, or declared and not stored, is refused with ``ChartError/Code/notDeclared``.
    public final func children<each Owner: ChildOwner, each Inner: Statechart>(
        _ children: repeat Child<each Owner, each Inner>
    ) {
        guard mayDeclare("children(…)", fix: "override configure() and call it there") else { return }
        repeat Declaration.add((each children).entrySlot)
    }

    /// Declares lists of child machines of this state, each of which is stored in a property of it; as for one child.
    public final func children<each Owner: ChildOwner, each Key: Hashable & Sendable, each Inner: Statechart>(
        _ children: repeat ChildMachines<each Owner, each Key, each Inner>
    ) {
        guard mayDeclare("children(…)", fix: "override configure() and call it there") else { return }
        repeat Declaration.add((each children).entrySlot)
    }
}
