import Statecharts

//   Service
//                  ┌───────────────────────────────────────────────────────────┐
//   requests ─▶ (proxy) ─▶ WebService, the present one ─▶ (proxy) ─▶ answers   │
//   faults ───▶ (proxy) ─────▲                                                 │
//                  │         └─ made again by ── Caretaker ──────────▶ (proxy) ─▶ status
//                  └───────────────────────────────────────────────────────────┘

/// The web service as a component that outlives the machine in it.
struct Service: Sendable {
    let requests = InputPort<WebRequest>("requests")
    let faults = InputPort<Fault>("faults")
    let answers = OutputPort<WebAnswer>("answers")
    let status = OutputPort<ServiceStatus>("status")

    let webService: SupervisedMachine<WebService>
    let caretaker: Machine<Caretaker>

    /// - Parameters:
    ///   - make: is told of each machine before it is started.
    ///   - join: is told of each machine before it is said to be up.
    ///   - unhandled: what the machines do about events that nobody reacts to.
    init<C: Clock>(
        clock: C, on actor: (any Actor)? = nil, database: Database, latency: Duration,
        unhandled: Machine<WebService>.UnhandledPolicy = .ignore,
        making make: @escaping @Sendable (Machine<WebService>) -> Void = { _ in },
        joining join: @escaping @Sendable (Machine<WebService>) async -> Void = { _ in }
    ) where C.Duration == Duration {
        let supervisor = Supervisor(
            limit: RestartLimit(3, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), factor: 1, cap: .seconds(1)), clock: clock)
        let wires = ConnectionSet()
        // What was not taken is dropped: whoever asked asks again.
        webService = supervisor.add("WebService", mailbox: .dropped) { [requests, faults, answers] in
            let chart = WebService(database: database, latency: latency)
            wires.replace {
                [
                    connect(requests, to: chart.requests), connect(faults, to: chart.faults),
                    connect(chart.answers, to: answers),
                ]
            }
            let machine = Machine(chart, on: actor, clock: clock, unhandled: unhandled)
            make(machine)
            return machine
        }
        let chart = Caretaker(supervisor) { [webService] in
            if let machine = webService.machine { await join(machine) }
        }
        connect(chart.status, to: status)
        caretaker = Machine(chart, on: actor, clock: clock)
    }

    /// Returns when the service is up.
    func start() async throws {
        let configurations = caretaker.configurations
        try await caretaker.start()
        for await _ in configurations where await isUp { return }
    }

    func stop() async throws {
        try await webService.machine?.stop()
        try await caretaker.stop()
    }

    /// Whether there is a machine that takes requests.
    var isUp: Bool { get async { await caretaker.isActive(\.supervising.up) } }
}
