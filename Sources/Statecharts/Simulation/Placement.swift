/// What a simulated chart has beyond its active states and histories: enough to go on from there, in the same chart.
///
/// Values are kept as they are, not encoded. Most charts need none of this.
package final class Placement {
    var deferred: [(scope: Int16, owner: Int32, event: any Sendable)] = []
    var timers: [SimulatedTimer] = []
    fileprivate var activities: [(node: Int32, number: UInt64, activity: Activity)] = []
    fileprivate var failures: [(node: Int32, count: Int32)] = []
    var scoped: [(slot: ScopedSlot, value: Any)] = []
    var saved: [SavedData] = []
    var messages: [[any Sendable]] = []

    /// What a state has saved, and what puts it back.
    struct SavedData {
        let state: StateNode
        let value: Any
        let restore: () -> Void
    }
}

extension Simulation {
    /// Appends numbers that tell this configuration from others of the chart: active states, histories, what is
    /// deferred, armed and under way, and data. They begin with those that ``place(at:_:)`` needs.
    /// - Parameters:
    ///   - timesMatter: whether timers are told apart by how long they are to go.
    ///   - dataMatter: whether scoped values, data of ``Snapshotting`` states and current values of ports count.
    ///   - number: a number for anything that is not one.
    package func describe(
        _ words: inout ContiguousArray<Int32>, timesMatter: Bool, dataMatter: Bool, number: (AnyHashable) -> Int32
    ) {
        guard let engine else { return }
        words.append(engine.isFinal ? -1 - engine.leaves.count : engine.leaves.count)
        for position in 0..<engine.leaves.count { words.append(engine.leaves[position]) }
        engine.describeHistory(&words)
        if engine.isFinal {
            words.append(engine.failure.map { number(AnyHashable($0.description)) } ?? -1)
            if dataMatter, engine.status != .new { describeKeptData(&words, engine, number) }
            return
        }
        if engine.deferred.count > 0 {
            words.append(-10)
            for position in 0..<engine.deferred.count {
                let event = engine.deferredEvent(position)
                words.append(Int32(engine.deferred[position].scope))
                words.append(engine.deferred[position].owner)
                words.append(event.map { number(eventKey($0)) } ?? -1)
            }
        }
        if let services = engine.services {
            var armed = timers.map { timer in
                [
                    timer.repeats ? -12 : -11, timer.node, number(eventKey(timer.event)),
                    timesMatter ? number(AnyHashable(timer.remaining)) : -1,
                    timesMatter && timer.repeats ? number(AnyHashable(timer.interval)) : -1,
                ]
            }
            // Where times do not matter, neither does the order of the deadlines.
            if !timesMatter { armed.sort { $0.lexicographicallyPrecedes($1) } }
            for timer in armed { words += timer }
            // Which of several goes on matters, the order in which they have begun does not.
            var underWay = activities.map { activity -> [Int32] in
                let type = number(AnyHashable(ObjectIdentifier(activity.valueType)))
                let name = activity.name.map { number(AnyHashable($0)) } ?? -1
                let answers = answers(of: activity).map(number) ?? -1
                return [-13, activity.node, type, name, Int32(activity.ordinal), answers]
            }
            underWay.sort { $0.lexicographicallyPrecedes($1) }
            for activity in underWay { words += activity }
            for (node, name, restarts) in services.restarts {
                words += [-23, node, number(AnyHashable(name)), Int32(restarts.ages.count), Int32(restarts.inARow)]
                if timesMatter { words += (restarts.ages + [restarts.age]).map { number(AnyHashable($0)) } }
            }
            for (node, count) in services.failedWork {
                words.append(-16)
                words.append(node)
                words.append(count)
            }
        }
        for (port, messages) in gates.waiting.enumerated() {
            for message in messages { words += [-17, Int32(port), number(eventKey(message))] }
        }
        guard dataMatter else { return }
        for (index, slots) in engine.scoped.sorted(by: { $0.key < $1.key }) where engine.isActive(index) {
            for slot in slots {
                words.append(-14)
                let known = slot.present.map {
                    key($0, slot.label, "\(engine.topology.path(of: index)).\(slot.name)")
                }
                words.append(known.map(number) ?? -1)
            }
        }
        describeKeptData(&words, engine, number)
    }

    /// Appends the data that the chart keeps also when it has come to its end.
    private func describeKeptData(
        _ words: inout ContiguousArray<Int32>, _ engine: Engine, _ number: (AnyHashable) -> Int32
    ) {
        for stored in currentPorts {
            words.append(-24)
            words.append(number(key(stored.port, stored.name, stored.name)))
        }
        for node in snapshotting(engine) {
            words.append(-15)
            words.append(number(askingAtEnd { node.savedKey(host.reader) }))
        }
    }

    /// What is needed besides the numbers of ``describe(_:timesMatter:dataMatter:number:)`` to come back here; `nil` if
    /// nothing is.
    package func placement() -> Placement? {
        guard let engine, !engine.isFinal else { return nil }
        let snapshotting = snapshotting(engine)
        let hasActivities = engine.services.map { !$0.activities.isEmpty || !$0.failedWork.isEmpty } ?? false
        let messages = gates.waiting
        let hasMessages = messages.contains { !$0.isEmpty }
        guard
            engine.deferred.count > 0 || hasTimers || hasActivities || hasMessages || !engine.scoped.isEmpty
                || !snapshotting.isEmpty
        else { return nil }
        let placement = Placement()
        placement.messages = messages
        for position in 0..<engine.deferred.count {
            if let event = engine.deferredEvent(position) {
                let deferred = engine.deferred[position]
                placement.deferred.append((deferred.scope, deferred.owner, event))
            }
        }
        placement.timers = timers
        if let services = engine.services {
            for (node, activities) in services.activities {
                for (number, activity) in activities.all { placement.activities.append((node, number, activity)) }
            }
            placement.failures = services.failedWork
        }
        for (index, slots) in engine.scoped where engine.isActive(index) {
            for slot in slots { if let value = slot.present { placement.scoped.append((slot, value)) } }
        }
        placement.saved = snapshotting.map { $0.savedData() }
        return placement
    }

    /// Puts the chart, at rest, to where these numbers were taken; no action runs.
    package func place(at words: ArraySlice<Int32>, _ placement: Placement?) {
        guard let engine else { return }
        // A chart that is put back has no child machines, so that nothing else goes by this time: it begins anew, and
        // does not add up over all that is explored.
        host.time.now = .zero
        var words = words.makeIterator()
        let count = words.next() ?? 0
        engine.rewind()
        for _ in 0..<(count < 0 ? -1 - count : count) { engine.leaves.append(words.next() ?? 0) }
        engine.placeHistory { words.next() ?? -1 }
        if let placement { come(back: placement, engine) } else { engine.services?.leaveAll() }
        if gates.isEmpty { return }
        gates.waiting = placement?.messages ?? gates.waiting.map { _ in [] }
        gates.update()
    }

    private func come(back placement: Placement, _ engine: Engine) {
        for slots in engine.scoped.values { for slot in slots { slot.empty() } }
        for (slot, value) in placement.scoped { slot.put(value) }
        for saved in placement.saved { saved.restore() }
        for (number, (scope, owner, event)) in placement.deferred.enumerated() {
            guard let store = engine.store(of: scope), let place = store.hold(event) else { continue }
            store.defer(place, number: number)
            store.letGo()
            engine.appendDeferred(number, in: scope, owner: owner)
        }
        let hasServices = !placement.timers.isEmpty || !placement.activities.isEmpty || !placement.failures.isEmpty
        guard hasServices || engine.services != nil,
            let services = engine.servicesMakingThem()
        else { return }
        services.leaveAll()
        for timer in placement.timers {
            let armed = services.arm(
                timer.node, due: timer.remaining, interval: timer.interval, repeats: timer.repeats,
                policy: timer.policy, serial: timer.serial)
            guard let store = services.store(of: timer.node) else { continue }
            services.adopt(store)
            store.keepTimed(timer.event, at: armed.slot)
        }
        for (node, number, activity) in placement.activities {
            services.begin(node)
            services.keep(activity, number, of: node)
        }
        for (node, count) in placement.failures {
            services.begin(node)
            services.activations[node].failures = .init(count)
        }
    }

    private func snapshotting(_ engine: Engine) -> [any Snapshotting] {
        if let known = host.snapshotting { return known }
        let found = (0..<Int32(engine.topology.count)).compactMap { engine.nodes[$0] as? any Snapshotting }
        host.snapshotting = found
        return found
    }

    /// What tells an event that waits from others: what can be compared of it, and its text if not all of it can be.
    func eventKey(_ event: any Sendable) -> AnyHashable {
        host.reader.opaque = nil
        let key = host.reader.key(of: event)
        return host.reader.opaque == nil ? key : AnyHashable([key, AnyHashable("\(event)")])
    }

    /// What tells a scoped value, or that of a port, from others; what cannot be compared of it is noted.
    private func key(_ value: Any, _ label: String, _ name: @autoclosure () -> String) -> AnyHashable {
        host.reader.opaque = nil
        let key = host.reader.key(of: value)
        if let what = host.reader.opaque, host.opaqueScoped[label] == nil { host.opaqueScoped[label] = (name(), what) }
        return key
    }

    /// The scoped properties and ports that ``describe(_:timesMatter:dataMatter:number:)`` could not compare, or only
    /// in part, by name.
    package var opaqueScoped: [(name: String, what: String)] {
        let inChildren = (host.world?.opaque ?? [:]).map { (name: $0.key, what: $0.value) }
        return (Array(host.opaqueScoped.values) + inChildren).sorted { $0.name < $1.name }
    }
}

extension Services {
    /// The restarts of child machines that are made anew.
    fileprivate var restarts: [(node: Int32, name: String, restarts: Snapshot.Child.Restarts)] {
        let counted = activities.flatMap { node, activities in
            activities.values.compactMap { activity in
                activity.simulated?.restarts?().map { (node: node, name: activity.name ?? "", restarts: $0) }
            }
        }
        return counted.sorted { ($0.node, $0.name) < ($1.node, $1.name) }
    }

    /// How much work of states has failed that they have not begun anew.
    fileprivate var failedWork: [(node: Int32, count: Int32)] {
        (0..<Int32(engine.topology.count)).compactMap { node in
            let count = Int32(clamping: activations[node].failures)
            return count > 0 ? (node, count) : nil
        }
    }
}

extension Engine {
    /// Whether the chart has come to its end.
    fileprivate var isFinal: Bool { status != .running }

    func deferredEvent(_ position: Int32) -> (any Sendable)? {
        store(of: deferred[position].scope)?.keptEvent(number: deferred[position].number)
    }

    /// Empties everything that a placement fills.
    fileprivate func rewind() {
        leaves.removeAll { _ in }
        dropDeferred { _ in true }
        phase = .idle
        guard status != .running else { return }
        status = .running
        if failure != nil { failure = nil }
        pending.remove(.end)
        if topology.hasEventless { pending.insert(.eventless) }
    }

    /// Appends for each state that records history what it has recorded: the substate, the number of leaves, the
    /// leaves.
    fileprivate func describeHistory(_ words: inout ContiguousArray<Int32>) {
        guard topology.historySize > 0 else { return }
        forEachHistory { place in
            let count = max(history[place + 1], 0)
            words.append(history[place])
            words.append(history[place + 1])
            for position in 0..<count { words.append(history[place + 2 + position]) }
        }
    }

    fileprivate func placeHistory(_ next: () -> Int32) {
        guard topology.historySize > 0 else { return }
        forEachHistory { place in
            history[place] = next()
            history[place + 1] = next()
            for position in 0..<max(history[place + 1], 0) { history[place + 2 + position] = next() }
        }
    }

    private func forEachHistory(_ body: (Int32) -> Void) {
        for node in 0..<Int32(topology.count) where infos[node].history >= 0 { body(infos[node].history) }
    }
}
