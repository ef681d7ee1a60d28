/// What a ``Snapshot`` does with a ``Scoped`` property of an active state.
///
///     @Scoped var digits: [Int] = []  // saved
///     @Scoped(.transient) var window = Window()  // made anew when the machine continues
public enum ScopedPersistence: Sendable, Hashable, BitwiseCopyable {
    /// The value is saved in the snapshot, and restored when a machine continues from it. Its type has to be `Codable`:
    /// in a chart whose top state is ``Snapshotting`` any other type is a ``ChartError`` with the code
    /// ``ChartError/Code/notSaved``, in other charts the snapshot lists the property in ``Snapshot/omitted``.
    case saved
    /// The value is never saved. When a machine continues, the property has its initial value, as after an entry. The
    /// snapshot lists it in ``Snapshot/omitted``.
    case transient
}

extension Scoped {
    /// Makes a property without a value, and says what snapshots do with it; `initial` is evaluated anew on each entry.
    public init(wrappedValue initial: @autoclosure @escaping () -> Value, _ persistence: ScopedPersistence) {
        self.init(wrappedValue: initial())
        anySlot.persistence = persistence
    }

    /// Makes a property whose initial value depends on its state, and says what snapshots do with it.
    ///
    ///     @Scoped(.transient, { (form: Form) in form.top.open() }) var window: Window
    /// - Parameters:
    ///   - persistence: what snapshots do with the value.
    ///   - initial: as for the initialiser without `persistence`.
    public init<Owner: StateNode>(_ persistence: ScopedPersistence, _ initial: @escaping (Owner) -> Value) {
        self.init(initial)
        anySlot.persistence = persistence
    }
}
