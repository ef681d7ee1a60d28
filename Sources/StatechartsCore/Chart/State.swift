/// A state: simple as long as it declares no substates, composite as soon as it does (UML 2.5.1, 14.2.3.4). A ``Fork``
/// or a ``Join`` that it declares does not count as a substate.
///
/// Subclass it with the class of the state above it and the class of the chart's top state:
///
///     final class Playing: State<On.Tape, Player> {
///         @Scoped var seconds = 0
///
///         override func entry() { every(.seconds(1), send: .tick) }  // until Playing is left
///         override func exit() { top.played += 1 }
///         override func handle(_ event: Event) -> Reaction {
///             switch event {
///             case .tick: .handled { seconds += 1 }
///             case .stop: .to(superior.stopped)
///             default: .unhandled  // up to the superior
///             }
///         }
///     }
///
/// A generic subclass whose `Top.Event` has to conform to a protocol is a piece of chart that several charts can use.
///
/// - Isolation: everything here is called on the isolation of the machine, one step at a time.
open class State<Superior: StateNode, Top: Statechart>: Subvertex<Superior, Top> {
    /// Makes a state that belongs to no machine yet.
    public override init() { super.init() }

    /// Decides what an event means to this state.
    ///
    /// Called when the state is active and no state inside it reacted. A handler decides and changes nothing: it may be
    /// called for a transition that is then preempted. What is to be done belongs in effects, `entry()` and `exit()`.
    /// - Returns: ``Reaction/unhandled`` to ask the superior, which is also what the method returns unless overridden.
    open override func handle(_ event: Top.Event) -> Reaction { .unhandled }

    /// Decides whether the state is left without an event (SCXML 3.13, eventless transitions).
    ///
    ///     override func always() -> Reaction {
    ///         top.readings.count == 3 ? .to(superior.ready) : .unhandled
    ///     }
    ///
    /// Asked after every microstep while the state is active, innermost states first, until nothing is enabled. More
    /// than 1,000 such microsteps in a row are an error that names the cycle.
    open func always() -> Reaction { .unhandled }

    /// Decides what follows when the state is complete (UML 2.5.1, 14.2.3.8.3, completion transitions).
    ///
    ///     override func completed() -> Reaction { .to(superior.ready) }  // what it ran has ended
    ///
    /// A simple state is complete once it has been entered and its activities have done their work, a composite when
    /// its active substate is a ``FinalState``, an orthogonal state when that holds in all regions. Asked once each
    /// time this happens, before any queued event.
    open func completed() -> Reaction { .unhandled }

    /// Decides what follows an error thrown by an action or activity of this state or of a state inside it.
    ///
    ///     override func failed(_ error: any Error) -> Reaction {
    ///         top.attempts < 3 ? .to(superior.loading) { top.attempts += 1 } : .unhandled  // then those above
    ///     }
    ///
    /// The innermost active state is asked first, then its superiors. If no state handles the error, the machine fails
    /// with it.
    open func failed(_ error: any Error) -> Reaction { .unhandled }

    /// A handler decides and does not wait: what takes time is an effect, or an activity.
    @available(
        *, unavailable,
        message:
            "a handler decides and does not wait: await in an effect, .handled { await … } or .to(target) { await … }, or in an activity, run { … }"
    )
    open func handle(_ event: Top.Event) async -> Reaction { .unhandled }

    override func reactAlways() -> RawReaction? { always().raw }
    override func reactToCompletion() -> RawReaction? { completed().raw }
    override func reactToFailure(_ error: any Error) -> RawReaction? { failed(error).raw }

    /// Declares what is inside this state; the first state is the initial substate.
    ///
    ///     override func configure() { substates(stopped, playing) }  // stopped is entered first
    ///
    /// To be called once, from ``StateNode/configure()``; elsewhere it is a mistake of the step.
    /// - Parameters:
    ///   - vertices: states and pseudostates, in document order.
    ///   - history: what a default entry resumes.
    public final func substates(_ vertices: Vertex<Top>..., history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: false)
    }

    /// Declares what is inside this state, with an initial substate other than the first.
    ///
    ///     override func configure() { substates(loud, muted, initial: startsMuted ? muted : loud, history: .shallow) }
    ///
    /// - Parameters:
    ///   - vertices: states and pseudostates, in document order.
    ///   - initial: the substate (or choice, junction, history) of a default entry, or one further inside (UML 2.5.1,
    ///     14.2.3.4.5); `nil` to rest on this state itself.
    ///   - history: what a default entry resumes.
    public final func substates(_ vertices: Vertex<Top>..., initial: Vertex<Top>?, history: HistoryKind = .none) {
        declare(vertices: vertices, initial: initial.map { .node($0) } ?? .none, history: history, regions: false)
    }

    /// Declares what is inside this state as an array, whose length is known only when the state is created; the first
    /// state is the initial substate.
    ///
    ///     let steps: [Step]
    ///     override func configure() { substates(steps) }
    ///
    /// Otherwise as with single arguments: to be called once, from ``StateNode/configure()``; elsewhere it is a mistake
    /// of the step. States of one class are named after the property that holds them, with a number: `steps1`,
    /// `steps2`.
    /// - Parameters:
    ///   - vertices: states and pseudostates, in document order.
    ///   - history: what a default entry resumes.
    public final func substates(_ vertices: [Vertex<Top>], history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: false)
    }

    /// Declares what is inside this state as an array, whose length is known only when the state is created, with an
    /// initial substate other than the first.
    ///
    /// - Parameters:
    ///   - vertices: states and pseudostates, in document order.
    ///   - initial: the substate (or choice, junction, history) of a default entry; `nil` to rest on this state itself.
    ///   - history: what a default entry resumes.
    public final func substates(_ vertices: [Vertex<Top>], initial: Vertex<Top>?, history: HistoryKind = .none) {
        declare(vertices: vertices, initial: initial.map { .node($0) } ?? .none, history: history, regions: false)
    }

    /// Only an ``OrthogonalState`` has regions. The result keeps this apart from the method there.
    @available(
        *, unavailable, message: "a State has no regions: derive from OrthogonalState, or declare substates(…)"
    )
    public final func regions(_ vertices: Vertex<Top>..., history: HistoryKind = .none) -> Never {
        trap("regions(…) was called in a State", "derive from OrthogonalState, or declare substates(…)")
    }
}

/// A state whose regions are all active together (UML 2.5.1, 14.2.3.2; SCXML `<parallel>`).
///
///     final class On: OrthogonalState<Player, Player> {
///         let tape = Tape(), sound = Sound()
///         override func configure() { regions(tape, sound) }  // both are active together
///
///         override func handle(_ event: Event) -> Reaction {
///             event == .power ? .to(superior.off) : .unhandled  // leaves both
///         }
///     }
open class OrthogonalState<Superior: StateNode, Top: Statechart>: State<Superior, Top> {
    /// Makes an orthogonal state that belongs to no machine yet.
    public override init() { super.init() }

    override var kind: VertexKind { .orthogonal }

    /// Declares the regions, in document order, and pseudostates that belong to the state as a whole (join, fork,
    /// history, entry and exit points).
    ///
    /// Each region is a ``State``. With a `history` all regions resume completely: the state has no single direct
    /// substate, so `.shallow` and `.deep` mean the same here.
    ///
    /// To be called once, from ``StateNode/configure()``; elsewhere it is a mistake of the step. Validation refuses
    /// `substates(…)` here.
    public final func regions(_ vertices: Vertex<Top>..., history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: true)
    }

    /// Declares the regions as an array, whose length is known only when the state is created.
    ///
    ///     let lamps: [Lamp]
    ///     init(_ count: Int) { lamps = (0..<count).map { _ in Lamp() } }
    ///     override func configure() { regions(lamps) }
    ///
    /// Otherwise as with single arguments. Pseudostates are added to the array: `regions(lamps + [allOn])`. Regions of
    /// one class are named after the property that holds them, with a number: `lamps1`, `lamps2`. Without any region
    /// the chart is refused at the start.
    public final func regions(_ vertices: [Vertex<Top>], history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: true)
    }
}

/// A state that completes the region it is in (UML 2.5.1, 14.2.3.6; SCXML `<final>`).
///
///     final class Login: TopState<Login.Event> {
///         enum Event { case typed(Character) }
///
///         let typing = Typing(), done = FinalState<Login, Login>()  // directly in the top: the chart is at its end
///         override func configure() { substates(typing, done) }
///
///         final class Typing: State<Login, Login> {
///             override func handle(_ event: Event) -> Reaction {
///                 switch event {
///                 case .typed(let key): key == "\n" ? .to(superior.done) : .handled
///                 }
///             }
///         }
///     }
///
/// Directly inside the top state it ends the machine.
open class FinalState<Superior: StateNode, Top: Statechart>: Subvertex<Superior, Top> {
    /// Makes a final state that belongs to no machine yet.
    public override init() { super.init() }
    override var kind: VertexKind { .final }
}
