import Statecharts

/// Has so many child machines, which are desks.
///
///     Hall
///     └─ Open [desks]   add, remove, finish / one of them;  tellAll / all;  ended / count
final class Hall: TopState<Hall.Event> {
    enum Event: Sendable, Codable {
        case add(Int), remove(Int), finish(Int), tellAll, ended(Int)
    }

    let open = Open()
    var ended = 0

    override func configure() { substates(open) }

    final class Open: State<Hall, Hall> {
        let desks = ChildMachines(of: Open.self) { (_: Open, _: Int) in Desk() }.done(\.taken) { key, _ in .ended(key) }
        override func configure() { children(desks) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let key): .handled { self.desks.add(key) }
            case .remove(let key): .handled { self.desks.remove(key) }
            case .finish(let key): .handled { self.desks.post(.finish, to: key) }
            case .tellAll: .handled { self.desks.postToAll(.done) }
            case .ended: .handled { self.top.ended += 1 }
            }
        }
    }
}

/// A child in a child in a child, so deep.
final class Doll: TopState<Doll.Event> {
    enum Event: Sendable, Codable { case open }

    let whole = Whole()
    let depth: Int

    init(_ depth: Int) { self.depth = depth }

    override func configure() { substates(whole) }

    final class Whole: State<Doll, Doll> {
        let inner = ChildMachines(of: Whole.self) { (_: Whole, depth: Int) in Doll(depth) }
        override func configure() { children(inner) }
        override func entry() { if top.depth > 1 { inner.add(top.depth - 1) } }
        override func handle(_ event: Event) -> Reaction { .handled }
    }

    /// The one at the bottom, as soon as it is there.
    static func innermost(of machine: Machine<Doll>, depth: Int) async throws -> Machine<Doll> {
        var machine = machine
        for depth in stride(from: depth - 1, to: 0, by: -1) {
            while true {
                if let inner = try await machine.withTop({ $0.whole.inner[depth] }) {
                    machine = inner
                    break
                }
                await Task.yield()
            }
            while await machine.status == .new { await Task.yield() }
        }
        return machine
    }
}
