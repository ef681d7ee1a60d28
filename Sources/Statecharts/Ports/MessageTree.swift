/// Messages as trees: each one under the message that caused it, in the order of sending.
///
///     let recorder = system.recorder()
///     guests.send(4)
///     for await dish in dishes.prefix(1) { print(dish) }
///     print(MessageTree(recorder.records))
///     // #1 Guests.orders → Kitchen.orders: 4
///     // └─ #2 Kitchen.dishes → stream: soup for table 4
public struct MessageTree: Sendable, CustomStringConvertible {
    /// A message and what it caused.
    public struct Node: Sendable {
        /// The message.
        public let record: MessageRecord
        /// What was sent while it was handled.
        public let children: [Node]
    }

    /// The messages that none of the others caused.
    public let roots: [Node]
    private let showsProxies: Bool

    /// Makes trees of records in any order, of one system or of several, also in other processes.
    ///
    /// Records of one message from several systems become one, that of the sender's system with the receivers of all. Messages of one system are in the
    /// order of sending; those of several as their clocks show the date.
    /// - Parameters:
    ///   - records: the messages.
    ///   - showsProxies: whether lines name the proxies that messages have passed on their way, in brackets: `Guests.orders → (Restaurant.orders) → Kitchen.orders`.
    public init(_ records: some Sequence<MessageRecord>, showingProxies showsProxies: Bool = false) {
        self.showsProxies = showsProxies
        var groups: [MessageIdentity: [MessageRecord]] = [:]
        var order: [MessageIdentity] = []
        for record in Self.ordered(records) {
            if groups[record.identity, default: []].isEmpty { order.append(record.identity) }
            groups[record.identity, default: []].append(record)
        }
        var followers: [MessageIdentity: [MessageIdentity]] = [:]
        var roots: [MessageIdentity] = []
        for identity in order {
            if let cause = groups[identity]?.first?.causeIdentity, groups[cause] != nil, cause != identity {
                followers[cause, default: []].append(identity)
            } else {
                roots.append(identity)
            }
        }
        // Deeper ones first, so that what a message caused is there before it. What others have told may name each other as causes: it is left out.
        var way = roots, place = 0
        while place < way.count {
            way += followers[way[place]] ?? []
            place += 1
        }
        var nodes: [MessageIdentity: Node] = [:]
        for identity in way.reversed() {
            guard let record = groups[identity].flatMap(Self.merged) else { continue }
            nodes[identity] = Node(record: record, children: (followers[identity] ?? []).compactMap { nodes[$0] })
        }
        self.roots = roots.compactMap { nodes[$0] }
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

    /// A line for each message.
    public var description: String {
        var lines: [String] = []
        for root in roots {
            lines.append(root.record.line(withProxies: showsProxies))
            draw(root.children, indented: "", into: &lines)
        }
        return lines.joined(separator: "\n")
    }

    private func draw(_ nodes: [Node], indented indent: String, into lines: inout [String]) {
        for (position, node) in nodes.enumerated() {
            let isLast = position == nodes.count - 1
            lines.append(indent + (isLast ? "└─ " : "├─ ") + node.record.line(withProxies: showsProxies))
            draw(node.children, indented: indent + (isLast ? "   " : "│  "), into: &lines)
        }
    }
}
