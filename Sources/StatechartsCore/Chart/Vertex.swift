/// Something that a transition of the chart `Top` can lead to: a state or a pseudostate (UML 2.5.1, 14.5.13 Vertex).
///
/// Because targets are typed by their chart, a transition into another chart does not compile.
open class Vertex<Top: Statechart>: StateNode {
    override func acceptsTop(_ node: StateNode) -> Bool { node is Top }
    override var topTypeName: String { ClassInfo.of(Top.self).name }

    /// What ``State`` makes public. Declared here, where only the chart's type is a parameter, so that asking does not
    /// look up the type of the superior. `@usableFromInline`: so that the one of `State`, which is open, needs no entry
    /// of its own in the method table.
    @usableFromInline func handle(_ event: borrowing Top.Event) -> StatechartsCore.Reaction<Top> { .unhandled }

    override func react(to event: EventPointer) -> RawReaction? { unsafe handle(lent: event.lent().pointee).raw }

    /// Calls `handle(_:)` with an event that is not copied, see `LentEvent`.
    @inline(__always)
    private final func handle(lent: borrowing LentEvent<Top.Event>) -> StatechartsCore.Reaction<Top> {
        handle(lent.event)
    }
}

/// A vertex inside another node, which it knows as its `superior`.
open class Subvertex<Superior: StateNode, Top: Statechart>: Vertex<Top> {
    /// The events of the chart.
    public typealias Event = Top.Event
    /// What the chart's handlers return.
    public typealias Reaction = StatechartsCore.Reaction<Top>

    /// The node that directly contains this one, as its own class.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .quit: .to(superior.off)  // in the state around this one
    ///         case .lock: top.isTrusted ? .to(top.locked) : .unhandled  // anywhere in the chart
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// Traps while no machine runs the chart; in ``StateNode/configure()`` and in initializers the chart is not
    /// assembled yet.
    @inlinable public final var superior: Superior {
        _read {
            guard let table else { unbound() }
            checkIsolation()
            yield table[superiorIndex, as: Superior.self]
        }
    }

    /// The top state of the chart, as its own class: the place for data that outlives states.
    ///
    /// Traps while no machine runs the chart; in ``StateNode/configure()`` and in initializers the chart is not
    /// assembled yet.
    @inlinable public final var top: Top {
        _read {
            guard let table else { unbound() }
            checkIsolation()
            yield table[topIndex, as: Top.self]
        }
    }

    /// Puts an event into the machine's internal queue.
    ///
    ///     case .reading(let value): .handled { if value > 100 { raise(.cancel) } }  // taken in this step
    ///
    /// It is taken within the current step, after eventless and completion transitions and before any recalled or
    /// mailbox event (SCXML 4.2). Raised events are taken in the order in which they were raised. Outside a step it
    /// waits for the next one. Traps while no machine runs the chart.
    @inlinable public final func raise(_ event: Top.Event) {
        top.raise(event)
    }

    override func acceptsSuperior(_ node: StateNode) -> Bool { node is Superior }
    override var superiorTypeName: String { ClassInfo.of(Superior.self).name }
}
