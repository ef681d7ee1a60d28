/// Which message may pass a port when, said as a chart of its own: a protocol.
///
///     let contract = Contract(DoorProtocol()) { (message: DoorMessage) in
///         switch message {
///         case .open: .open
///         case .close: .close
///         case .knock: nil  // may come at any time
///         }
///     }
///     door.enforce(contract, onViolation: .refuse)
///
/// Each message that passes the port is an event of the protocol's chart. A message that no state of it reacts to, or that comes after
/// its end, is a violation. The chart runs synchronously where the message passes, so its actions should do nothing but count.
///
/// Messages are checked one after the other and go on in the order in which they were checked. Nobody waits for that: what is sent while another
/// message is being checked, by another thread or by the protocol's own actions, is checked and goes on right after it, and ``OutputPort/send(_:)`` returns at once.
///
/// - Isolation: `Sendable`. One contract belongs to one port.
public final class Contract<Message: Sendable>: Sendable {
    /// Where the protocol stands, and what led there.
    struct Breach {
        let state: String
        let history: [String]
    }

    private let run: @Sendable (Message, @escaping @Sendable (Breach?) -> Void) -> Void
    /// Does something after everything that was to be judged before.
    let inTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes a contract from a protocol's chart, which starts with the first message.
    /// - Parameters:
    ///   - chart: the protocol, used nowhere else. A chart that cannot start makes every message a violation that says why.
    ///   - event: the protocol's event for a message; `nil` for messages that it says nothing about.
    public init<Rules: Statechart>(_ chart: sending Rules, _ event: @escaping @Sendable (Message) -> Rules.Event?) {
        let protocolRun = Turns(ProtocolRun<Message, Rules>(Interpreter(chart)))
        run = { message, goOn in
            protocolRun.run { state in goOn(event(message).flatMap { state.breach($0, message) }) }
        }
        inTurn = { body in protocolRun.run { _ in body() } }
    }

    /// Goes on with what is wrong with a message, if anything: at once, or when those that came before have gone on.
    func judge(_ message: Message, _ goOn: @escaping @Sendable (Breach?) -> Void) { run(message, goOn) }
}

/// A protocol that is being followed.
private struct ProtocolRun<Message: Sendable, Rules: Statechart> {
    private let interpreter: Interpreter<Rules>
    /// The last messages that were in order; described only when one is not.
    private var history = FIFO<Message>()

    init(_ interpreter: sending Interpreter<Rules>) { self.interpreter = interpreter }

    mutating func breach(_ event: Rules.Event, _ message: Message) -> Contract<Message>.Breach? {
        do {
            if interpreter.status == .new { try interpreter.start() }
            switch try interpreter.send(event) {
            case .handled, .deferred:
                history.append(message)
                if history.count > 20 { _ = history.popFirst() }
                return nil
            // Nothing has changed: this is the state in which the message came.
            case .unhandled: return breach(in: interpreter.configuration.description)
            case .finished: return breach(in: "the end")
            }
        } catch {
            return breach(in: "\(error)")
        }
    }

    private func breach(in state: String) -> Contract<Message>.Breach {
        Contract.Breach(state: state, history: history.elements.map { "\($0)" })
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
