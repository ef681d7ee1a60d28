import Synchronization

/// Sequence numbers of what is sent to a machine before its first start. It waits in different places, the machine's
/// ports and the mail of its supervised machine, and the start brings it into the order of sending.
enum SendingOrder {
    private static let last = Atomic<UInt64>(0)

    /// The next number: what one task sends later has a greater one.
    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The number of the message that a port is giving to its taker, if it has waited in the port.
    @TaskLocal static var waited: UInt64?
}

extension InputStateMachine.Buffered {
    /// Hands on a message that has waited. The taker is told when it was sent: a supervised machine that starts brings
    /// its mail into that order.
    func handedOn<Result>(_ body: () -> Result) -> Result {
        guard let sent else { return parcel.handedOn(body) }
        return SendingOrder.$waited.withValue(sent) { parcel.handedOn(body) }
    }
}
