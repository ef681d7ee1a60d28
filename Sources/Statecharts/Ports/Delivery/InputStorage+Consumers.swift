// Who iterates the port, or waits for its next message.

extension InputStorage {
    func next() async -> Parcel<Message>? {
        let id = withState { $0.newID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                let isCancelled = Task.isCancelled
                switch withState({ $0.next(id, consumer, isCancelled: isCancelled) }) {
                case .message(let parcel, let freed): resume(consumer, parcel, freed: freed)
                case .wait:
                    tellReadiness()
                    // Cancelled between the question above and the answer: the handler found nobody to resume.
                    if Task.isCancelled { cancelConsumer(id) }
                }
            }
        } onCancel: {
            cancelConsumer(id)
        }
    }

    private func cancelConsumer(_ id: Int) {
        let consumer = withState { $0.cancelConsumer(id) }
        callingOut()
        consumer?.resume(returning: nil)
    }

    /// Gives a consumer what it has waited for, and a producer the room.
    func resume(_ consumer: Consumer, _ parcel: Parcel<Message>?, freed: Producer?) {
        grant(freed)
        callingOut()
        consumer.resume(returning: parcel)
    }
}
