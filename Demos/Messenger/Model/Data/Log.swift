import Synchronization

/// The messages of one chat, oldest first, in the store. A handle, so that nobody copies them.
final class Log: Sendable {
    private struct Contents {
        var messages: [Message] = []
        /// Where those are that nobody has read.
        var unread: [Int] = []
        var pictures: [Picture] = []
    }

    private let contents = Mutex(Contents())

    init(_ messages: [Message] = []) { for message in messages { append(message) } }

    var count: Int { contents.withLock { $0.messages.count } }
    var last: Message? { contents.withLock { $0.messages.last } }
    /// All pictures of the chat, oldest first.
    var pictures: [Picture] { contents.withLock { $0.pictures } }
    /// All messages; a test compares with them.
    var messages: [Message] { contents.withLock { $0.messages } }

    func append(_ message: Message) {
        contents.withLock { contents in
            if !message.isRead { contents.unread.append(contents.messages.count) }
            if let picture = message.attachment { contents.pictures.append(picture) }
            contents.messages.append(message)
        }
    }

    /// The newest messages that are older than the one with this number, oldest first, and whether there are still
    /// older ones.
    func page(before id: Int?, size: Int) -> (messages: [Message], hasOlder: Bool) {
        contents.withLock { contents in
            var end = contents.messages.count
            if let id {
                // Messages are in the order of their numbers.
                var low = 0
                while low < end {
                    let middle = (low + end) / 2
                    if contents.messages[middle].id < id { low = middle + 1 } else { end = middle }
                }
            }
            let start = max(end - size, 0)
            return (Array(contents.messages[start..<end]), start > 0)
        }
    }

    /// From now on all messages are read. Touches those that were not.
    func markRead() {
        contents.withLock { contents in
            for place in contents.unread { contents.messages[place] = contents.messages[place].read }
            contents.unread = []
        }
    }
}
