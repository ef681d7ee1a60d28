import Statecharts

extension Messenger {
    /// Brings something after each step that may have changed the screen; what is missed is not repeated.
    public var changes: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let shell = shell.steps(buffering: .bufferingNewest(1)), list = chatsList.steps(buffering: .bufferingNewest(1))
        let contacts = contacts.steps(buffering: .bufferingNewest(1)), beginnings = openChats.beginnings.stream()
        let openChats = openChats
        let task = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { for await _ in shell { continuation.yield() } }
                group.addTask { for await _ in list { continuation.yield() } }
                group.addTask { for await _ in contacts { continuation.yield() } }
                // The steps of a chat go on from life to life, but not over the end of a supervisor's run: so they are
                // asked for at each beginning.
                var readers: [ChatID: Task<Void, Never>] = [:]
                for await chat in beginnings {
                    guard let steps = openChats[chat]?.machine.steps else { continue }
                    continuation.yield()
                    readers.removeValue(forKey: chat)?.cancel()
                    readers[chat] = Task { for await _ in steps { continuation.yield() } }
                    for (gone, reader) in readers where openChats[gone] == nil {
                        reader.cancel()
                        readers[gone] = nil
                    }
                }
                for reader in readers.values { reader.cancel() }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
