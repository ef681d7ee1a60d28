/// Messages as trees: each one under the message that caused it, in the order of sending.
///
///     let recorder = system.recorder(), messages = system.messages
///     guests.send(4)
///     for await dish in dishes.prefix(1) { print(dish) }
///     for await _ in messages.prefix(2) {}  // the order and the dish: now both are recorded
///     print(MessageTree(recorder.records))
///     // #1 Guests.orders → Kitchen.orders: 4
///     // └─ #2 Kitchen.dishes → stream: soup for table 4
public struct MessageTree: Sendable, CustomStringConvertible {
    /// A message and what it caused.
    public struct Node: Sendable {
        fileprivate let contents: Contents
        fileprivate let index: Int

        /// The message.
        public var record: MessageRecord { contents.records[index] }
        /// What was sent while it was handled.
        public var children: [Node] { contents.children[index].map { Node(contents: contents, index: $0) } }
    }

    /// All messages and what each has caused, side by side: a chain of causes may be longer than a stack is deep.
    fileprivate final class Contents: Sendable {
        let records: [MessageRecord]
        let children: [[Int]]

        init(_ records: [MessageRecord], _ children: [[Int]]) {
            self.records = records
            self.children = children
        }
    }

    /// The messages that none of the others caused.
    public let roots: [Node]
    private let showsProxies: Bool

    /// Makes trees from records in any order, of one system or of several, even in other processes.
    ///
    /// Records of one message from several systems become one: that of the sender's system, with the receivers of all.
    /// Messages of one system are in the order of sending, those of several systems in the order of their wall clocks.
    /// - Parameters:
    ///   - records: the messages.
    ///   - showsProxies: whether lines name the proxies that messages have passed on their way, in brackets:
    ///     `Guests.orders → (Restaurant.orders) → Kitchen.orders`.
    public init(_ records: some Sequence<MessageRecord>, showingProxies showsProxies: Bool = false) {
        self.showsProxies = showsProxies
        var groups: [MessageIdentity: [MessageRecord]] = [:]
        var order: [MessageIdentity] = []
        for record in Self.ordered(records) {
            if groups[record.identity, default: []].isEmpty { order.append(record.identity) }
            groups[record.identity, default: []].append(record)
        }
        var records: [MessageRecord] = [], indices: [MessageIdentity: Int] = [:]
        for identity in order {
            guard let record = groups[identity].flatMap(Self.merged) else { continue }
            indices[identity] = records.count
            records.append(record)
        }
        var children = Array(repeating: [Int](), count: records.count), roots: [Int] = []
        for (index, record) in records.enumerated() {
            let cause = groups[record.identity]?.first?.causeIdentity.flatMap { indices[$0] }
            // What others have told may name each other as causes: such a ring hangs on no root, and is left out.
            if let cause, cause != index { children[cause].append(index) } else { roots.append(index) }
        }
        let contents = Contents(records, children)
        self.roots = roots.map { Node(contents: contents, index: $0) }
    }

    /// One order that is that of sending for each system.
    private static func ordered(_ records: some Sequence<MessageRecord>) -> [MessageRecord] {
        var latest: [UInt64: Duration] = [:]
        // A wall clock may be set back: within a system time goes on all the same.
        let dated = records.sorted { $0.id < $1.id }.map { record in
            let time = max(record.timeSince1970, latest[record.identity.source] ?? record.timeSince1970)
            latest[record.identity.source] = time
            return (record, time)
        }
        return dated.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    /// One record of those that several systems have of one message.
    private static func merged(_ records: [MessageRecord]) -> MessageRecord? {
        guard let first = records.first(where: { !$0.isForeign }) ?? records.first else { return nil }
        if records.count == 1 { return first }
        var receivers = first.receivers, proxies = first.proxies
        for record in records {
            for receiver in record.receivers where !receivers.contains(receiver) { receivers.append(receiver) }
            for proxy in record.proxies where !proxies.contains(proxy) { proxies.append(proxy) }
        }
        return MessageRecord(
            id: first.id, cause: first.cause, time: first.time, header: first.header, receivers: receivers,
            proxies: proxies, isForeign: first.isForeign, message: first.message)
    }

    /// A line for each message. Beyond sixty levels lines are not indented further, and begin with `…`.
    public var description: String {
        TreeLines.lines(roots) {
            $0.record.line(withProxies: showsProxies)
        } children: {
            $0.children
        }.joined(separator: "\n")
    }
}

/// How trees are drawn in lines.
package enum TreeLines {
    /// How many levels are indented.
    private static let deepest = 60

    /// A line for each node, under that of its superior. Beyond sixty levels lines are not indented further, and begin
    /// with `…`.
    /// - Parameter text: `nil` for a node that is left out, with all below it.
    package static func lines<Node>(
        _ roots: [Node], _ text: (Node) -> String?, children: (Node) -> [Node]
    ) -> [String] {
        var lines: [String] = []
        // Still to be drawn, the next one last: a tree may be deeper than the stack.
        var waiting = roots.reversed().map { (node: $0, depth: 0, first: "", rest: "") }
        while let (node, depth, first, rest) = waiting.popLast() {
            guard let text = text(node) else { continue }
            lines.append(first + text)
            let inner = children(node)
            for (number, child) in inner.enumerated().reversed() {
                let isLast = number == inner.count - 1
                waiting.append(
                    depth < deepest
                        ? (child, depth + 1, rest + (isLast ? "└─ " : "├─ "), rest + (isLast ? "   " : "│  "))
                        // From here on straight down.
                        : (child, depth, rest + "… ", rest))
            }
        }
        return lines
    }
}
