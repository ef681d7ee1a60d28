/// What puts a message back that a machine was given, into its channel or the queue of its port, if the machine does
/// not begin its step.
@usableFromInline
final class WayBack: Sendable {
    /// True if another receiver may get the message when the machine has ended.
    let outlivesReceiver: Bool
    private let body: @Sendable () -> Bool

    /// - Parameter body: puts the message back; answers `false` if there is nobody any more who keeps it.
    init(outlivesReceiver: Bool, _ body: @escaping @Sendable () -> Bool) {
        self.outlivesReceiver = outlivesReceiver
        self.body = body
    }

    func go() -> Bool {
        callingOut()
        return body()
    }
}
