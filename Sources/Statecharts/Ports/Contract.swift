/// Which message may pass a port when, said as a chart of its own: a protocol.
///
///     // ● ▶ Closed ── open ──▶ Open ── close ──▶ Closed
///     let contract = Contract(DoorProtocol()) { (message: DoorMessage) in
///         switch message {
///         case .open: .open
///         case .close: .close
///         case .knock: nil                       // may come at any time
///         }
///     }
///     door.enforce(contract, onViolation: .fail)
///
/// Each message that passes the port is an event of the protocol's chart. A message that no state of it reacts to, or that comes after
/// its end, is a violation. The chart runs synchronously where the message passes, so its actions should do nothing but count.
///
/// Messages of one sender are checked in their order. Of several threads that send at the same time, each message is checked just before it is taken,
/// so that the contract's order can differ from that of the machine.
///
/// - Isolation: `Sendable`. One contract belongs to one port.
public final class Contract<Message: Sendable>: Sendable {
    /// Where the protocol stands, and what led there.
    struct Breach {
        let state: String
        let history: [String]
    }

    private let run: @Sendable (Message) -> Breach?

    /// Makes a contract from a protocol's chart, which starts with the first message.
    /// - Parameters:
    ///   - chart: the protocol, used nowhere else. A chart that cannot start makes every message a violation that says why.
    ///   - event: the protocol's event for a message; `nil` for messages that it says nothing about.
    public init<Rules: Statechart>(_ chart: sending Rules, _ event: @escaping @Sendable (Message) -> Rules.Event?) {
        let protocolRun = ProtocolRun<Message, Rules>(Interpreter(chart))
        run = { message in event(message).flatMap { protocolRun.breach($0, message) } }
    }

    func breach(_ message: Message) -> Breach? { run(message) }
}

/// A protocol that is being followed.
private final class ProtocolRun<Message: Sendable, Rules: Statechart>: Sendable {
    private struct Contents {
        let interpreter: Interpreter<Rules>
        /// The last messages that were in order; described only when one is not.
        var history = FIFO<Message>()

        func breach(in state: String) -> Contract<Message>.Breach {
            Contract.Breach(state: state, history: history.elements.map { "\($0)" })
        }
    }
    private let contents: Guarded<Contents>

    init(_ interpreter: sending Interpreter<Rules>) { contents = Guarded(Contents(interpreter: interpreter)) }

    func breach(_ event: Rules.Event, _ message: Message) -> Contract<Message>.Breach? {
        contents.withLock { contents in
            do {
                if contents.interpreter.status == .new { try contents.interpreter.start() }
                switch try contents.interpreter.send(event) {
                case .handled, .deferred:
                    contents.history.append(message)
                    if contents.history.count > 20 { _ = contents.history.popFirst() }
                    return nil
                // Nothing has changed: this is the state in which the message came.
                case .unhandled: return contents.breach(in: contents.interpreter.configuration.description)
                case .finished: return contents.breach(in: "the end")
                }
            } catch {
                return contents.breach(in: "\(error)")
            }
        }
    }
}

/// A message that came through a port when its contract did not allow it.
public struct ContractViolation: Sendable, CustomStringConvertible {
    /// The port.
    public let port: PortLabel
    /// The message.
    public let message: any Sendable
    /// The state of the protocol in which it came.
    public let state: String
    /// The messages before it that the protocol took, the latest last; at most 20.
    public let history: [String]
    /// The chain of messages that caused it, itself last; empty if the port belongs to no ``System``.
    public let trace: [HeldMessage]

    /// What came where, after what, and by which chain of messages.
    public var description: String {
        let before = history.isEmpty ? "as the first message" : "after " + history.joined(separator: ", ")
        let chain = trace.isEmpty ? "" : "; caused by " + trace.map(\.description).joined(separator: " → ")
        return "\(port): \(message) came \(before), in \(state)" + chain
    }
}
