extension InputStorage {
    /// Whether the message is one for this port; asked before anything else is done about it.
    func understands(_ message: Message) -> Bool {
        guard let filter else { return true }
        callingOut()
        return filter(message)
    }

    /// The same in front of what takes messages at once; what there is itself where there is no filter.
    func understanding(_ plainTake: @escaping PlainTake<Message>.Function) -> PlainTake<Message>.Function {
        guard let filter else { return plainTake }
        return { message, reading in
            callingOut()
            return filter(message) ? plainTake(message, reading) : true
        }
    }
}
