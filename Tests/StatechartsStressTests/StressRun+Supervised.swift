import Statecharts
import StatechartsTesting

/// What is asked of supervised machines, and children that come and go.
extension StressRun {
    func callSupervised(_ event: Stressed.Event) {
        let one = pick(supervised)
        switch below(11) {
        case 0: start("supervised ask") { _ = try await one.ask { .ask($0) } as Int }
        case 1: start("supervised ask, kept") { _ = try await one.ask { .keep($0) } as Int }
        case 2: start("supervised steps") { for await _ in one.steps(buffering: .bufferingNewest(2)) {} }
        case 3: start("supervised configurations") { for await _ in one.configurations.prefix(3) {} }
        case 4:
            start("looking at a supervised machine") {
                _ = await (one.isActive(\.slow), one.configuration, one.status)
                _ = try await (one.withTop { $0.count }, one.port(\.out))
            }
        case 5:
            start("a supervised machine joins and leaves") { [system] in
                system.remove(await system.add(one, named: "supervised"))
            }
        case 6:
            let connection = connect(value, to: one) { .number($0) }
            start("a connection to a supervised machine") {
                await Task.yield()
                connection.disconnect()
            }
        case 7, 8: gather()
        default: comeAndGo(event)
        }
    }

    /// A child that is taken in, asked, and given up, all at once. It is always given up, so that who waits for it is answered.
    private func comeAndGo(_ event: Stressed.Event) {
        let name = "guest \(note())", hooks = hooks, clock = clock
        let child = supervisor.add(
            name, mailbox: chance(50) ? .kept : .dropped, in: chance(50) ? system : nil
        ) { Machine(Stressed(hooks, buffering: .unbounded), clock: clock) }
        start("send to a guest") { try await child.send(event) }
        start("ask a guest") { _ = try await child.ask { .ask($0) } as Int }
        start("steps of a guest") { for await _ in child.steps {} }
        start("give a guest up") { [supervisor] in try await supervisor.remove(name) }
        if chance(30) { start("give a guest up twice") { [supervisor] in try await supervisor.remove(name) } }
    }
}
