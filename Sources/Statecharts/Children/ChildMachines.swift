/// Child machines of one kind, any number of them, each known by a key.
///
///     final class Queue: State<Downloads, Downloads> {
///         let rows = ChildMachines(of: Queue.self, limit: 100) { queue, url in Row(url: url, disk: queue.top.disk) }
///             .on(\.progress) { url, part in .progress(url, part) }
///             .done(\.size) { url, size in .done(url, size) }
///
///         override func configure() { children(rows) }
///
///         override func handle(_ event: Event) -> Reaction {
///             switch event {
///             case .add(let url): .handled { rows.add(url) }
///             case .cancel(let url): .handled { rows.remove(url) }
///             case .pauseAll: .handled { rows.postToAll(.pause) }
///             default: .unhandled
///             }
///         }
///     }
///
/// It is stored in a property of the state and named in `configure()`. Each machine lives as a ``Child`` does: it is
/// made when it is added, begins when the step is over, and is stopped when it is removed or the state is left; what it
/// sends after that is discarded. A machine that has come to its end is no longer in the list when the event for its
/// end is handled. Another one of the same key may then be added; it begins when the previous one has ended.
///
/// All that are in the list are in a ``Snapshot`` of the machine that owns them; for that, the key has to be `Codable`.
/// A machine that continues has them all, even if its `limit` is smaller.
///
/// - Isolation: that of the state; the machines may be used from anywhere.
public final class ChildMachines<Owner: ChildOwner, Key: Hashable & Sendable, Inner: Statechart>: DeclaredChildren {
    @usableFromInline typealias Seat = ChildSeat<Owner, Key, Inner>

    /// The most machines that there may be at a time for ``add(_:)`` to add one: if a snapshot has more, all of them
    /// continue, and none is added as long as there are so many.
    public let limit: Int
    let declaration: ChildDeclaration<Owner, Key, Inner>
    @usableFromInline var seats = OrderedEntries<Key, Seat>()
    /// The machines, for views: made when they are asked for after a change.
    private var shown = MachineRows<Key, Inner>()
    private var hasChanged = false
    /// Those that are to end, as long as they may not have.
    @usableFromInline var leaving = LeavingChildren<Key>()
    override var entrySlot: EntrySlot { slot }
    private lazy var slot = EntrySlot(
        facts: { [weak self] in self?.declaration.facts }, enter: { _ in }, leave: { [unowned self] in leave() },
        restorer: ChildRestorer { [unowned self] in try restoration(of: $0, $1, migrate: $2) },
        unsuited: { $0 is Owner ? nil : ClassInfo.of(Owner.self).name }, keys: { [unowned self] in keys })

    /// Declares children of a state, of which there are none when the state is entered.
    /// - Parameters:
    ///   - owner: the class of the state.
    ///   - limit: the most that there may be at a time; below 1 the state's machine does not start, with
    ///     ``ChartError/Code/wrongDeclaration``.
    ///   - stopWithin: how long the end of a machine is waited for at most once it is stopped, by the machine's clock.
    ///     Below zero the state's machine does not start either.
    ///   - make: makes a chart from the state and the key.
    @inlinable
    public convenience init(
        of owner: Owner.Type, limit: Int = .max, stopWithin: Duration = .seconds(5),
        _ make: @escaping @Sendable (Owner, Key) -> sending Inner
    ) { self.init(limit, stopWithin, make, runCompiled: { machine, work in machine.perform(work) }) }

    @usableFromInline
    init(
        _ limit: Int, _ stopWithin: Duration, _ make: @escaping @Sendable (Owner, Key) -> sending Inner,
        runCompiled: @escaping Machine<Inner>.RunCompiled
    ) {
        self.limit = limit
        declaration = ChildDeclaration(stopWithin, make, runCompiled)
        declaration.facts.keys = Key.self
        if limit < 1 {
            declaration.facts.faults.append(
                .init("a limit of \(limit), so that there is never one", fix: "give a limit of at least 1"))
        }
        super.init()
        declaration.list = ChildListing(
            changed: { [weak self] in self?.noteChange() },
            ended: { [weak self] seat in self?.forget(seat) },
            place: { [weak self] in self?.seats.place(of: $0) ?? 0 })
    }

    // MARK: The list

    /// The number of machines.
    public var count: Int { seats.count }

    /// The keys, in the order in which they were added.
    public var keys: [Key] { seats.all.map(\.key) }

    /// The machine of a key.
    public subscript(key: Key) -> Machine<Inner>? { seats[key]?.seenMachine }

    /// The machines as they are now.
    var rows: MachineRows<Key, Inner> {
        guard hasChanged else { return shown }
        hasChanged = false
        shown = MachineRows(version: shown.version + 1)
        for (key, machine) in self { shown.entries.add(key, machine) }
        return shown
    }

    /// The machines shown so far are not kept: views have copies.
    private func noteChange() {
        if hasChanged { return }
        hasChanged = true
        let outdated = shown.entries
        shown.entries = OrderedEntries()
        withExtendedLifetime(outdated) {}
    }

    /// Makes a machine, which begins when the step is over.
    ///
    /// Call it while the state is active, like `run`; otherwise it is a mistake of the step.
    /// - Returns: `false` if there is a machine of this key, if there are as many as there may be, or if the closure
    ///   that makes the chart has removed the key again; also if a closure that makes a chart of a snapshot again calls
    ///   this: then the children are those of the snapshot.
    @discardableResult
    @inlinable
    public func add(_ key: Key) -> Bool {
        guard let (owner, services) = servicesToAdd, seats.count < limit, seats[key] == nil else { return false }
        let seat = addSeat(key)
        begin(seat, of: owner, services)
        return !seat.isLeft
    }

    /// The state and what it has under way; `nil` if no machine may be added now.
    @usableFromInline var servicesToAdd: (owner: Owner, services: Services)? {
        guard let node = entrySlot.node, let owner = node as? Owner,
            let services = node.engine?.services(for: node.index, "add(_:)", list: entrySlot.name),
            !services.isTakingOver
        else { return nil }
        return (owner, services)
    }

    @inlinable
    func addSeat(_ key: Key) -> Seat {
        let seat = makeSeat(key, after: leaving.take(key))
        seats.add(key, seat)
        return seat
    }

    @usableFromInline
    func makeSeat(_ key: Key, after former: ChildLife?) -> Seat { Seat(key, declaration, after: former) }

    @usableFromInline
    func begin(_ seat: Seat, of owner: Owner, _ services: Services) { seat.begin(of: owner, in: entrySlot, services) }

    /// It has ended and is not started again.
    private func forget(_ seat: Seat) {
        guard seats[seat.key] === seat else { return }
        // Nobody else parts it from the ports of the chart: it is no row any more when the state is left.
        seats.remove(seat.key)?.leave()
        noteChange()
    }

    private func restoration(
        of saved: Snapshot.Activity, _ child: Snapshot.Child, migrate: Snapshot.Migration?
    ) throws -> ChildRestorer.Admitted {
        let saved = try SavedChild<Inner>(saved.number, child, migrate: migrate)
        let key = try child.decodedKey(Key.self)
        return ChildRestorer.Admitted(key: key) { [unowned self] in
            guard let owner = entrySlot.node as? Owner, let services = owner.engine?.servicesMakingThem() else {
                return
            }
            addSeat(key).resume(saved, of: owner, in: entrySlot, services)
        }
    }

    /// Where the machine of a key is in the chart of its owner: `Queue/rows[3]`.
    package func path(of key: Key) -> String { ChildPath.of("\(entrySlot.name)[\(key)]", in: entrySlot.node) }

    /// Its chart, where it runs in a ``SimulatedWorld``.
    package func simulatedChart(_ key: Key) -> Inner? { seats[key]?.simulated?.simulation.top }

    /// Stops a machine and removes it, without waiting for its end. What it still sends is discarded.
    /// - Returns: `false` if there is no machine of this key. In a handler that ``Machine/accepts(_:)`` only asks, this
    ///   does nothing and returns `false`, as ``add(_:)`` does.
    @discardableResult
    @inlinable
    public func remove(_ key: Key) -> Bool {
        guard !isLookedAt, let seat = seats.remove(key) else { return false }
        cancel(seat)
        part(key, seat)
        return true
    }

    /// Whether a handler is only asked what would come of an event.
    @usableFromInline var isLookedAt: Bool { entrySlot.node?.engine?.isLookedAt ?? false }

    @usableFromInline
    func cancel(_ seat: Seat) {
        guard let node = entrySlot.node, let services = node.engine?.presentServices else { return }
        services.cancel(seat.number, of: node.index)
    }

    /// The state has been left, which has stopped all.
    private func leave() {
        let former = seats.all
        seats = OrderedEntries()
        for (key, seat) in former { part(key, seat) }
    }

    @inlinable
    func part(_ key: Key, _ seat: Seat) {
        seat.leave()
        if let life = seat.life { leaving.add(key, life) }
    }
}

extension ChildMachines: Sequence {
    /// The keys and machines, in the order in which they were added; none where children are simulated: see ``keys``.
    public func makeIterator() -> IndexingIterator<[(key: Key, machine: Machine<Inner>)]> {
        seats.all.compactMap { key, seat in seat.machine.map { (key, $0) } }.makeIterator()
    }
}
