/// Makes a port whose current value is made from those of two others, and changes with either.
///
///     let title = combineLatest(name, unread) { "\($0) (\($1))" }  // OutputPort<String>
///     print(title.current ?? "")  // Ann (3)
///     connect(title, to: screen.titles)
///
/// Both must have a current value (``OutputPort/init(_:current:)``, ``OutputPort/init(_:distinct:)``); otherwise this
/// traps. The new port is named after the type of its values. It finishes when both others have; it keeps neither of
/// them alive, and is disconnected from them when it is released.
///
/// Order: the combinations are made one after the other, whichever threads change the two ports, and the last one is of
/// the latest values of both. No sender waits for that: what changes while one is being made, on another thread or by
/// `transform` itself, is combined right after it.
///
/// - Parameters:
///   - first: a port with a current value.
///   - second: another one.
///   - transform: makes the value. It runs where a value is sent, with no lock held.
public func combineLatest<First, Second, Combined>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Combined
) -> OutputPort<Combined> {
    combine(first, second, transform) { OutputPort(current: $0) }
}

/// Makes a port whose current value is made from those of two others, sent only when it changes.
///
/// Everything else is as for the `combineLatest` of values that cannot be compared.
public func combineLatest<First, Second, Combined: Equatable>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Combined
) -> OutputPort<Combined> {
    combine(first, second, transform) { OutputPort(distinct: $0) }
}

/// - Parameter make: makes the port of its first value.
private func combine<First, Second, Combined>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Combined, _ make: (Combined) -> OutputPort<Combined>
) -> OutputPort<Combined> {
    let values = Combination(first: first.valueToCombine, second: second.valueToCombine)
    let result = make(transform(values.first, values.second))
    let latest = Serializer(values)
    func join<Value>(
        _ port: OutputPort<Value>, _ set: @escaping @Sendable (inout Combination<First, Second>, Value) -> Void
    ) {
        let sink = CombiningSink(result.storage, latest, set) { transform($0.first, $0.second) }
        _ = Connection.make(port.storage, sink)
    }
    join(first) { $0.first = $1 }
    join(second) { $0.second = $1 }
    return result
}

extension OutputPort {
    fileprivate var valueToCombine: Message {
        guard let current else {
            trap(
                "combineLatest was given the port \(label), which has no current value",
                "make the port with OutputPort(_:current:) or OutputPort(_:distinct:)")
        }
        return current
    }
}

/// The latest values of two ports.
private struct Combination<First: Sendable, Second: Sendable> {
    var first: First
    var second: Second
    /// How many of the two are finished.
    var ended = 0
}

/// The end of one of two ports that are combined. Terminal, because a combination is made in its turn and of two
/// values: nobody waits for room behind it. It goes on by the identity of the value that has changed.
private final class CombiningSink<Message: Sendable, First: Sendable, Second: Sendable, Combined: Sendable>:
    TerminalSink
{
    typealias Latest = Combination<First, Second>
    private weak let output: OutputStorage<Combined>?
    private let latest: Serializer<Latest>
    private let set: @Sendable (inout Latest, Message) -> Void
    private let transform: @Sendable (Latest) -> Combined

    init(
        _ output: OutputStorage<Combined>, _ latest: Serializer<Latest>,
        _ set: @escaping @Sendable (inout Latest, Message) -> Void,
        _ transform: @escaping @Sendable (Latest) -> Combined
    ) {
        self.output = output
        self.latest = latest
        self.set = set
        self.transform = transform
    }

    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        guard let output else { return .gone }
        let openDelivery = OpenDelivery(of: parcel.context)
        latest.run { [set, transform] latest in
            set(&latest, parcel.message)
            output.send(transform(latest), context: parcel.context)
            withExtendedLifetime(openDelivery) {}
        }
        return .taken
    }

    func note(_ message: Message, in mail: MailUnderWay) { output?.noteCombination(in: mail) }

    func sourceFinished() {
        guard let output else { return }
        latest.run { latest in
            latest.ended += 1
            if latest.ended == 2 { output.finish() }
        }
    }

    var isGone: Bool { output == nil }
    var mayLeaveProcess: Bool { true }
    var leavesProcess: Bool { output?.leavesProcess ?? false }
    var following: [any RouteNode] { output.map { [$0] } ?? [] }
    var edge: (label: PortLabel, isPartial: Bool) { (output?.identity.label ?? .outside, true) }
}
