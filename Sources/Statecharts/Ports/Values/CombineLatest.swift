/// A port whose current value is made of those of two others, and changes with either.
///
///     let title = combineLatest(name, unread) { "\($0) (\($1))" }  // OutputPort<String>
///     print(title.current ?? "")  // Ann (3)
///     connect(title, to: screen.titles)
///
/// Both must have a current value (``OutputPort/init(_:current:)``, ``OutputPort/init(_:distinct:)``); otherwise it
/// traps. The result has the name of the type of its values. It finishes when both have; it keeps neither of them
/// alive, and they forget it when it is released.
///
/// Order: whoever changes the two, the combinations are made one after the other, and the last one is of the latest
/// values of both. Nobody waits for that: what changes while one is made, on another thread or by `transform` itself,
/// is combined right after it.
///
/// - Parameters:
///   - first: a port with a current value.
///   - second: another one.
///   - transform: makes the value. It runs where a value is sent, with no lock held.
public func combineLatest<First, Second, Combined>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Combined
) -> OutputPort<Combined> {
    let values = (first.valueToCombine, second.valueToCombine)
    let result = OutputPort<Combined>(current: transform(values.0, values.1))
    combine(first, second, values, into: result, transform)
    return result
}

/// A port whose current value is made of those of two others, sent only when it changes.
///
/// Everything else is as for the `combineLatest` of values that cannot be compared.
public func combineLatest<First, Second, Combined: Equatable>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>,
    _ transform: @escaping @Sendable (First, Second) -> Combined
) -> OutputPort<Combined> {
    let values = (first.valueToCombine, second.valueToCombine)
    let result = OutputPort<Combined>(distinct: transform(values.0, values.1))
    combine(first, second, values, into: result, transform)
    return result
}

private func combine<First, Second, Combined>(
    _ first: OutputPort<First>, _ second: OutputPort<Second>, _ values: (First, Second),
    into result: OutputPort<Combined>, _ transform: @escaping @Sendable (First, Second) -> Combined
) {
    let turns = Serializer(Combination(first: values.0, second: values.1))
    let output = result.storage
    _ = Connection.make(
        first.storage,
        CombiningSink(output) { [weak output] (value: First, origin) in
            guard let output else { return }
            turns.run { combination in
                combination.first = value
                output.send(transform(combination.first, combination.second), origin: origin)
            }
        } finish: { [weak output] in
            guard let output else { return }
            turns.run { if $0.endOne() { output.finish() } }
        })
    _ = Connection.make(
        second.storage,
        CombiningSink(output) { [weak output] (value: Second, origin) in
            guard let output else { return }
            turns.run { combination in
                combination.second = value
                output.send(transform(combination.first, combination.second), origin: origin)
            }
        } finish: { [weak output] in
            guard let output else { return }
            turns.run { if $0.endOne() { output.finish() } }
        })
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
    private var ended = 0

    init(first: First, second: Second) {
        self.first = first
        self.second = second
    }

    /// One of the two is finished. Answers whether both are.
    mutating func endOne() -> Bool {
        ended += 1
        return ended == 2
    }
}

/// The end of one of two ports that are combined.
private final class CombiningSink<Message: Sendable, Combined: Sendable>: Sink {
    private weak let output: OutputStorage<Combined>?
    private let change: @Sendable (Message, TraceContext?) -> Void
    private let finish: @Sendable () -> Void

    init(
        _ output: OutputStorage<Combined>, change: @escaping @Sendable (Message, TraceContext?) -> Void,
        finish: @escaping @Sendable () -> Void
    ) {
        self.output = output
        self.change = change
        self.finish = finish
    }

    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if output == nil { return .gone }
        change(parcel.message, parcel.origin)
        return .taken
    }

    func prepare(_ message: Message) -> Preparation { .ready([CombinedDelivery(sink: self, message: message)]) }
    func sourceFinished() { finish() }
    var following: [any RouteNode] { output.map { [$0] } ?? [] }
    var end: (label: PortLabel, isPartial: Bool) { (output?.identity.label ?? .outside, true) }
}

/// A value takes no room.
private struct CombinedDelivery<Message: Sendable, Combined: Sendable>: PreparedDelivery {
    let sink: CombiningSink<Message, Combined>
    let message: Message

    func commit(_ origin: TraceContext?) {
        _ = EpochReclaimer.ofPorts.read { sink.receive(Parcel(message: message, origin: origin), $0) }
    }
    func cancel() {}
}
