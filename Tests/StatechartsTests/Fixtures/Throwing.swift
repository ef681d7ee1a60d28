import Statecharts

//    ┌ Throwing ─────────────────────────────────────────────────────────────┐
//    │    ┌ P ─────────────────────────────────────────────────┐             │
//    │    │    ┌ Q ─────────────────────────────────┐          │             │
//    │ ●→ │ ●→ │ ●→ Leaf ──go──► Target             │   Rescue │     Safe    │
//    │    │    └────────────────────────────────────┘          │             │
//    │    └────────────────────────────────────────────────────┘             │
//    └───────────────────────────────────────────────────────────────────────┘
// The event says where the actions throw, each a Trouble with the name of the state that is to handle it:
// Leaf and Q stay, P goes to Rescue, the top to Safe; "nobody" is handled by none.
final class Throwing: NotedTop<Throwing.Event> {
    enum Place: Sendable, Hashable { case exit, effect, entry, handled }
    /// "go" (or, for `.handled`, an internal transition) with trouble on the way.
    typealias Event = [Place: String]
    struct Trouble: Error, CustomStringConvertible, Equatable {
        let handler: String
        var description: String { "trouble for \(handler)" }
    }
    var plan: Event = [:]
    var offered: [String] = []
    let p = P(), safe = Safe()
    override func configure() { substates(p, safe) }
    override func failed(_ error: any Error) -> Reaction {
        offered.append("top")
        return (error as? Trouble)?.handler == "top" ? .to(safe, effect: noted) : .unhandled
    }
    func act(_ place: Place) throws {
        if let handler = plan[place] { throw Trouble(handler: handler) }
    }

    final class P: Noted<Throwing, Throwing> {
        let q = Q(), rescue = Rescue()
        override func configure() { substates(q, rescue) }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append("P")
            return (error as? Trouble)?.handler == "P" ? .to(rescue, effect: noted) : .unhandled
        }
        final class Rescue: Noted<P, Throwing> {}
    }
    final class Q: Noted<P, Throwing> {
        let leaf = Leaf(), target = Target()
        override func configure() { substates(leaf, target) }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append("Q")
            return (error as? Trouble)?.handler == "Q" ? .handled(noted) : .unhandled
        }
    }
    final class Leaf: Noted<Q, Throwing> {
        override func handle(_ event: Event) -> Reaction {
            if event[.handled] != nil {
                return .handled {
                    self.noted()
                    self.top.plan = event
                    try self.top.act(.handled)
                }
            }
            top.plan = event
            return .to(superior.target) {
                self.noted()
                try self.top.act(.effect)
            }
        }
        override func exit() throws {
            top.notes.append("-\(path)")
            try top.act(.exit)
        }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append("Leaf")
            return (error as? Trouble)?.handler == "Leaf" ? .handled(noted) : .unhandled
        }
    }
    final class Target: Noted<Q, Throwing> {
        override func entry() throws {
            top.notes.append("+\(path)")
            try top.act(.entry)
        }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append("Target")
            return (error as? Trouble)?.handler == "Target" ? .handled(noted) : .unhandled
        }
    }
    final class Safe: Noted<Throwing, Throwing> {}
}
