import Statecharts

/// Tells one monitor which components there are, how they are connected, and where the machines stand.
///
/// One task does it, one errand after the other: a component that has come or gone, or a look, which is over when
/// everything that is so now has been told.
final class Picture: Sendable {
    private enum Errand: Sendable {
        case change(System.Change)
        case look(CheckedContinuation<Void, Never>)
    }

    /// How long a look waits for machines whose actors do something else.
    static let patience = Duration.seconds(1)

    private let errands: AsyncStream<Errand>.Continuation
    private let following: Task<Void, Never>

    init(_ serving: Serving, _ told: Told) {
        let (queue, errands) = AsyncStream.makeStream(of: Errand.self)
        self.errands = errands
        let changes = serving.system.changes
        following = Task {
            for await change in changes { errands.yield(.change(change)) }
        }
        Task {
            var board = Board(serving, told)
            for await errand in queue {
                switch errand {
                case .change(let change): await board.note(change)
                case .look(let waiting):
                    await board.look()
                    waiting.resume()
                }
            }
            board.end()
        }
    }

    /// Returns when everything that is so now has been told; at once after the end.
    func isTold() async {
        await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
            if case .enqueued = errands.yield(.look(waiting)) { return }
            waiting.resume()
        }
    }

    /// What was asked for before is still done; the bridge has ended, so that nothing of it waits.
    func end() {
        following.cancel()
        errands.finish()
    }
}

/// What the monitor knows.
private struct Board {
    private let serving: Serving
    private let told: Told
    /// The components that were told, by their numbers.
    private var members: [Int: System.Member]?
    private var connections: [String] = []
    private var followers: [Int: [Follower]] = [:]

    init(_ serving: Serving, _ told: Told) {
        self.serving = serving
        self.told = told
    }

    mutating func note(_ change: System.Change) async {
        // Of many changes at once the first one has told all.
        switch change {
        case .joined(let member):
            if members?[member.id] == nil { await tellSystem() }
            if followers[member.id] == nil { follow(member) }
        case .renewed(let member):
            if members?[member.id] != member { await tellSystem() }
            follow(member)
        case .left(let member):
            if members?[member.id] != nil { await tellSystem() }
            for follower in followers.removeValue(forKey: member.id) ?? [] { follower.end() }
        case .met, .parted: await tellSystem()
        }
    }

    /// Returns when everything that is so now has been told, except by machines that do not answer in time.
    mutating func look() async {
        let now = serving.system.members
        if !isTold(now) || MonitorReport.lines(of: serving.system.connections) != connections { await tellSystem() }
        for member in now where followers[member.id] == nil { follow(member) }
        let all = followers.values.flatMap { $0 }
        if all.isEmpty { return }
        let latch = Latch(all.count), sleep = serving.sleep
        let limit = Task {
            if (try? await sleep(Picture.patience)) != nil { latch.open() }
        }
        for follower in all { follower.refresh { latch.arrive() } }
        await latch.wait()
        limit.cancel()
    }

    private func isTold(_ now: [System.Member]) -> Bool {
        guard let members, members.count == now.count else { return false }
        return now.allSatisfy { members[$0.id] == $0 }
    }

    private mutating func tellSystem() async {
        let system = serving.system, now = system.members, lines = MonitorReport.lines(of: system.connections)
        for report in MonitorReport.parts(of: now, lines, within: serving.limits.frameLength) {
            await told.state(report)
        }
        members = Dictionary(now.map { ($0.id, $0) }) { first, _ in first }
        connections = lines
    }

    private mutating func follow(_ member: System.Member) {
        for follower in followers[member.id] ?? [] { follower.end() }
        let collector = Collector(told)
        // A component without a chart has no machine.
        if !member.type.isEmpty { serving.system.visitMachines(member.id, collector) }
        followers[member.id] = collector.found
    }

    func end() {
        for follower in followers.values.flatMap({ $0 }) { follower.end() }
    }
}

private final class Collector: MachineVisitor {
    private let told: Told
    private(set) var found: [Follower] = []

    init(_ told: Told) { self.told = told }

    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
        found.append(Follower(machine, name.clipped(200), told))
    }
}

/// Tells the configurations of one machine. Whoever takes them slowly is told the newest one.
private final class Follower: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// What was told last.
        var last: String?
        var isRefreshing = false
        var hasEnded = false
    }

    private let name: String
    private let told: Told
    private let configurations: @Sendable () -> AsyncStream<Configuration>?
    private let hasStarted: @Sendable () async -> Bool
    private let state = Guarded(State())

    init<Top: Statechart>(_ machine: Machine<Top>, _ name: String, _ told: Told) {
        self.name = name
        self.told = told
        configurations = { [weak machine] in machine?.configurations(buffering: .bufferingNewest(1)) }
        hasStarted = { [weak machine] in
            guard let machine else { return false }
            return await machine.status != .new
        }
        follow {}
    }

    /// Follows anew: the first one that comes is the present one.
    /// - Parameter whenTold: called when that one has been told, or none will come.
    private func follow(_ whenTold: @escaping @Sendable () -> Void) {
        guard let stream = configurations() else { return whenTold() }
        let task = Task { [weak self] in
            var isFirst = true
            for await configuration in stream {
                await self?.tell(configuration.description.clipped())
                if isFirst { whenTold() }
                isFirst = false
            }
            if isFirst { whenTold() }
        }
        let hasEnded = state.withLock { state in
            state.task = task
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    private func tell(_ text: String) async {
        if state.withLock({ $0.last == text }) { return }
        guard await told.state(.configuration(member: name, text)) else { return }
        state.withLock { $0.last = text }
    }

    /// Calls back when the configuration that the machine has now has been told, once.
    func refresh(_ whenTold: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            if state.isRefreshing || state.hasEnded { return false }
            state.isRefreshing = true
            return true
        }
        // A machine that has not answered the look before is not waited for.
        guard isFree else { return whenTold() }
        Task {
            let done: @Sendable () -> Void = { [weak self] in
                self?.state.withLock { $0.isRefreshing = false }
                whenTold()
            }
            guard await hasStarted() else { return done() }
            let before = state.withLock { $0.task }
            before?.cancel()
            await before?.value
            follow(done)
        }
    }

    func end() {
        let task = state.withLock { state in
            state.hasEnded = true
            return state.task
        }
        task?.cancel()
    }
}

/// Waited for by one, until so many have arrived or it is opened.
private final class Latch: Sendable {
    private struct State {
        var missing: Int
        var isOpen = false
        var waiting: CheckedContinuation<Void, Never>?
    }
    private let state: Guarded<State>

    init(_ count: Int) { state = Guarded(State(missing: count)) }

    func arrive() { open { $0 - 1 } }
    func open() { open { _ in 0 } }

    private func open(_ change: (Int) -> Int) {
        let waiting = state.withLock { state in
            state.missing = change(state.missing)
            if state.missing > 0 { return nil as CheckedContinuation<Void, Never>? }
            state.isOpen = true
            return state.waiting.take()
        }
        waiting?.resume()
    }

    func wait() async {
        await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting = waiting }
                return state.isOpen
            }
            if isOpen { waiting.resume() }
        }
    }
}
