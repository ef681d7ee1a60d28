public import Observation

/// What a user interface shows of a list of child machines: which machines it has, and a view of each.
///
///     @MainActor
///     static func titles(of downloads: Machine<Downloads>) -> [String] {
///         let view = MachineListView(\.queue.rows, of: downloads, initially: "") { row, _ in row.url }
///         return view.keys.compactMap { view[$0]?.value }
///     }
///
/// It is `Observable`: code that reads ``keys``, ``count`` or the view of a key under `withObservationTracking`, as
/// SwiftUI does, is notified when machines are added, end, or are restarted. As an asynchronous sequence, this is
/// `Observations { view.keys }`.
///
/// - What it shows: the list between two steps of the machine that owns it. If that machine is on the main actor, the
///   list is shown from the beginning; otherwise it is empty until the machine has been asked.
/// - Lifetime: the view keeps the machine that owns the list, and those in it whose views were asked for; one that has
///   left the list is kept until a view is asked for the next time.
/// - Cost: a step of the owner that does not change the list costs no more, however long the list is.
@MainActor
public final class MachineListView<Key: Hashable & Sendable, Inner: Statechart, Value: Equatable & Sendable> {
    private let rows: @MainActor () -> MachineRows<Key, Inner>
    private let makeView: @MainActor (Machine<Inner>) -> MachineView<Inner, Value>
    private var views: [Key: MachineView<Inner, Value>] = [:]
    /// The list whose views were kept.
    private var version = -1

    /// Makes a view without waiting.
    /// - Parameters:
    ///   - list: leads from the top to the list.
    ///   - machine: the machine that owns it, started or not.
    ///   - value: what the views of rows show until their machines have been asked.
    ///   - derive: makes what is shown of a row, on the executor of the row's machine, between two steps. It must not
    ///     change anything.
    public init<Top: Statechart, Owner: ChildOwner>(
        _ list: any KeyPath<Top, ChildMachines<Owner, Key, Inner>> & Sendable, of machine: Machine<Top>,
        initially value: Value, _ derive: @escaping @Sendable (Inner, Configuration) -> Value
    ) {
        let view = MachineView(machine, initially: MachineRows<Key, Inner>()) { top, _ in top[keyPath: list].rows }
        rows = { view.value }
        makeView = { MachineView($0, initially: value, derive) }
    }

    /// The keys, in the order in which they were added.
    public var keys: [Key] { rows().entries.all.map(\.key) }

    /// The number of machines.
    public var count: Int { rows().entries.count }

    /// The view of a key's machine; `nil` if there is none.
    ///
    /// It is the same object as long as the machine is the same: a child that is restarted has a new view.
    public subscript(key: Key) -> MachineView<Inner, Value>? {
        let rows = rows()
        if version != rows.version {
            version = rows.version
            views = views.filter { key, view in rows.entries[key] === view.machine }
        }
        guard let machine = rows.entries[key] else { return nil }
        if let known = views[key] { return known }
        let made = makeView(machine)
        views[key] = made
        return made
    }
}

extension MachineListView: Observable {}

/// The machines of a list at one time.
struct MachineRows<Key: Hashable & Sendable, Inner: Statechart>: Sendable, Equatable {
    /// Grows with every change of the list.
    var version = 0
    var entries = OrderedEntries<Key, Machine<Inner>>()

    static func == (a: Self, b: Self) -> Bool { a.version == b.version }
}
