/// Envelopes that a machine has moved out of its mailbox, to take them one after the other.
@usableFromInline
struct Inbox<Event: Sendable> {
    /// The next one is the last: it can be moved out, and leaves no hole.
    @usableFromInline var reversed: [Envelope<Event>] = []

    /// For how many envelopes memory is kept in any case.
    @inlinable static var mostKept: Int { 32_768 }

    @inlinable init() {}
    /// - Parameter envelopes: in their order.
    init(_ envelopes: [Envelope<Event>]) { reversed = envelopes.reversed() }

    /// Asks the count: `Array.isEmpty` is generic code of collections where this is not compiled for the chart.
    @inlinable var isEmpty: Bool { reversed.count == 0 }
    /// In their order.
    var envelopes: [Envelope<Event>] { reversed.reversed() }

    /// Takes the next one; `nil` if there is none.
    @inlinable mutating func next() -> Envelope<Event>? { reversed.popLast() }

    /// Puts one in front of all others.
    @inlinable mutating func putBack(_ envelope: Envelope<Event>) { reversed.append(envelope) }

    /// Puts one behind all others; they are few.
    mutating func append(_ envelope: Envelope<Event>) { reversed.insert(envelope, at: 0) }
}
