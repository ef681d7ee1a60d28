/// The inputs of a child that other children of its state are connected to: each for as long as both are there.
final class ChildPlugs<Inner: Statechart> {
    typealias Read = @Sendable (Inner) -> any Sendable
    typealias Connect = (_ input: any Sendable, _ introduces: Bool) -> Connection?

    private struct Plug {
        let read: Read
        /// The input of the present machine.
        var input: (any Sendable)?
        /// Connects the output of the present machine at the other end.
        var connect: Connect?
        var connection: Connection?

        mutating func join(_ introduces: Bool) {
            connection?.disconnect()
            connection = input.flatMap { connect?($0, introduces) }
        }
    }

    private var plugs: [ChildPlugKey: Plug] = [:]

    /// What is read of a new chart.
    var reads: [(key: ChildPlugKey, read: Read)] { plugs.map { ($0.key, $0.value.read) } }

    func add(_ key: ChildPlugKey, _ read: @escaping Read) { plugs[key] = Plug(read: read) }

    /// The child has been made.
    func inputsMade(_ inputs: [(key: ChildPlugKey, input: any Sendable)], _ introduces: Bool) {
        for (key, input) in inputs {
            plugs[key]?.input = input
            plugs[key]?.join(introduces)
        }
    }

    /// The child at the other end has been made.
    func outputMade(_ key: ChildPlugKey, _ introduces: Bool, _ connect: @escaping Connect) {
        plugs[key]?.connect = connect
        plugs[key]?.join(introduces)
    }

    /// The state has been left.
    func disconnect() {
        for key in plugs.keys {
            plugs[key]?.connection?.disconnect()
            plugs[key]?.connection = nil
            plugs[key]?.input = nil
            plugs[key]?.connect = nil
        }
    }
}

/// Which connection of which child.
struct ChildPlugKey: Hashable {
    let child: ObjectIdentifier
    let number: Int
}

/// A connection of a child with another one of its state.
struct ChildSibling<Owner: ChildOwner, Inner: Statechart>: Sendable {
    /// Tells the other child what is to be connected, before either is made.
    let declare: @Sendable (Owner, ChildPlugKey) -> Void
    /// The output of a new chart.
    let read: @Sendable (Inner) -> any Sendable
    /// Gives the output to the other child.
    let offer: @Sendable (Owner, ChildPlugKey, any Sendable, _ introduces: Bool) -> Void
}
