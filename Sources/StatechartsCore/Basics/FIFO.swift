/// A queue: appending and taking the first element take amortised constant time.
@usableFromInline
package struct FIFO<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0

    @inlinable package init() {}

    /// The number of elements for which an empty queue keeps memory.
    @inlinable static var mostKept: Int { 128 }

    @inlinable package var count: Int { slots.count - head }
    @inlinable package var isEmpty: Bool { head == slots.count }
    @inlinable package var first: Element? { isEmpty ? nil : slots[head] }
    @inlinable package var elements: [Element] { slots[head...].compactMap { $0 } }

    @inlinable package func contains(where matches: (Element) -> Bool) -> Bool {
        slots[head...].contains { $0.map(matches) ?? false }
    }

    @inlinable package mutating func append(_ element: Element) { slots.append(element) }

    @inlinable package mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            slots[head] = element
        } else {
            slots.insert(element, at: 0)
        }
    }

    @inlinable package mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        let element = slots[head].take()
        head += 1
        if head == slots.count || head >= 64 && head * 2 >= slots.count { closeGap() }
        return element
    }

    /// Removes the one element for which `matches` holds.
    ///
    /// It is looked for from both ends at a time: whoever waits and gives up is mostly the first one or the last one.
    @inlinable package mutating func remove(where matches: (Element) -> Bool) -> Element? {
        var low = head, high = slots.count - 1
        while low <= high {
            if let element = slots[low], matches(element) { return remove(at: low) }
            if let element = slots[high], matches(element) { return remove(at: high) }
            low += 1
            high -= 1
        }
        return nil
    }

    @inlinable mutating func remove(at place: Int) -> Element? {
        place == head ? popFirst() : slots.remove(at: place)
    }

    /// Closes the gap before the first element. A queue that was long gives memory back, but keeps twice of what it
    /// needs: one that shrinks and grows is not moved each time. A short one keeps its memory for the next element.
    @inlinable mutating func closeGap() {
        slots.removeFirst(head)
        head = 0
        guard slots.capacity > Self.mostKept, slots.count * 4 < slots.capacity else { return }
        var smaller: [Element?] = []
        smaller.reserveCapacity(2 * slots.count)
        smaller += slots
        slots = smaller
    }

    @inlinable package mutating func removeAll() -> [Element] {
        defer {
            slots = []
            head = 0
        }
        return elements
    }
}

extension FIFO: Sendable where Element: Sendable {}
