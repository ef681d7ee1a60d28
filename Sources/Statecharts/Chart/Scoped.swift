/// Extended state that lives exactly as long as its state is active.
///
///     final class Downloading: State<Item, Item> {
///         @Scoped var progress = 0.0
///         …
///     }
///
/// The initial value is made each time the state is entered, before `entry()`, and destroyed each time it is left, after
/// `exit()`; a self transition therefore starts afresh. Outside that time there is no value: reading or
/// writing it traps and says so.
///
/// Works in any state class, in stored properties of the class itself or of its superclasses.
@propertyWrapper
public struct Scoped<Value> {
    private let slot: ScopedValue<Value>

    /// Makes a property without a value; `initial` is evaluated anew on each entry.
    public init(wrappedValue initial: @autoclosure @escaping () -> Value) {
        slot = ScopedValue(initial)
    }

    /// The value of the current activation of the state. Traps while the state is not active.
    public var wrappedValue: Value {
        get {
            guard let value = slot.value else { slot.absent() }
            return value
        }
        nonmutating _modify {
            guard var value = slot.value.take() else { slot.absent() }
            defer { slot.value = value }
            yield &value
        }
    }

    var anySlot: ScopedSlot { slot }
}

/// A scoped property as the engine sees it.
class ScopedSlot {
    /// The state and property, for the message of a trap.
    var label = "a scoped property"
    func fill() {}
    func empty() {}
    /// The value as it goes into a snapshot, `nil` if its type is not `Codable`.
    func save() throws -> SnapshotValue? { nil }
    /// Checks a saved value and answers with what puts it in.
    func restoration(of tree: SnapshotValue) throws -> (() -> Void)? { nil }

    func absent() -> Never {
        trap(
            "\(label) was used while its state is not active",
            "use it from the state's own actions, handlers and substates")
    }
}

private final class ScopedValue<Value>: ScopedSlot {
    let initial: () -> Value
    var value: Value?

    init(_ initial: @escaping () -> Value) { self.initial = initial }
    override func fill() { value = initial() }
    override func empty() { value = nil }
    override func save() throws -> SnapshotValue? { try value.flatMap { try DynamicCoding.tree(of: $0) } }
    override func restoration(of tree: SnapshotValue) throws -> (() -> Void)? {
        try DynamicCoding.value(Value.self, from: tree).map { saved in { self.value = saved } }
    }
}

/// Lets a walk over stored properties find scoped ones of any type.
protocol ScopedProperty {
    var anySlot: ScopedSlot { get }
}

extension Scoped: ScopedProperty {}

extension StateNode {
    /// All scoped properties of this object, those of superclasses first.
    final func scopedSlots() -> [ScopedSlot] {
        var slots: [ScopedSlot] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            var own: [ScopedSlot] = []
            for child in current.children {
                if let property = child.value as? any ScopedProperty {
                    let slot = property.anySlot
                    let name = child.label.map { String($0.drop { $0 == "_" }) } ?? "a scoped property"
                    slot.label = "\(ClassFacts.of(Swift.type(of: self)).name).\(name)"
                    own.append(slot)
                }
            }
            slots = own + slots
            mirror = current.superclassMirror
        }
        return slots
    }
}
