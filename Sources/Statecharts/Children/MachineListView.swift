public import Observation

/// What a user interface shows of a list of child machines: which there are, and a view of each.
///
///     @MainActor
///     static func titles(of downloads: Machine<Downloads>) -> [String] {
///         let view = MachineListView(\.queue.rows, of: downloads, initially: "") { row, _ in row.url }
///         return view.keys.compactMap { view[$0]?.value }
///     }
///
/// It is `Observable`: whoever reads ``keys``, ``count`` or a view of a key under `withObservationTracking`, as SwiftUI
/// does, is told when machines are added, end, or are made anew. As an asynchronous sequence the same is
/// `Observations { view.keys }`.
///
/// - What it shows: the list between two steps of the machine that owns it. Of a machine on the main actor that is so
///   from the beginning; of any other it is empty until the machine has been asked.
/// - Lifetime: the view keeps the machine that owns the list, and those in it that were asked for until it is asked for
///   one after they have left.
/// - Cost: a step of the owner that leaves the list as it is costs no more however long that is.
@MainActor
public final class MachineListView<Key: Hashable & Sendable, Inner: Statechart, Value: Equatable & Sendable> {
    private let rows: @MainActor () -> MachineRows<Key, Inner>
    private let makeView: @MainActor (Machine<Inner>) -> MachineView<Inner, Value>
    private var views: [Key: MachineView<Inner, Value>] = [:]
    /// The list whose views were kept.
    private var version = -1

    /// Makes a view at once.
    /// - Parameters:
    ///   - list: leads from the top to the list.
    ///   - machine: the machine that owns it, started or not.
    ///   - value: what the views of rows show until their machines have been asked.
    ///   - derive: what is to be shown of a row, asked on its machine's executor between two steps. Does not change
    ///     anything.
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

    /// How many there are.
    public var count: Int { rows().entries.count }

    /// The view of a key's machine; `nil` if there is none.
    ///
    /// It is the same object as long as the machine is. One that is made anew has a new view.
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
