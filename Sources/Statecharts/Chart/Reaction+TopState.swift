// The handler of a top state cannot name its own class in the type of its answer, so its targets are
// checked by the type of the chart's events here and by the engine as to which chart they belong to.

extension Reaction {
    /// Leaves everything inside the top state that answers this, and enters it again by default. The top itself stays: it is active as long
    /// as its chart runs.
    @inlinable @inline(__always) public static func to<Event>(
        _ top: TopState<Event>, effect: (() throws -> Void)? = nil
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, top, effect: effect))
    }

    /// Leaves everything inside the top state that answers this, and enters it again by default. The top itself stays: it is active as long
    /// as its chart runs.
    /// The step waits for the effect.
    @inlinable @inline(__always) public static func to<Event>(
        _ top: TopState<Event>, effect: @escaping () async throws -> Void
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, top, suspending: effect))
    }

    /// Leaves the state that answers this and enters `target` (UML 2.5.1, external transition).
    ///
    /// The state is left and entered again also if `target` is the state itself or inside it.
    @inlinable @inline(__always) public static func to<Event, Root: TopState<Event>>(
        _ target: Vertex<Root>, effect: (() throws -> Void)? = nil
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, target, effect: effect))
    }

    /// Leaves the state that answers this and enters several targets (UML 2.5.1, external transition).
    ///
    /// The state is left and entered again also if the targets are inside it.
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by default.
    @inlinable @inline(__always) public static func to<Event, Root: TopState<Event>>(
        _ first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        effect: (() throws -> Void)? = nil
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, first, second, others, effect: effect))
    }

    /// Leaves the state that answers this and enters `target` (UML 2.5.1, external transition).
    ///
    /// The state is left and entered again also if `target` is the state itself or inside it.
    /// The step waits for the effect.
    @inlinable @inline(__always) public static func to<Event, Root: TopState<Event>>(
        _ target: Vertex<Root>, effect: @escaping () async throws -> Void
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, target, suspending: effect))
    }

    /// Leaves the state that answers this and enters several targets (UML 2.5.1, external transition).
    ///
    /// The state is left and entered again also if the targets are inside it.
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by default.
    /// The step waits for the effect.
    @inlinable @inline(__always) public static func to<Event, Root: TopState<Event>>(
        _ first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        effect: @escaping () async throws -> Void
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.external, first, second, others, suspending: effect))
    }

    /// Enters `target` without leaving the state that answers this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that hold a target are touched. If the target is not inside the state, this
    /// means the same as `to`.
    @inlinable @inline(__always) public static func local<Event, Root: TopState<Event>>(
        to target: Vertex<Root>, effect: (() throws -> Void)? = nil
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.local, target, effect: effect))
    }

    /// Enters several targets without leaving the state that answers this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that hold a target are touched. If a target is not inside the state, this
    /// means the same as `to`.
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by default.
    @inlinable @inline(__always) public static func local<Event, Root: TopState<Event>>(
        to first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        effect: (() throws -> Void)? = nil
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.local, first, second, others, effect: effect))
    }

    /// Enters `target` without leaving the state that answers this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that hold a target are touched. If the target is not inside the state, this
    /// means the same as `to`.
    /// The step waits for the effect.
    @inlinable @inline(__always) public static func local<Event, Root: TopState<Event>>(
        to target: Vertex<Root>, effect: @escaping () async throws -> Void
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.local, target, suspending: effect))
    }

    /// Enters several targets without leaving the state that answers this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that hold a target are touched. If a target is not inside the state, this
    /// means the same as `to`.
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by default.
    /// The step waits for the effect.
    @inlinable @inline(__always) public static func local<Event, Root: TopState<Event>>(
        to first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        effect: @escaping () async throws -> Void
    ) -> Self where Top == TopState<Event> {
        Self(RawReaction(.local, first, second, others, suspending: effect))
    }
}
