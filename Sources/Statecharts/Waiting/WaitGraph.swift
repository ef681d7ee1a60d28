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
    enum Target {
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

    struct Edge {
        let number: UInt64
        /// The name of the machine that waits.
        let name: String
        let target: Target
    }

    /// Who waits, on the way along a ring. Names are made outside of the lock: the key of a child may be anything.
    fileprivate enum Waiter {
        case step(String)
        case beginning(any BeginningMachine)

        var name: String {
            switch self {
            case .step(let name): name
            case .beginning(let machine): machine.nameInRings
            }
        }

        /// Why it waits, if that is no step of it.
        var reason: String? {
            if case .beginning(let machine) = self { "\(machine.nameInRings) \(machine.reasonInRings)" } else { nil }
        }
    }

    struct Graph {
        private(set) var edges: [ObjectIdentifier: [Edge]] = [:]
        /// Child machines that have not begun: they wait too, though for no answer.
        fileprivate var beginnings: [ObjectIdentifier: any BeginningMachine] = [:]
        private var lastNumber: UInt64 = 0

        fileprivate mutating func add(_ action: Action, _ target: Target) -> Ticket {
            lastNumber += 1
            let machine = action.context.machine
            edges[machine, default: []].append(Edge(number: lastNumber, name: action.name, target: target))
            return Ticket(machine: machine, number: lastNumber)
        }

        mutating func remove(_ ticket: Ticket) {
            edges[ticket.machine]?.removeAll { $0.number == ticket.number }
            if edges[ticket.machine]?.isEmpty == true { edges[ticket.machine] = nil }
        }

        /// Who waits on a way along edges; `nil` if there is none.
        fileprivate func waiters(from start: Target, to end: ObjectIdentifier) -> [Waiter]? {
            var seen = Set(start.machines)
            var ways: [(machine: ObjectIdentifier, waiters: [Waiter])] = seen.map { ($0, []) }
            while let (machine, waiters) = ways.popLast() {
                if machine == end { return waiters }
                for edge in edges[machine] ?? [] {
                    for target in edge.target.machines where seen.insert(target).inserted {
                        ways.append((target, waiters + [.step(edge.name)]))
                    }
                }
                guard let beginning = beginnings[machine] else { continue }
                for target in beginning.presentMachines where seen.insert(target).inserted {
                    ways.append((target, waiters + [.beginning(beginning)]))
                }
            }
            return nil
        }
    }

    static let graph = Guarded(Graph())

    /// Notes that the present task, if it runs an action of a machine, is about to wait for `target`.
    /// - Returns: the wait, to be given to ``leave(_:)``; `nil` if it is no machine that waits.
    /// - Throws: `MachineError` if that would close a ring.
    static func enter(_ target: ObjectIdentifier) throws -> Ticket? {
        try enter(.machine(target), usualAdvice)
    }

    /// The same for a task that is about to wait for the end of something that has machines now or later.
    /// - Parameter advice: what to do instead.
    static func enter(_ awaited: any AwaitedMachines, advice: @autoclosure () -> String) throws -> Ticket? {
        try enter(.machines(awaited), advice())
    }

    private static func enter(_ target: Target, _ advice: @autoclosure () -> String) throws -> Ticket? {
        switch enter(target, by: .here) {
        case .allowed(let ticket): return ticket
        case .closesRing(let ring): throw ring.error(advice())
        }
    }

    private static func enter(_ target: Target, by action: Action?) -> Wait {
        guard let action else { return .allowed(nil) }
        return graph.withLock { graph in
            if let waiters = graph.waiters(from: target, to: action.context.machine) {
                return .closesRing(Ring(action: action, waiters: waiters))
            }
            return .allowed(graph.add(action, target))
        }
    }

    /// The answer to somebody who wants to wait.
    enum Wait {
        case allowed(Ticket?)
        /// The wait would never end.
        case closesRing(Ring)
    }

    /// An action that is about to wait, and what its machine is called.
    struct Action {
        fileprivate let context: ActionContext
        fileprivate let name: String

        /// That of the present task, if it runs one. To be asked for before a lock is taken.
        static var here: Action? { ActionContext.here.map { Action(context: $0, name: $0.name) } }
    }

    /// A ring that a wait would close. What it says is made outside of locks, as all names are.
    struct Ring {
        fileprivate let action: Action
        fileprivate let waiters: [Waiter]

        fileprivate func error(_ advice: String) -> MachineError {
            let ring = [action.name] + waiters.map(\.name) + [action.name]
            let reasons = waiters.compactMap(\.reason)
            let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
            // The machine that was to be waited for is the second one of the ring.
            return MachineError(
                .deadlock, machine: ring[1],
                "waiting would never end: \(ring.joined(separator: " awaits "))\(why); \(advice)")
        }

        /// Has the action throw the error once it has run.
        func tell() { action.context.fail(error(usualAdvice)) }
    }

    private static let usualAdvice = "post the event instead, or ask from an activity"

    /// ``enter(_:)`` for a wait that cannot throw: who would close a ring says so by `Ring.tell`. May be called under a
    /// lock.
    static func enterReading(_ target: ObjectIdentifier, by action: Action?) -> Wait {
        enter(.machine(target), by: action)
    }

    /// Notes that the present task, if it runs an action of a machine, waits for the step that `target` has just begun
    /// and suspended. No ring is closed by that: a machine at rest waits for nobody.
    static func enterStep(of target: ObjectIdentifier) -> Ticket? {
        guard let action = Action.here else { return nil }
        return graph.withLock { $0.add(action, .machine(target)) }
    }

    static func leave(_ ticket: Ticket?) {
        guard let ticket else { return }
        graph.withLock { $0.remove(ticket) }
    }

    /// Notes that a machine begins when others have ended, or a step of theirs has. It is kept until ``remove(_:)``.
    static func add(_ machine: ObjectIdentifier, _ beginning: any BeginningMachine) {
        graph.withLock { $0.beginnings[machine] = beginning }
    }

    /// The machine waits for its beginning no more.
    static func remove(_ machine: ObjectIdentifier) {
        let removed = graph.withLock { graph in
            let removed = graph.beginnings.removeValue(forKey: machine)
            // A table as large as for the most there ever were would be out of the cache at each look.
            if graph.beginnings.isEmpty, graph.beginnings.capacity > 64 { graph.beginnings = [:] }
            return removed
        }
        withExtendedLifetime(removed) {}
    }
}

/// Something that is awaited, and that has machines: a child of a supervisor, or what a child machine begins after.
protocol AwaitedMachines: AnyObject, Sendable {
    /// Those that it has at present. Asked under a lock; takes none but its own.
    var presentMachines: [ObjectIdentifier] { get }
}

/// A machine that has not begun, and what it begins after.
protocol BeginningMachine: AwaitedMachines {
    /// The name of the machine. Not asked under a lock.
    var nameInRings: String { get }
    /// Why it has not begun: `begins when the step of its owner is over`.
    var reasonInRings: String { get }
}
