@testable import Statecharts
@testable import StatechartsCore

/// The machines of a tree of ``Node``s, by their places.
final class Field: Sendable {
    private let machines = Guarded<[[Int]: Machine<Node>]>([:])
    private let arrived = Guarded(0)

    subscript(place: [Int]) -> Machine<Node>? {
        get { machines.withLock { $0[place] } }
        set {
            let former = machines.withLock { machines in
                defer { machines[place] = newValue }
                return machines[place]
            }
            withExtendedLifetime(former) {}
        }
    }
    /// How many travellers have arrived.
    var count: Int { arrived.withLock { $0 } }
    func arrive() { arrived.withLock { $0 += 1 } }
    func clear() {
        let former = machines.withLock { machines in
            defer { machines = [:] }
            return machines
        }
        withExtendedLifetime(former) {}
    }
}

/// Somebody who goes from machine to machine on a way that only the number decides.
struct Traveller: Codable, Sendable, Hashable {
    let number: Int
    var hops: Int

    var draw: UInt64 {
        var word = UInt64(number &* 1_000_003 &+ hops) &* 0x9E37_79B9_7F4A_7C15
        word ^= word >> 29
        return (word &* 0xBF58_476D_1CE4_E5B9) >> 17
    }
}

/// A machine with children that are like it, of which travellers come and go; some are handed to the owner in a step
/// that waits for the owner's.
//  ● ──▶ Node [kids]
final class Node: TopState<Node.Event>, Snapshotting {
    enum Event: Codable, Sendable { case came(Traveller) }

    let place: [Int], depth: Int, breadth: Int, field: Field
    let up = OutputPort<Traveller>("up")
    let kids: ChildMachines<Node, Int, Node>
    var arrived: [Traveller] = []

    init(_ field: Field, at place: [Int] = [], depth: Int, breadth: Int) {
        self.place = place
        self.depth = depth
        self.breadth = breadth
        self.field = field
        let kids = ChildMachines(of: Node.self) { node, key in
            Node(node.field, at: node.place + [key], depth: node.depth - 1, breadth: node.breadth)
        }
        .on(\.up) { .came($1) }
        self.kids = depth.isMultiple(of: 2) ? kids.place(in: nil) : kids
    }

    override func configure() { children(kids) }
    func save() -> [Traveller] { arrived }
    func restore(_ saved: [Traveller]) { arrived = saved }

    override func entry() {
        if depth > 0 { for key in 0..<breadth { kids.add(key) } }
        register()
    }
    override func restored() { register() }
    private func register() { for (key, machine) in kids { field[place + [key]] = machine } }

    override func handle(_ event: Event) -> Reaction {
        guard case .came(var traveller) = event else { return .unhandled }
        if traveller.hops == 0 {
            return .handled {
                arrived.append(traveller)
                field.arrive()
            }
        }
        traveller.hops -= 1
        let draw = Int(traveller.draw % UInt64(breadth + 1))
        let next = traveller
        if depth > 0, draw < breadth || place.isEmpty { return .handled { goDown(next, draw % breadth) } }
        // Up by a step that waits for the owner's, or by the port.
        let isAwaited = next.draw / 64 % 3 == 0
        guard isAwaited, let owner = field[Array(place.dropLast())] else { return .handled { up.send(next) } }
        return .handled { try await owner.send(.came(next)) }
    }

    private func goDown(_ traveller: Traveller, _ key: Int) { kids[key]?.post(.came(traveller)) }
}
