/// Extended state that lives exactly as long as its state is active.
///
///     final class Form: State<Contacts, Contacts> {
///         @Scoped var isComplete = false  // made anew on each entry, destroyed after exit
///         @Scoped(\Form.top.lastName) var lastName: String
///         @Scoped({ (form: Form) in form.top.drafts.count + 1 }) var number: Int
///
///         override func handle(_ event: Event) -> Reaction {
///             switch event {
///             case .typed: .handled { isComplete = true }
///             case .again: .to(self)  // false again
///             }
///         }
///     }
///
/// The initial value is created each time the state is entered, before `entry()`, and destroyed each time it is left,
/// after `exit()`; a self transition therefore starts afresh. Outside that time there is no value.
///
/// Using it then is a mistake of the step: reading gives a fresh initial value, what is written is dropped, and the
/// step gets a ``StepError`` with the code ``StepError/Code/notActive``, which is offered to `failed(_:)` and fails the
/// machine if no state handles it. The usual case is an effect: when it runs, the transition has left its source.
///
///     override func handle(_ event: Event) -> Reaction {
///         switch event {
///         case .retry: .local(to: waiting) { attempts += 1 }  // .to(waiting) would leave the state first
///         case .done: .to(superior.idle) { [attempts] in top.log.append(attempts) }  // taken before it is left
///         default: .unhandled
///         }
///     }
///
/// Code that looks at the chart between two steps has no step to fail. ``Machine/withTop(_:)`` throws the error, a
/// `TestMachine` reports it, a machine that a ``MachineView`` shows fails with it. Where there is nothing to report it
/// to, this traps: in an ``Interpreter`` between two steps, and while no machine runs the chart.
///
/// Works in any state class, in stored properties of the class itself or of its superclasses. If the initial value
/// depends on the data of the chart, a key path or a closure gets the state itself, as for `lastName` and `number`.
///
/// An effect runs before its target is entered, so it cannot set a scoped property of the target. Instead it sets a
/// property of a state around both, or of the top, from which the target takes its initial value.
///
/// - Isolation: that of the machine, like the state's.
@propertyWrapper
public struct Scoped<Value> {
    private let slot: ScopedValue<Value>

    /// Makes a property without a value; `initial` is evaluated anew on each entry.
    public init(wrappedValue initial: @autoclosure @escaping () -> Value) {
        slot = ScopedValue(of: StateNode.self) { _ in initial() }
    }

    /// Makes a property whose initial value depends on its state; `initial` is called anew on each entry.
    ///
    /// By then the superior's scoped properties have their values, and so have those of the state itself that were
    /// declared before this one.
    /// - Parameter initial: gets the state that has the property; a closure names its class:
    ///   `{ (form: Form) in form.top.name }`. Any class but the one that has the property, or a superclass of it, is a
    ///   ``ChartError``.
    public init<Owner: StateNode>(_ initial: @escaping (Owner) -> Value) {
        slot = ScopedValue(of: Owner.self) { ($0 as? Owner).map(initial) }
    }

    /// The value of the state's current activation; while the state is not active, a fresh one, and a mistake of the
    /// step.
    public var wrappedValue: Value {
        get {
            guard let value = slot.value else { return slot.substitute() }
            return value
        }
        nonmutating _modify {
            guard var value = slot.value.take() else {
                var dropped = slot.substitute()
                yield &dropped
                return
            }
            defer { slot.value = value }
            yield &value
        }
    }

    package var anySlot: ScopedSlot { slot }
}

/// A scoped property as the engine sees it.
package class ScopedSlot {
    /// The name of the property, without the state; known, as the three below, from when the chart is put together.
    package final fileprivate(set) var name = "a scoped property"
    /// How many of the state's scoped properties stand before it.
    package final fileprivate(set) var position = 0
    /// The class of the state that has the property.
    fileprivate final var ownerClass: String?
    /// The state that has the property, which holds this.
    unowned var owner: StateNode?
    /// What is wrong with it as a property of the state, if anything.
    func fault(in node: StateNode) -> Fault? { nil }

    enum Fault {
        /// The initial value is asked of another class.
        case valueOf(String)
        /// The child machine is one of another class.
        case childOf(String)
    }

    /// What snapshots do with the value.
    package var persistence = ScopedPersistence.saved
    package var isCodable: Bool { false }
    /// The type of the value, for people.
    package var typeName: String { "" }
    package func fill() {}
    package func empty() {}
    /// The value as it goes into a snapshot, `nil` if its type is not `Codable`.
    package func save() throws -> SnapshotValue? { nil }
    /// Checks a saved value and answers with what puts it in.
    package func restoration(of tree: SnapshotValue) throws -> (() -> Void)? { nil }
    /// The value as it is, if there is one; and a value of the same type put in its place.
    package var present: Any? { nil }
    package func put(_ value: Any) {}
    /// Whether the value is an object, so that a copy of it would be the same.
    package var isReference: Bool { false }

    /// The state and property, for messages.
    package final var label: String { ownerClass.map { "\($0).\(name)" } ?? name }

    /// Says that the property was used while there is no value.
    final func reportMissingValue() {
        guard let owner, let engine = owner.engine else {
            trap(
                "\(label) was used while no machine runs this chart",
                "use it from the state's own actions, handlers and substates, after start()")
        }
        engine.reportMissingValue(of: name, of: owner.index)
    }
}

private final class ScopedValue<Value>: ScopedSlot {
    /// Answers `nil` only for a state that the property is not for, which validation refuses.
    private let initial: (StateNode) -> Value?
    private let unsuited: (StateNode) -> String?
    var value: Value?
    /// Whether the initial value is being made.
    private var isMaking = false

    init<Owner: StateNode>(of owner: Owner.Type, _ initial: @escaping (StateNode) -> Value?) {
        self.initial = initial
        unsuited = { $0 is Owner ? nil : ClassInfo.of(Owner.self).name }
    }

    override func fault(in node: StateNode) -> Fault? { unsuited(node).map { .valueOf($0) } }
    override package var isCodable: Bool { Value.self is any Codable.Type }
    override var typeName: String { "\(Value.self)" }
    override func fill() { value = make() }

    private func make() -> Value? {
        isMaking = true
        defer { isMaking = false }
        return owner.flatMap(initial)
    }

    /// What stands for the value that is not there: a fresh one, of which nothing is kept.
    @inline(never)
    func substitute() -> Value {
        reportMissingValue()
        guard !isMaking, let value = make() else {
            trap("the initial value of \(label) asks for itself", "let it depend on other data")
        }
        return value
    }

    override func empty() { value = nil }
    override var present: Any? { value }
    override func put(_ value: Any) { self.value = value as? Value }
    override var isReference: Bool { Value.self is AnyObject.Type }
    override func save() throws -> SnapshotValue? { try value.flatMap { try DynamicCoding.tree(of: $0) } }
    override func restoration(of tree: SnapshotValue) throws -> (() -> Void)? {
        try DynamicCoding.value(Value.self, from: tree).map { saved in { self.value = saved } }
    }
}

/// Lets a walk over stored properties find scoped ones of any type.
package protocol ScopedProperty {
    var anySlot: ScopedSlot { get }
}

extension Scoped: ScopedProperty {}

extension StateNode {
    /// All scoped properties of this object, those of superclasses first.
    final func scopedSlots() -> [ScopedSlot] {
        let stored = StoredProperty.all(of: self).compactMap { property in
            (property.value as? any ScopedProperty).map { (slot: $0.anySlot, label: property.label) }
        }
        return stored.enumerated().map { position, property in
            let slot = property.slot
            let name = property.label.drop { $0 == "_" }
            slot.ownerClass = ClassInfo.of(Swift.type(of: self)).name
            if !name.isEmpty { slot.name = String(name) }
            slot.position = position
            slot.owner = self
            return slot
        }
    }
}
