private import Synchronization

/// Which machine's suspended step waits for which other machines, so that a ring is an error and not a hang.
///
/// A step that waits from several child tasks has several edges; it needs all of their ends, so a ring over any of them
/// is one. An edge goes as soon as what was awaited is answered, by the one who answers, before anybody else can run: a
/// ring of edges is a ring at that moment. Only suspended actions that wait for machines pay for this.
enum WaitGraph {
    /// One wait of a machine's step.
    struct Ticket: Sendable {
        fileprivate let machine: ObjectIdentifier
        fileprivate let number: UInt64
    }

    /// Who is waited for.
    private enum Target {
        case machine(ObjectIdentifier)
        /// Asked anew whenever a ring is looked for: the machines may be made later.
        case machines(any AwaitedMachines)

        var machines: [ObjectIdentifier] {
            switch self {
            case .machine(let machine): [machine]
            case .machines(let awaited): awaited.presentMachines
            }
        }
    }

    private struct Edge {
        let number: UInt64
        /// The name of the machine that waits.
        let name: String
        let target: Target
        /// Whether the target's step that is under way is what is awaited.
        var isOfStep: Bool
    }

    private struct Graph {
        private(set) var edges: [ObjectIdentifier: [Edge]] = [:]
        /// The edges that wait for a target's step which is under way.
        private var ofSteps: [ObjectIdentifier: [Ticket]] = [:]
        private var lastNumber: UInt64 = 0

        /// For how many machines' steps others wait.
        var awaitedCount: Int { ofSteps.count }

        mutating func add(_ driving: Driving, _ target: Target, isOfStep: Bool) -> Ticket {
            lastNumber += 1
            let edge = Edge(number: lastNumber, name: driving.name, target: target, isOfStep: isOfStep)
            edges[driving.machine, default: []].append(edge)
            let ticket = Ticket(machine: driving.machine, number: lastNumber)
            if isOfStep, case .machine(let target) = target { ofSteps[target, default: []].append(ticket) }
            return ticket
        }

        mutating func remove(_ ticket: Ticket) {
            guard let edge = removeEdge(ticket), edge.isOfStep, case .machine(let target) = edge.target else { return }
            ofSteps[target]?.removeAll { $0.number == ticket.number }
            if ofSteps[target]?.isEmpty == true { ofSteps[target] = nil }
        }

        private mutating func removeEdge(_ ticket: Ticket) -> Edge? {
            guard let place = edges[ticket.machine]?.firstIndex(where: { $0.number == ticket.number }) else {
                return nil
            }
            let edge = edges[ticket.machine]?.remove(at: place)
            if edges[ticket.machine]?.isEmpty == true { edges[ticket.machine] = nil }
            return edge
        }

        mutating func becomeOfStep(_ ticket: Ticket) {
            guard let place = edges[ticket.machine]?.firstIndex(where: { $0.number == ticket.number }),
                let edge = edges[ticket.machine]?[place], !edge.isOfStep, case .machine(let target) = edge.target
            else { return }
            edges[ticket.machine]?[place].isOfStep = true
            ofSteps[target, default: []].append(ticket)
        }

        mutating func endStep(of target: ObjectIdentifier) {
            for ticket in ofSteps.removeValue(forKey: target) ?? [] { _ = removeEdge(ticket) }
        }

        /// The names on a way along edges; `nil` if there is none.
        func names(from start: Target, to end: ObjectIdentifier) -> [String]? {
            var seen = Set(start.machines)
            var ways: [(machine: ObjectIdentifier, names: [String])] = seen.map { ($0, []) }
            while let (machine, names) = ways.popLast() {
                if machine == end { return names }
                for edge in edges[machine] ?? [] {
                    for target in edge.target.machines where seen.insert(target).inserted {
                        ways.append((target, names + [edge.name]))
                    }
                }
            }
            return nil
        }
    }

    private static let graph = Guarded(Graph())
    /// `Graph.awaitedCount`, for those who would otherwise lock to find nobody. Who ends a step is on the executor on
    /// which waits for that step are noted, and so sees at least those.
    private static let awaitedCount = Atomic<Int>(0)

    private static func change<Result: Sendable>(_ body: (inout Graph) -> Result) -> Result {
        graph.withLock { graph in
            let result = body(&graph)
            awaitedCount.store(graph.awaitedCount, ordering: .relaxed)
            return result
        }
    }

    /// Notes that the present task, if it runs an action of a machine, is about to wait for `target`.
    /// - Returns: the wait, to be given to ``leave(_:)``; `nil` if it is no machine that waits.
    /// - Throws: `MachineError` if that would close a ring.
    static func enter(_ target: ObjectIdentifier) throws -> Ticket? {
        try enter(.machine(target), "post the event instead, or ask from an activity")
    }

    /// The same for a task that is about to wait for the end of something that has machines now or later.
    /// - Parameter advice: what to do instead.
    static func enter(_ awaited: any AwaitedMachines, advice: @autoclosure () -> String) throws -> Ticket? {
        try enter(.machines(awaited), advice())
    }

    private static func enter(_ target: Target, _ advice: @autoclosure () -> String) throws -> Ticket? {
        guard let driving = Driving.here else { return nil }
        let (ticket, ring) = change { graph -> (Ticket?, [String]) in
            if let names = graph.names(from: target, to: driving.machine) {
                return (nil, [driving.name] + names + [driving.name])
            }
            return (graph.add(driving, target, isOfStep: false), [])
        }
        if let ticket { return ticket }
        // The machine that was to be waited for is the second one of the ring.
        throw MachineError(
            .deadlock, machine: ring[1],
            "waiting would never end: \(ring.joined(separator: " awaits ")); \(advice())")
    }

    /// Whether somebody may wait.
    enum Wait {
        case allowed(Ticket?)
        /// The wait would never end.
        case closesRing
    }

    /// ``enter(_:)`` for a wait that cannot throw. The action of whoever would close a ring throws the error once it
    /// has run.
    static func enterReading(_ target: ObjectIdentifier) -> Wait {
        guard let driving = Driving.here else { return .allowed(nil) }
        do { return .allowed(try enter(target)) } catch let error as MachineError { driving.fail(error) } catch {}
        return .closesRing
    }

    /// Notes that the present task, if it runs an action of a machine, waits for the step that `target` has just begun
    /// and suspended.
    /// - Returns: whether it does, so that ``endStep(of:)`` is to be called.
    static func enterStep(of target: ObjectIdentifier) -> Bool {
        guard let driving = Driving.here else { return false }
        change { graph in _ = graph.add(driving, .machine(target), isOfStep: true) }
        return true
    }

    /// What was waited for has come, and with it a step of the target whose end is waited for now.
    static func becomeOfStep(_ ticket: Ticket?) {
        guard let ticket else { return }
        change { $0.becomeOfStep(ticket) }
    }

    /// The suspended step of `target` is complete: whoever waits for it does so no more.
    static func endStep(of target: ObjectIdentifier) {
        if awaitedCount.load(ordering: .relaxed) != 0 { change { $0.endStep(of: target) } }
    }

    /// Whether a step of this machine waits for another one.
    static func isWaiting(_ machine: ObjectIdentifier) -> Bool { graph.withLock { $0.edges[machine] != nil } }

    static func leave(_ ticket: Ticket?) {
        guard let ticket else { return }
        change { $0.remove(ticket) }
    }
}

/// Something whose end is awaited, and that has machines: a child of a supervisor.
protocol AwaitedMachines: Sendable {
    /// Those that it has at present. Asked under a lock; takes none but its own.
    var presentMachines: [ObjectIdentifier] { get }
}
