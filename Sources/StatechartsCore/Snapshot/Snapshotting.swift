/// A chart with data of its own that belongs into a ``Snapshot``.
///
///     extension Thermometer: Snapshotting {
///         func save() -> Double { sum }
///         func restore(_ saved: Double) { sum = saved }
///     }
///
/// Usually the top state conforms, also that of an embedded chart; any other state that keeps data in properties of its
/// own may. ``Scoped`` properties of active states are saved without it if their type is `Codable`.
///
/// - Isolation: both methods are called on the isolation of the chart, between two steps.
public protocol Snapshotting: StateNode {
    /// The type of the data that ``save()`` answers.
    associatedtype Saved: Codable & Sendable

    /// The data as it is now. Called for every snapshot, whether the state is active or not; it changes nothing, and
    /// uses no ``Scoped`` property of a state that is not active: that is a ``SnapshotError`` with the code
    /// ``SnapshotError/Code/misused``.
    func save() -> Saved

    /// Takes over saved data.
    ///
    /// Called once while a machine or interpreter starts from a snapshot, before any state's `restored()`; the
    /// superior's first. Not called if the snapshot has no data for this state.
    ///
    /// No state is active yet, and ``Scoped`` properties have no values: they get theirs afterwards, initial ones,
    /// which may depend on these data, and then those of the snapshot. Using one here refuses the snapshot with a
    /// ``SnapshotError`` whose code is ``SnapshotError/Code/misused``. What has to be set is set in `restored()`.
    func restore(_ saved: Saved)

    /// The version of the chart; a snapshot of another version is refused unless it is migrated. 1 unless said
    /// otherwise.
    ///
    /// Only that of the machine's top state counts. Raise it when the meaning of saved data or events changes, when a
    /// ``Scoped`` property is renamed, added or removed, and when a port or a child is renamed or removed: then a
    /// migration is called. A change of the states is noticed without it.
    ///
    /// Of a class, a snapshot has the name, without its module and its generic arguments. Charts of one name whose
    /// states are the same, such as `Gauge<Meters>` and `Gauge<Feet>`, have to give different versions if the snapshot
    /// of one is to be refused by the other.
    static var snapshotVersion: Int { get }
}

extension Snapshotting {
    /// The first version, if the chart does not say another.
    public static var snapshotVersion: Int { 1 }

    package func saveTree() throws -> SnapshotValue { try SnapshotValue(encoding: save()) }

    /// Checks saved data and answers with what takes it over.
    package func restoration(of tree: SnapshotValue) throws -> () -> Void {
        let saved = try tree.decode(Saved.self)
        return { self.restore(saved) }
    }
}
