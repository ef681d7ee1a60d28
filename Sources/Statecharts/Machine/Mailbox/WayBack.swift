/// How a message goes back to where it came from, if the machine that it was given to does not take it.
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
