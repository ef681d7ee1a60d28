extension PortIdentity {
    /// What travels with a message that leaves the process from this port, and that nobody has given an identity.
    func leavingHeader(causedBy context: TraceContext?) -> MessageHeader {
        MessageHeader(
            identity: .next(), cause: context?.header.identity, sender: label, type: messageType,
            timeSince1970: WallClock.timeSince1970)
    }
}

extension Parcel {
    /// The message with an identity of its own, which it needs before it leaves the process by several ways.
    func identified(leaving source: PortIdentity) -> Parcel {
        if let context, context.isOwn { return self }
        return Parcel(message: message, context: TraceContext(leaving: source.leavingHeader(causedBy: context)))
    }
}
