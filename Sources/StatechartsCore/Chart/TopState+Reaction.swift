extension TopState {
    /// What the handlers of a top state return: what is to happen, not yet done.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .power: .to(end)  // no state inside has reacted to it
    ///         case .tick: .handled { played += 1 }
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// It means the same as the ``Statecharts/Reaction`` of states. It is a type of its own because the handler of a
    /// top state cannot name its own class in its return type: the compiler checks that targets belong to a chart with
    /// these events, and taking the transition checks that it is this chart (``StepError/Code/foreignTarget``).
    ///
    /// The top state stays as long as its chart runs: its transitions, even that to itself, leave and enter only what
    /// is inside.
    public struct Reaction {
        /// `nil` if nothing has reacted.
        @usableFromInline let raw: RawReaction?

        @inlinable init(_ raw: RawReaction?) { self.raw = raw }
    }
}

extension TopState.Reaction {
    /// Not handled: no state reacts to the event.
    ///
    /// The machine's ``Machine/UnhandledPolicy`` says what follows.
    @inlinable public static var unhandled: Self { Self(nil) }

    /// Handled: no state is left or entered, and nothing else is done (UML 2.5.1, internal transition without effect).
    @inlinable public static var handled: Self { Self(.handled) }

    /// Deferred until the configuration has changed, then tried again before newer events (UML 2.5.1, 14.2.3.4.4).
    @inlinable public static var deferred: Self { Self(RawReaction(.deferred, effect: nil)) }

    /// Handled: no state is left or entered; `effect` runs, if there is one (UML 2.5.1, internal transition).
    @inlinable @inline(__always) public static func handled(@_implicitSelfCapture _ effect: (() throws -> Void)?)
        -> Self
    {
        Self(RawReaction(.internal, effect: effect))
    }

    /// Handled: no state is left or entered; `effect` runs, and the machine's step waits for it.
    @inlinable @inline(__always) public static func handled(
        @_implicitSelfCapture _ effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.internal, suspending: effect))
    }

    /// Leaves what is active inside the top state and enters `target` (UML 2.5.1, external transition).
    ///
    /// If `target` is active, it is left and entered again.
    /// - Parameters:
    ///   - target: a state or pseudostate of this chart.
    ///   - effect: runs after all exits and before all entries; without it nothing more is done.
    @inlinable @inline(__always) public static func to<Root: TopState<Event>>(
        _ target: Vertex<Root>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.external, target, effect: effect))
    }

    /// Leaves what is active inside the top state and enters `target`; the step waits for the effect.
    ///
    /// If `target` is active, it is left and entered again.
    @inlinable @inline(__always) public static func to<Root: TopState<Event>>(
        _ target: Vertex<Root>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.external, target, suspending: effect))
    }

    /// Leaves everything inside the top state and enters it again by default, or resumes it if the top is declared with
    /// a `history`.
    ///
    /// The top itself stays, as it is active as long as its chart runs: its `exit()` and `entry()` are not called; its
    /// data, timers and activities go on.
    @inlinable @inline(__always) public static func to(
        _ top: TopState<Event>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.external, top, effect: effect))
    }

    /// Leaves everything inside the top state and enters it again by default, or resumes it if the top is declared with
    /// a `history`; the step waits for the effect.
    ///
    /// The top itself stays: its `exit()` and `entry()` are not called.
    @inlinable @inline(__always) public static func to(
        _ top: TopState<Event>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.external, top, suspending: effect))
    }

    /// Leaves what is active inside the top state and enters several targets (UML 2.5.1, external transition).
    ///
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by
    /// default.
    @inlinable @inline(__always) public static func to<Root: TopState<Event>>(
        _ first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.external, first, second, others, effect: effect))
    }

    /// Leaves what is active inside the top state and enters several targets; the step waits for the effect.
    ///
    /// The targets are in different regions of an orthogonal state (a fork); regions without one are entered by
    /// default.
    @inlinable @inline(__always) public static func to<Root: TopState<Event>>(
        _ first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.external, first, second, others, suspending: effect))
    }

    /// Returns to resting on the top state if that is declared with `initial: nil`; otherwise the same as `to`.
    @inlinable @inline(__always) public static func local(
        to top: TopState<Event>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.local, top, effect: effect))
    }

    /// Returns to resting on the top state if that is declared with `initial: nil`; otherwise the same as `to`. The
    /// step waits for the effect.
    @inlinable @inline(__always) public static func local(
        to top: TopState<Event>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, top, suspending: effect))
    }

    /// Enters `target` without leaving regions that do not hold it (UML 2.5.1, local transition).
    ///
    /// In a top state without regions this means the same as `to`, except that its histories remember nothing of it.
    @inlinable @inline(__always) public static func local<Root: TopState<Event>>(
        to target: Vertex<Root>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.local, target, effect: effect))
    }

    /// Enters `target` without leaving regions that do not hold it; the step waits for the effect.
    ///
    /// In a top state without regions this means the same as `to`, except that its histories remember nothing of it.
    @inlinable @inline(__always) public static func local<Root: TopState<Event>>(
        to target: Vertex<Root>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, target, suspending: effect))
    }

    /// Enters several targets without leaving regions that hold none of them (UML 2.5.1, local transition).
    ///
    /// The targets are in different regions of an orthogonal state (a fork); its other regions are entered by default.
    @inlinable @inline(__always) public static func local<Root: TopState<Event>>(
        to first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.local, first, second, others, effect: effect))
    }

    /// Enters several targets without leaving regions that hold none of them; the step waits for the effect.
    ///
    /// The targets are in different regions of an orthogonal state (a fork); its other regions are entered by default.
    @inlinable @inline(__always) public static func local<Root: TopState<Event>>(
        to first: Vertex<Root>, _ second: Vertex<Root>, _ others: Vertex<Root>...,
        @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, first, second, others, suspending: effect))
    }
}
