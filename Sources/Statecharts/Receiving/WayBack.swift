/// What puts a message back that a machine was given, into its channel or the queue of its port, if the machine does
/// not begin its step.
@usableFromInline
final class WayBack: Sendable {
    /// The message, if it goes back into the queue of its port; `nil` if it goes back to its channel.
    let messageOfPort: (any Sendable)?
    private let body: @Sendable () -> Bool

    /// - Parameter body: puts the message back; answers `false` if there is nobody any more who keeps it.
    init(messageOfPort: (any Sendable)? = nil, _ body: @escaping @Sendable () -> Bool) {
        self.messageOfPort = messageOfPort
        self.body = body
    }

    /// True if another receiver may get the message when the machine has ended.
    var outlivesReceiver: Bool { messageOfPort == nil }

    func go() -> Bool {
        callingOut()
        return body()
    }
}
