import Statecharts

/// Puts messages before the steps that they set off.
///
/// Who receives a message is known when it has been delivered, and then a receiver on another thread may have taken its
/// step already. So a message gets its place before it is delivered, and what happens until its record is there waits
/// behind it: for as long as one delivery takes.
struct EntryOrder {
    typealias Append = @Sendable (inout RecorderContents) -> Void

    private enum Slot {
        case expected(MessageID)
        case ready(Append)
    }

    private var slots: [Slot] = []

    var isEmpty: Bool { slots.isEmpty }

    mutating func expect(_ id: MessageID) { slots.append(.expected(id)) }

    mutating func entry(_ append: @escaping Append) { slots.append(.ready(append)) }

    /// A message, in the place where it was expected.
    mutating func message(_ id: MessageID, _ append: @escaping Append) {
        let place = slots.firstIndex { slot in
            if case .expected(id) = slot { true } else { false }
        }
        if let place { slots[place] = .ready(append) } else { slots.append(.ready(append)) }
    }

    /// The first entry, unless it is a message that has no record yet.
    mutating func next() -> Append? {
        guard case .ready(let append) = slots.first else { return nil }
        slots.removeFirst()
        return append
    }

    /// All that are there; messages without a record are not expected any longer.
    mutating func takeAll() -> [Append] {
        defer { slots = [] }
        return slots.compactMap { if case .ready(let append) = $0 { append } else { nil } }
    }
}
