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

    /// Makes trees of records in any order.
    public init(_ records: some Sequence<MessageRecord>) {
        let records = records.sorted { $0.id < $1.id }
        // Causes are sent before what they cause, so that going backwards meets children first.
        var children: [MessageID: [Node]] = [:]
        var roots: [Node] = []
        let known = Set(records.map(\.id))
        for record in records.reversed() {
            let node = Node(record: record, children: (children[record.id] ?? []).reversed())
            if let cause = record.cause, known.contains(cause) {
                children[cause, default: []].append(node)
            } else {
                roots.append(node)
            }
        }
        self.roots = roots.reversed()
    }

    /// A line for each message.
    public var description: String {
        var lines: [String] = []
        for root in roots {
            lines.append(root.record.description)
            Self.draw(root.children, indented: "", into: &lines)
        }
        return lines.joined(separator: "\n")
    }

    private static func draw(_ nodes: [Node], indented indent: String, into lines: inout [String]) {
        for (position, node) in nodes.enumerated() {
            let isLast = position == nodes.count - 1
            lines.append(indent + (isLast ? "└─ " : "├─ ") + node.record.description)
            draw(node.children, indented: indent + (isLast ? "   " : "│  "), into: &lines)
        }
    }
}
