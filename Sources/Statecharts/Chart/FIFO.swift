/// A queue whose both ends cost the same.
struct FIFO<Element> {
    private var slots: [Element?] = []
    private var head = 0

    var count: Int { slots.count - head }
    var isEmpty: Bool { head == slots.count }
    var first: Element? { isEmpty ? nil : slots[head] }
    var elements: [Element] { slots[head...].compactMap { $0 } }

    mutating func append(_ element: Element) { slots.append(element) }

    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            slots[head] = element
        } else {
            slots.insert(element, at: 0)
        }
    }

    mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        let element = slots[head].take()
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: slots.count <= 64)
            head = 0
        } else if head >= 64, head * 2 >= slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes the first element for which `matches` holds.
    mutating func remove(where matches: (Element) -> Bool) -> Element? {
        guard let place = slots[head...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
        return slots.remove(at: place)
    }

    mutating func removeAll() -> [Element] {
        defer {
            slots = []
            head = 0
        }
        return elements
    }
}

extension FIFO: Sendable where Element: Sendable {}
