import Statecharts
import StatechartsTesting

//  Restless ●→ Here   entry: what the crowd wants · fail / throws · finish ──▶ ◉
final class Restless: TopState<Restless.Event> {
    enum Event: Sendable { case fail, finish, nothing }
    struct Tired: Error {}

    let here = Here(), gone = FinalState<Restless, Restless>()
    /// Not kept: the crowd has the supervisor, which has this machine.
    private(set) weak var crowd: Crowd?
    init(_ crowd: Crowd) { self.crowd = crowd }
    override func configure() { substates(here, gone) }

    final class Here: State<Restless, Restless> {
        override func entry() async throws {
            let crowd = top.crowd
            try await crowd?.enter()
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fail: .handled { throw Tired() }
            case .finish: .to(superior.gone)
            case .nothing: .handled
            }
        }
    }
}

/// Children of one supervisor that start slowly, fail, finish, and add and give each other up in their entries.
final class Crowd: Sendable {
    private struct Contents {
        var names: [String] = []
        var left: Int
    }

    let supervisor: Supervisor
    private let contents: Guarded<Contents>
    private let below: @Sendable (Int) -> Int

    init(_ strategy: Supervisor.Strategy, children: Int, _ below: @escaping @Sendable (Int) -> Int) {
        supervisor = Supervisor(strategy, limit: RestartLimit(40, in: .seconds(60)), staysOpen: below(2) == 0)
        contents = Guarded(Contents(left: children))
        self.below = below
    }

    func add() {
        let name = contents.withLock { contents -> String? in
            guard contents.left > 0 else { return nil }
            contents.left -= 1
            contents.names.append("child \(contents.left)")
            return contents.names.last
        }
        guard let name else { return }
        let child = supervisor.add(name, mailbox: below(2) == 0 ? .kept : .dropped) { [weak self] in
            guard let self else { throw Restless.Tired() }
            return Machine(Restless(self))
        }
        for _ in 0..<below(4) { child.post(below(3) == 0 ? .fail : below(4) == 0 ? .finish : .nothing) }
    }

    /// Gives up any of them, maybe the one whose action this is, maybe one that is starting.
    func remove() async throws {
        let names = contents.withLock { $0.names }
        if !names.isEmpty { _ = try await supervisor.remove(names[below(names.count)]) }
    }

    /// What an entry does.
    func enter() async throws {
        switch below(8) {
        case 0: throw Restless.Tired()
        case 1, 2: try await remove()
        case 3: for _ in 0..<below(40) { await Task.yield() }
        case 4:
            for _ in 0..<200 where !Task.isCancelled { await Task.yield() }
            try Task.checkCancellation()
        case 5: add()
        default: break
        }
    }
}

extension StressRun {
    /// A supervisor of its own, at which several tasks pull; its run may be cancelled at any time.
    func gather() {
        let crowd = Crowd(pick(Supervisor.Strategy.allCases), children: 10) { [weak self] in self?.below($0) ?? 0 }
        for _ in 0..<below(5) { crowd.add() }
        start("a crowd") { try await crowd.supervisor.run() }
        for _ in 0..<4 {
            start("pulling at a crowd") { [weak self] in
                for _ in 0..<4 {
                    switch self?.below(3) {
                    case 0: crowd.add()
                    case 1: try await crowd.remove()
                    default: await Task.yield()
                    }
                }
            }
        }
    }
}
