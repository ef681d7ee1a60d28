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

/// What a state declares by ``StateNode/children(_:)``: one machine, ``Child``, or any number of one kind,
/// ``ChildMachines``.
///
///     override func configure() { children(player) }
public class DeclaredChildren {
    /// What the chart knows of them.
    var entrySlot: EntrySlot { trap("there is no other kind of child", "declare a Child or ChildMachines") }

    init() {}

    func declare(in node: StateNode) { Declaration.add(entrySlot) }
}

extension DeclaredChildren: ScopedProperty {
    package final var anySlot: ScopedSlot { entrySlot }
}

extension StateNode {
    /// Declares the child machines of this state, each a ``Child`` or ``ChildMachines`` stored in a property of it.
    ///
    ///     override func configure() { children(player) }
    ///
    /// Call it from ``StateNode/configure()``; elsewhere it is a mistake of the step. A child that is stored and not
    /// declared, or declared and not stored, is refused with ``ChartError/Code/notDeclared``.
    public final func children(_ children: DeclaredChildren...) {
        guard mayDeclare("children(…)", fix: "override configure() and call it there") else { return }
        for child in children { child.declare(in: self) }
    }
}
