extension Interpreter {
    /// Makes an interpreter that continues where a snapshot was taken; nothing runs before ``start()``.
    ///
    /// `start()` then enters nothing: configuration, history, deferred and queued events, data and `Codable` ``Scoped`` values are as they
    /// were, `restored()` of the active states runs instead of their entry, and then the queued events are taken. It throws a
    /// ``SnapshotError`` if the snapshot does not fit, before anything was changed.
    /// - Parameters:
    ///   - snapshot: taken of a machine or an interpreter, it makes no difference.
    ///   - top: a chart of the same class that is used nowhere else.
    ///   - migrate: called in `start()` if the snapshot is of another chart, version or format; what it leaves is taken over if
    ///     it fits. What it throws, `start()` throws.
    public convenience init(restoring snapshot: Snapshot, _ top: Top, migrate: ((inout Snapshot) throws -> Void)? = nil)
    {
        self.init(top)
        restoration = Restoration(snapshot: snapshot, migrate: migrate)
    }

    /// Everything that is needed to continue from here.
    ///
    /// - Throws: ``SnapshotError`` before the start and after the end, and when an event waits that is not `Codable`.
    /// - Precondition: not called from inside a step. What saving calls of the chart is inside one too.
    public func snapshot() throws -> Snapshot { try snapshot(queued: extras?.inbox.elements ?? []) }

    /// The snapshot of a chart at rest whose events, in this order, have yet to be taken.
    func snapshot(queued: [Top.Event]) throws -> Snapshot {
        guard let engine, engine.cells.value.status == .running else {
            let life = status == .new ? "has not been started" : "has come to its end"
            throw SnapshotError(.notRunning, "the chart \(life)", fix: "take a snapshot while it runs")
        }
        forbidNesting("snapshot() was called", engine)
        // Saving calls foreign code, which finds the chart as inside a step.
        engine.readiness.value.phase = .asking
        defer { engine.readiness.value.phase = .idle }
        var snapshot = try engine.snapshot()
        snapshot.queued = try queued.map { try DynamicCoding.eventTree($0, "queued") }
        return snapshot
    }

    /// Takes a snapshot over into the engine; answers with the events to be taken first.
    func restore(_ restoration: Restoration, _ engine: Engine) throws -> [Top.Event] {
        try engine.restore(restoration) { snapshot in
            if !allowsSuspending, !snapshot.timers.isEmpty {
                throw SnapshotError(
                    .needsMachine, "the snapshot has armed timers, but the chart is to run in a plain Interpreter",
                    fix: "continue in a Machine, or remove the timers from the snapshot")
            }
            return try snapshot.queued.map { try DynamicCoding.event(Top.Event.self, from: $0, "queued") }
        }
    }
}
