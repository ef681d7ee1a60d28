/// A child of a snapshot, checked as far as it can be before its chart is made.
struct SavedChild<Inner: Statechart>: Sendable {
    let number: UInt64
    let life: Snapshot.Child.Life
    let restarts: Snapshot.Child.Restarts?
    /// What was posted to one that has not begun.
    let queued: [Inner.Event]
    let migrate: Snapshot.Migration?

    init(_ number: UInt64, _ child: Snapshot.Child, migrate: Snapshot.Migration?) throws {
        try child.admit(Inner.self, migrates: migrate != nil)
        if let problem = child.restarts?.problem {
            throw SnapshotError(
                .inconsistent, "the restarts of the child \(child.property) cannot have been saved: \(problem)",
                migration: "let the migration correct them, or leave them out")
        }
        self.number = number
        self.migrate = migrate.map { Self.refusing($0) }
        (life, restarts) = (child.life, child.restarts)
        switch child.life {
        case .begins(_, let events, _):
            queued = try events.map { try DynamicCoding.event(Inner.Event.self, from: $0, "queued") }
        case .runs, .ended: queued = []
        }
    }

    /// Whatever the migration throws refuses the child's part, so that nothing begins afresh in its place.
    private static func refusing(_ migrate: @escaping Snapshot.Migration) -> Snapshot.Migration {
        { part in
            do { try migrate(&part) } catch let error as SnapshotError { throw error } catch {
                throw SnapshotError(
                    .otherChart,
                    "its part of the snapshot is of another chart, version or format, and its migration "
                        + "threw \(ErrorText.of(error))",
                    fix: "let the migration make it one of the chart, or start afresh", underlying: error)
            }
        }
    }

    /// How long it still waits before it begins.
    var delay: Duration {
        if case .begins(let delay, _, _) = life { min(max(delay, .zero), Services.longest) } else { .zero }
    }

    /// What a machine continues from that had begun.
    var snapshot: Snapshot? { if case .runs(let snapshot) = life { snapshot } else { nil } }

    /// What waits in the input ports of one that had not begun.
    var inputs: [String: [SnapshotValue]] { if case .begins(_, _, let inputs) = life { inputs } else { [:] } }
}

extension Snapshot.Child.Restarts {
    /// Why nobody can have saved this; `nil` if somebody can.
    fileprivate var problem: String? {
        if let age = ages.first(where: { $0 < .zero || $0 > Services.longest }) { return "one was \(age) ago" }
        if inARow < 0 { return "\(inARow) were made in a row" }
        // Negative if it has still to begin.
        if age < .zero - Services.longest || age > Services.longest { return "it runs for \(age)" }
        return nil
    }
}

extension Snapshot.Child {
    /// The only one of its declaration has no key; those of a list do.
    func refuseKey() throws {
        guard key != nil else { return }
        throw SnapshotError(
            .inconsistent, "the child \(property) has a key, which belongs to a list, and is none in the chart",
            migration: "let the migration remove the others, and the key")
    }

    /// The key of one in a list.
    func decodedKey<Key>(_ type: Key.Type) throws -> Key {
        do {
            if let key, let decoded = try DynamicCoding.value(Key.self, from: key) { return decoded }
        } catch {
            throw SnapshotError(
                .undecodable,
                "the key of a child in \(property) does not fit \(Key.self): \(DynamicCoding.words(error))",
                migration: "migrate the snapshot", underlying: error)
        }
        throw SnapshotError(
            .inconsistent, "a child in \(property) has no key that is a \(Key.self)",
            migration: "let the migration give it one, and \(Key.self) be Codable")
    }
}

extension ChildSeat: TreePlace {
    /// The machine of the present life, and when it begins, if that is known; `nil` if it has ended.
    private var present: (child: any OwnedMachine, until: Duration?)? { life?.number == number ? life?.present : nil }

    var living: (any TreeMachine)? { present?.child }

    func part(at now: Duration) throws -> ChildPart {
        let present = present
        return ChildPart(
            number: number,
            declared: Snapshot.Child(
                property: name.property, key: try savedKey(), place: declaration.list?.place(key) ?? 0, life: .ended,
                restarts: restarts?.saved(at: now)),
            machine: present?.child, life: life?.number == number && life?.waitsForStep == false ? life : nil,
            delay: remainingDelay(present?.until, at: now))
    }

    /// The key of one in a list as it goes into a snapshot.
    private func savedKey() throws -> SnapshotValue? {
        if declaration.list == nil { return nil }
        if let tree = try DynamicCoding.tree(of: key) { return tree }
        throw SnapshotError(
            .notCodable, "the key \(key) of the list \(name.property) is not Codable",
            fix: "make \(Key.self) Codable")
    }

    /// Makes the machine of a snapshot, and tells it what waited.
    func resume(_ saved: SavedChild<Inner>, of owner: Owner, in slot: EntrySlot, _ services: Services) {
        take(of: owner, in: slot, services)
        if let former = saved.restarts { restarts?.resume(former, at: services.keeper.now) }
        let activity = activity(of: owner, after: saved.delay, services, continuing: saved)
        guard let activity else { return }
        services.resume(owner.index, activity)
        for event in saved.queued { machine?.post(event) }
    }
}
