/// A vertex that transitions pass through and never rest on (UML 2.5.1, 14.2.3.7).
///
/// - Important: Give each vertex that is made with a closure a declaration of its own. For several stored properties in
///   one declaration (`let first = … { … }, second = … { … }`) Swift 6.3 silently uses the first closure for all of
///   them.
open class Pseudostate<Superior: StateNode, Top: Statechart>: Subvertex<Superior, Top> {
    /// The closure that a pseudostate is made with: it gets the superior and returns a reaction.
    public typealias Branch = (Superior) -> StatechartsCore.Reaction<Top>
}

/// A branch that is decided when it is reached, after the exits and effects so far (UML 2.5.1, choice).
///
///     let size = Choice<Loader, Loader> { loader in
///         loader.text.isEmpty ? .to(loader.idle) { loader.attempts += 1 } : .to(loader.ready)
///     }
///
/// Every branch has to lead somewhere: returning `.unhandled`, `.handled` or `.deferred` fails the machine's step with
/// a ``StepError``.
open class Choice<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let decide: Branch?
    /// Makes a choice for subclasses that override ``choose()``.
    public override init() { decide = nil }
    /// Makes a choice from a closure that gets the superior and returns `.to(…)`.
    public init(_ decide: @escaping Branch) { self.decide = decide }
    /// Decides where the transition continues. Called once each time the choice is reached.
    open func choose() -> Reaction { decide?(superior) ?? .unhandled }
    override var kind: VertexKind { .choice }
    /// A subclass overrides `choose()`.
    override var hasContinuation: Bool { decide != nil || type(of: self) != Choice<Superior, Top>.self }
    override func branch() -> RawReaction? { choose().raw }
}

/// A branch that is decided before anything is left (UML 2.5.1, junction).
///
///     let gate = Junction<App, App> { app in
///         app.isTrusted ? .to(app.session) : .unhandled  // then the transition that leads here is not taken
///     }
///
/// If it returns `.unhandled`, the transition that leads to it is not enabled, and the superior of the state that
/// answered with this transition is asked. So it is with `.handled` and `.deferred`, which lead nowhere either. As the
/// initial substate of a composite it is decided when the composite is entered.
open class Junction<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let decide: Branch?
    /// Makes a junction for subclasses that override ``choose()``.
    public override init() { decide = nil }
    /// Makes a junction from a closure that gets the superior and returns `.to(…)` or `.unhandled`.
    public init(_ decide: @escaping Branch) { self.decide = decide }
    /// Decides where the transition continues, without changing anything: the transition might not be taken.
    open func choose() -> Reaction { decide?(superior) ?? .unhandled }
    override var kind: VertexKind { .junction }
    /// A subclass overrides `choose()`.
    override var hasContinuation: Bool { decide != nil || type(of: self) != Junction<Superior, Top>.self }
    override func branch() -> RawReaction? { choose().raw }
}

/// A way into several regions at once (UML 2.5.1, fork).
///
///     let both = Fork<App, App> { app in [app.session.sound.on, app.session.light.dimmed] }
///
/// The targets are in different regions of one orthogonal state, which validation checks; other regions are entered by
/// default. Any state may declare it, even one without substates:
///
///     final class Locked: State<App, App> {
///         let back = Fork<Locked, App> { [$0.top.session.sound.on, $0.top.session.light.bright] }
///         override func configure() { substates(back) }  // Locked stays a simple state
///         override func handle(_ event: Event) -> Reaction { event == .resume ? .to(back) : .unhandled }
///     }
public final class Fork<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let targets: (Superior) -> [Vertex<Top>]
    /// Makes a fork with its targets; the closure gets the superior and always returns the same ones.
    public init(_ targets: @escaping (Superior) -> [Vertex<Top>]) { self.targets = targets }
    override var kind: VertexKind { .fork }
    override func fixedVertices() -> [StateNode] { targets(superior) }
}

/// A way out of several regions at once, taken as soon as all its sources are active (UML 2.5.1, join).
///
///     let over = Join<Session, App>(from: { [$0.sound.off, $0.light.off] }, to: { .to($0.top.home) })
///
/// It is asked like an eventless transition of its superior: after every microstep, even if a source became active by
/// entry. With `on: .reaction` it waits for a handler to return `.to(join)`, which is enabled only while all sources
/// are active. All sources are left, wherever the join leads.
///
/// Its superior is a state around all sources, or any state that can be active together with them, such as one of the
/// sources. This may be a simple state, without substates:
///
///     final class Dimmed: State<Light, App> {
///         let asleep = Join<Dimmed, App>(from: { [$0, $0.top.session.sound.off] }, to: { .to($0.top.locked) })
///         override func configure() { substates(asleep) }
///     }
public final class Join<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    /// When a join is taken.
    public enum Trigger: Sendable, Hashable {
        /// That all sources are active.
        case sources
        /// A reaction that has the join as its target, while all sources are active.
        case reaction
    }
    private let sources: (Superior) -> [Vertex<Top>]
    private let next: Branch
    let trigger: Trigger

    /// Makes a join.
    /// - Parameters:
    ///   - sources: states in different regions of one orthogonal state, which can be active together with the
    ///     superior; the closure always returns the same ones.
    ///   - trigger: what triggers the join.
    ///   - next: where it leads, with an effect if needed; `.unhandled` as long as a guard forbids it.
    public init(
        from sources: @escaping (Superior) -> [Vertex<Top>], on trigger: Trigger = .sources, to next: @escaping Branch
    ) {
        self.sources = sources
        self.trigger = trigger
        self.next = next
    }
    override var kind: VertexKind { .join }
    override var isAutomaticJoin: Bool { trigger == .sources }
    override func fixedVertices() -> [StateNode] { sources(superior) }
    override func branch() -> RawReaction? { next(superior).raw }
}

/// A target that resumes the direct substate that was active when the superior was left (UML 2.5.1, shallowHistory).
///
///     let past = ShallowHistory<Light, App> { light in light.dimmed }  // dimmed if there is no past
///     override func configure() { substates(bright, dimmed, off, past) }
///
/// If the superior has never been left, or had reached its final state, the default is entered; without a default, that
/// is the superior's initial substate.
public final class ShallowHistory<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let fallback: ((Superior) -> Vertex<Top>)?
    /// Makes a history whose default is the superior's initial substate.
    public override init() { fallback = nil }
    /// Makes a history with a default; the closure gets the superior and always returns the same vertex.
    public init(default fallback: @escaping (Superior) -> Vertex<Top>) { self.fallback = fallback }
    override var kind: VertexKind { .shallowHistory }
    override func fixedVertices() -> [StateNode] { fallback.map { [$0(superior)] } ?? [] }
}

/// A target that resumes everything that was active inside the superior when it was left (UML 2.5.1, deepHistory).
///
///     let past = DeepHistory<Session, App>()  // .to(top.session.past) resumes what was active inside
///
/// Defaults are as for ``ShallowHistory``.
public final class DeepHistory<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let fallback: ((Superior) -> Vertex<Top>)?
    /// Makes a history whose default is the superior's initial substate.
    public override init() { fallback = nil }
    /// Makes a history with a default; the closure gets the superior and always returns the same vertex.
    public init(default fallback: @escaping (Superior) -> Vertex<Top>) { self.fallback = fallback }
    override var kind: VertexKind { .deepHistory }
    override func fixedVertices() -> [StateNode] { fallback.map { [$0(superior)] } ?? [] }
}

/// A named way into a composite, which hides what is inside (UML 2.5.1, entryPoint).
///
///     let urgent = EntryPoint<Dialog, App> { dialog in [dialog.second] }
///
/// A transition to it names the point, not the inner state. Several targets fork into regions.
public final class EntryPoint<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private let targets: (Superior) -> [Vertex<Top>]
    /// Makes an entry point with its targets inside; the closure gets the superior and always returns the same ones.
    public init(_ targets: @escaping (Superior) -> [Vertex<Top>]) { self.targets = targets }
    override var kind: VertexKind { .entryPoint }
    override func fixedVertices() -> [StateNode] { targets(superior) }
}

/// A named way out of a composite (UML 2.5.1, exitPoint).
///
/// States inside return `.to(superior.cancelled)`; where that leads is said once, by the composite or by a state around
/// it:
///
///     let cancelled = ExitPoint<Dialog, App>()  // where it leads says the configure() of the state above
///
/// The composite is left, the effect of the inner transition runs, then the effect given to `leads(asking:_:)`.
public final class ExitPoint<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    private var next: Branch?
    private var outer: (() -> StatechartsCore.Reaction<Top>)?
    private var outerVertex: WayOut?
    /// Makes an exit point; validation requires a call of ``leads(to:)`` or ``leads(asking:_:)`` somewhere.
    public override init() { next = nil }
    /// Makes an exit point that knows where it leads; the closure gets the composite and returns `.to(…)`.
    public init(_ next: @escaping Branch) { self.next = next }
    /// Says where the point leads, in place of what it was made with.
    ///
    /// To be called from a `configure()` above; the last call counts.
    /// - Parameter target: a vertex of the same chart, which is not retained: the chart holds it.
    public func leads(to target: Vertex<Top>) {
        outerVertex = WayOut(target, isAsked: false)
        outer = { [weak target] in .to(target ?? Vertex()) }
    }
    /// Asks a state above each time where the point leads, in place of what it was made with.
    ///
    ///     dialog.cancelled.leads(asking: self) { app in
    ///         app.isGuest ? .to(app.locked) : .to(app.home) { app.cancelled += 1 }
    ///     }
    ///
    /// To be called from a `configure()` above; the last call counts.
    /// - Parameters:
    ///   - superior: the state that calls this, which is not retained: the chart holds it.
    ///   - next: gets that state and returns `.to(…)`. As a `Sendable` closure it cannot capture a state, which would
    ///     keep the chart alive for ever.
    public func leads<Above: StateNode>(
        asking superior: Above, _ next: @escaping @Sendable (Above) -> StatechartsCore.Reaction<Top>
    ) {
        outerVertex = WayOut(superior, isAsked: true)
        outer = { [weak superior] in superior.map(next) ?? .to(Vertex()) }
    }
    /// Without `asking:` the closure would capture a state, which keeps the chart for ever.
    @available(
        *, unavailable,
        message: "use leads(to: home), or leads(asking: self) { superior in … }, which keep no state alive"
    )
    public func leads(_ next: @escaping () -> StatechartsCore.Reaction<Top>) { outer = next }
    override var kind: VertexKind { .exitPoint }
    override var hasContinuation: Bool { next != nil || outer != nil }
    override var wayOut: WayOut? { outerVertex }
    override func branch() -> RawReaction? { (outer?() ?? next?(superior))?.raw }
}

/// What a state above has said of where an exit point leads: the vertex that it leads to, or the state that is asked.
/// The chart holds it. One that is in no chart may be gone; a target that is gone is told as one of no machine.
struct WayOut {
    private(set) weak var vertex: StateNode?
    let isAsked: Bool
    private let type: StateNode.Type

    init(_ vertex: StateNode, isAsked: Bool) {
        self.vertex = vertex
        self.isAsked = isAsked
        type = Swift.type(of: vertex)
    }

    var className: String { ClassInfo.of(type).name }
}

/// Ends the machine at once (UML 2.5.1, terminate).
///
///     override func handle(_ event: Event) -> Reaction {
///         switch event {
///         case .quit: .to(superior.crash)  // a Terminate: at once, without exits
///         case .open: .to(superior.dialog.urgent)  // an EntryPoint: Home knows nothing of what is inside
///         case .resume: .to(superior.session.past)  // a DeepHistory: as it was left
///         default: .unhandled
///         }
///     }
///
/// The transition that leads here is taken, with its exits and effects; no other state is exited, and activities are
/// cancelled.
public final class Terminate<Superior: StateNode, Top: Statechart>: Pseudostate<Superior, Top> {
    /// Makes a terminate pseudostate.
    public override init() { super.init() }
    override var kind: VertexKind { .terminate }
}
