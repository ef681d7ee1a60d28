extension Interpreter {
    /// Makes an interpreter that continues where a snapshot was taken; nothing runs before ``start()``.
    ///
    /// `start()` then enters nothing: configuration, history, deferred and queued events, data and `Codable` ``Scoped``
    /// values are as they were, `restored()` of the active states runs instead of their entry, and then the queued
    /// events are taken. It throws a ``SnapshotError`` if the snapshot does not fit, before anything was changed.
    /// - Parameters:
    ///   - snapshot: the snapshot, of a machine or of an interpreter.
    ///   - top: a chart of the same class that is used nowhere else.
    ///   - migrate: called in `start()` if the snapshot is of another chart, version or format, or its states differ;
    ///     what it leaves is taken over if it fits. What it throws, `start()` throws.
    public convenience init(restoring snapshot: Snapshot, _ top: Top, migrate: ((inout Snapshot) throws -> Void)? = nil)
    {
        self.init(top)
        restoration = Restoration(snapshot: snapshot, migrate: migrate)
    }

    /// Everything that is needed to continue from here.
    ///
    /// - Throws: ``SnapshotError`` before the start and after the end, and when an event that waits, or a message that
    ///   waits in an input port, is not `Codable`.
    /// - Precondition: not called from inside a step. Code of the chart that is called for saving is inside one, too.
    public func snapshot() throws -> Snapshot {
        try snapshot { _ in
            try (self.cold?.inbox.elements ?? []).map { .event(try DynamicCoding.eventTree($0, "queued")) }
        }
    }

    /// The snapshot of a chart at rest.
    /// - Parameters:
    ///   - children: those of its active states, by the numbers of the activities that they are.
    ///   - time: when it is taken, by the clock of the machine; `nil` for now.
    ///   - mail: what systems have not delivered.
    ///   - waiting: answers what has yet to be taken; what of it waits in its port again, it appends to its argument.
    ///     `nil` for a snapshot without what waits, also in ports: a successor takes that over as it is.
    func snapshot(
        with children: [UInt64: Snapshot.Child] = [:], at time: Duration? = nil, _ mail: MailUnderWay? = nil,
        waiting: ((inout [PortMessage]) throws -> [Snapshot.Waiting])?
    ) throws -> Snapshot {
        guard let engine, engine.status == .running else {
            let life = status == .new ? "has not been started" : "has come to its end"
            throw SnapshotError(.notRunning, "the chart \(life)", fix: "take a snapshot while it runs")
        }
        forbidNesting("snapshot() was called", engine)
        // Saving calls foreign code, which finds the chart as inside a step.
        engine.phase = .asking
        defer { engine.phase = .idle }
        var snapshot = try engine.snapshot(with: children, at: time)
        if let waiting {
            var given: [PortMessage] = []
            snapshot.queued = try waiting(&given)
            snapshot.inputs = try engine.namedPorts.savedInputs(behind: given, with: mail)
            snapshot.omitted += engine.namedPorts.omissions
        }
        return snapshot
    }

    /// Has the chart start from a snapshot.
    @usableFromInline
    func restore(_ snapshot: Snapshot, _ migrate: (@Sendable (inout Snapshot) throws -> Void)?) {
        restoration = Restoration(snapshot: snapshot, migrate: migrate, migrateChildren: migrate)
    }

    /// The same where what waits is not in the snapshot.
    func restore(_ snapshot: Snapshot, waiting: WaitingNumbers) {
        restoration = Restoration(snapshot: snapshot, migrate: nil, waiting: waiting)
    }
}

extension Restoration {
    func restore<Event: Sendable>(
        _ engine: Engine, as event: Event.Type, allowsSuspending: Bool
    ) throws -> [RestoredEnvelope<Event>] {
        try engine.restore(self) { snapshot, letters in
            if !allowsSuspending, let needing = snapshot.needingMachine {
                throw SnapshotError(
                    .needsMachine,
                    "the snapshot has \(needing), but the chart is to run in a plain Interpreter",
                    fix: "continue in a Machine, or remove them from the snapshot")
            }
            return try letters.map { letter in
                switch letter {
                case .event(let tree): .event(try DynamicCoding.event(Event.self, from: tree, "queued"))
                case .service(let message): .service(message)
                }
            }
        }
    }
}

extension Snapshot {
    /// What in it only a machine can go on with, for an error's text; `nil` if there is nothing.
    fileprivate var needingMachine: String? {
        if !timers.isEmpty { return "armed timers" }
        if activations.contains(where: { !$0.activities.isEmpty || $0.failures > 0 }) { return "activities" }
        for letter in queued {
            switch letter {
            case .event: break
            case .inside: return "messages for embedded charts"
            case .expiry: return "what timers have brought"
            case .sent, .ended: return "what activities have brought"
            }
        }
        return nil
    }
}
