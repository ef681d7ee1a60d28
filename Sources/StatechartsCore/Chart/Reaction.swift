/// What a handler returns: what is to happen, not yet done.
///
///     override func handle(_ event: Event) -> Reaction {
///         switch event {
///         case .typed(let key): .handled { top.text.append(key) }  // stays; the effect runs
///         case .next: .local(to: second)  // enters what is inside, and stays in the state itself
///         case .done: .to(superior.idle) { top.text = "" }  // leaves, runs the effect, enters
///         case .retry: .deferred  // taken again when the configuration has changed
///         case .open: top.text.isEmpty ? .unhandled : .handled  // decided by data; the superior is asked, or nobody
///         }
///     }
///
/// A reaction leads only to vertices of the chart `Top`. Its effect runs after all exits and before all entries of the
/// step; if the reaction is preempted by one of another region, it never runs.
public struct Reaction<Top: Statechart> {
    /// `nil` if nothing has reacted.
    @usableFromInline let raw: RawReaction?

    @inlinable init(_ raw: RawReaction?) { self.raw = raw }

    /// Not this state's concern: the superior is asked.
    @inlinable public static var unhandled: Self { Self(nil) }

    /// Handled: no state is left or entered, and nothing else is done (UML 2.5.1, internal transition without effect).
    @inlinable public static var handled: Self { Self(.handled) }

    /// Deferred until the configuration has changed, then tried again before newer events (UML 2.5.1, 14.2.3.4.4).
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .begin: .to(superior.loading)
    ///         case .next: .deferred  // taken once the configuration has changed
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// If another region reacts to the same event, that reaction consumes it.
    @inlinable public static var deferred: Self { Self(RawReaction(.deferred, effect: nil)) }

    /// Handled: no state is left or entered; `effect` runs, if there is one (UML 2.5.1, internal transition).
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .reading(let value): .handled { top.readings.append(value) }
    ///         case .cancel: .handled  // nothing happens, and nobody else is asked
    ///         default: .unhandled
    ///         }
    ///     }
    @inlinable @inline(__always) public static func handled(@_implicitSelfCapture _ effect: (() throws -> Void)?)
        -> Self
    {
        Self(RawReaction(.internal, effect: effect))
    }

    /// Handled: no state is left or entered; `effect` runs, and the machine's step waits for it.
    ///
    /// An effect runs on the machine's executor, also between suspensions. That holds for closures; a *reference* to an
    /// `async` method (`.handled(self.store)`) leaves the executor if the method does. Without the upcoming feature
    /// `NonisolatedNonsendingByDefault` every method does that is neither isolated nor marked
    /// `nonisolated(nonsending)`, and the compiler does not say so.
    @inlinable @inline(__always) public static func handled(
        @_implicitSelfCapture _ effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.internal, suspending: effect))
    }
}

extension Reaction {
    /// Leaves the state that returns this and enters `target` (UML 2.5.1, external transition).
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .loaded(let text): .to(superior.size) { top.text = text }  // after the exits, before the entries
    ///         case .timeout, .cancel: .to(superior.idle)
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// The state is left and entered again even if `target` is the state itself or inside it.
    @inlinable @inline(__always) public static func to(
        _ target: Vertex<Top>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    )
        -> Self
    {
        Self(RawReaction(.external, target, effect: effect))
    }

    /// Leaves everything inside the top state and enters the top by default.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         event == .cancel ? .to(top) : .unhandled  // all that is inside the top begins anew
    ///     }
    ///
    /// If the top is declared with a `history`, what was active is resumed. The top itself stays, as it is active as
    /// long as its chart runs: its `exit()` and `entry()` are not called; its data, timers and activities go on. In an
    /// embedded chart this is the top of that chart, and its submachine stays too.
    @inlinable @inline(__always) public static func to(
        _ top: Top, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.external, top, effect: effect))
    }

    /// Leaves everything inside the top state and enters the top by default; the step waits for the effect.
    ///
    /// The top itself stays: its `exit()` and `entry()` are not called.
    @inlinable @inline(__always) public static func to(
        _ top: Top, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.external, top, suspending: effect))
    }

    /// Leaves the state that returns this and enters several targets (UML 2.5.1, external transition).
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .power: .to(superior.on)
    ///         case .party: .to(superior.on.tape.playing, superior.on.sound.loud)  // one in each region
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// The state is left and entered again even if the targets are inside it. The targets are in different regions of
    /// an orthogonal state (a fork); regions without one are entered by default.
    @inlinable @inline(__always) public static func to(
        _ first: Vertex<Top>, _ second: Vertex<Top>, _ others: Vertex<Top>...,
        @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.external, first, second, others, effect: effect))
    }

    /// Leaves the state that returns this and enters `target` (UML 2.5.1, external transition).
    ///
    ///     case .next: .to(superior.ready) { top.text = try await top.fetch() }  // the step waits; later events queue
    ///
    /// The state is left and entered again even if `target` is the state itself or inside it. The step waits for the
    /// effect.
    @inlinable @inline(__always) public static func to(
        _ target: Vertex<Top>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    )
        -> Self
    {
        Self(RawReaction(.external, target, suspending: effect))
    }

    /// Leaves the state that returns this and enters several targets (UML 2.5.1, external transition).
    ///
    /// The state is left and entered again even if the targets are inside it. The targets are in different regions of
    /// an orthogonal state (a fork); regions without one are entered by default. The step waits for the effect.
    @inlinable @inline(__always) public static func to(
        _ first: Vertex<Top>, _ second: Vertex<Top>, _ others: Vertex<Top>...,
        @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.external, first, second, others, suspending: effect))
    }

    /// Enters `target` without leaving the state that returns this (UML 2.5.1, local transition).
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .lock: .local(to: light.off)  // the sound is left as it is
    ///         case .cancel: .to(superior.home)
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// In an orthogonal state only the regions that contain a target are affected. If the target is not inside the
    /// state, this means the same as `to`.
    @inlinable @inline(__always) public static func local(
        to target: Vertex<Top>, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    )
        -> Self
    {
        Self(RawReaction(.local, target, effect: effect))
    }

    /// Leaves everything inside the top state and enters the top by default: for every state but the top the same as
    /// `to`, as the top is not inside it.
    @inlinable @inline(__always) public static func local(
        to top: Top, @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.local, top, effect: effect))
    }

    /// Leaves everything inside the top state and enters the top by default: for every state but the top the same as
    /// `to`, as the top is not inside it. The step waits for the effect.
    @inlinable @inline(__always) public static func local(
        to top: Top, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, top, suspending: effect))
    }

    /// Enters several targets without leaving the state that returns this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that contain a target are affected. If a target is not inside the state,
    /// this means the same as `to`. The targets are in different regions of an orthogonal state (a fork); regions
    /// without one are entered by default.
    @inlinable @inline(__always) public static func local(
        to first: Vertex<Top>, _ second: Vertex<Top>, _ others: Vertex<Top>...,
        @_implicitSelfCapture effect: (() throws -> Void)? = nil
    ) -> Self {
        Self(RawReaction(.local, first, second, others, effect: effect))
    }

    /// Enters `target` without leaving the state that returns this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that contain a target are affected. If the target is not inside the
    /// state, this means the same as `to`. The step waits for the effect.
    @inlinable @inline(__always) public static func local(
        to target: Vertex<Top>, @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, target, suspending: effect))
    }

    /// Enters several targets without leaving the state that returns this (UML 2.5.1, local transition).
    ///
    /// In an orthogonal state only the regions that contain a target are affected. If a target is not inside the state,
    /// this means the same as `to`. The targets are in different regions of an orthogonal state (a fork); regions
    /// without one are entered by default. The step waits for the effect.
    @inlinable @inline(__always) public static func local(
        to first: Vertex<Top>, _ second: Vertex<Top>, _ others: Vertex<Top>...,
        @_implicitSelfCapture effect: @escaping () async throws -> Void
    ) -> Self {
        Self(RawReaction(.local, first, second, others, suspending: effect))
    }
}
