// Unsafe storage of its own: two lists, with the proof of FlatStorage.swift. A row belongs to one event store, which
// belongs to one chart and is confined to its isolation domain. An event is out of both lists when it is destroyed,
// whatever its end sets off.
//
// Tried against it: events whose ends put others in, wherever they were, so that the row has to grow meanwhile
// (EventRowTests).

/// Events in the order of their arrival, each with a number. An `Array` would look up the metadata of its element type
/// with every call, which costs more than the call.
final class EventRow<Event> {
    private struct Headers {
        var events = FlatList<Event>.Header()
        var numbers = FlatList<Int>.Header()
    }

    private let headers = FlatCell(Headers())
    private var list: FlatList<Event> { unsafe FlatList(at: &headers.place.pointee.events) }
    private var numbers: FlatList<Int> { unsafe FlatList(at: &headers.place.pointee.numbers) }

    deinit {
        removeAll()
        list.free()
        numbers.free()
        headers.free()
    }

    var count: Int { Int(list.count) }
    var isEmpty: Bool { list.isEmpty }
    /// The events, the first one first.
    var events: [Event] { list.elements }

    func append(_ event: borrowing Event, number: Int = 0) {
        list.append(copy event)
        numbers.append(number)
    }

    /// The event with that number.
    subscript(number number: Int) -> Event? {
        guard let place = place(of: number) else { return nil }
        return list[place]
    }

    /// Copies the event with that number into a place where handlers can be asked about it.
    func hold(number: Int, in translated: EventSlot<Event>) -> EventPointer? {
        guard let place = place(of: number) else { return nil }
        return translated.hold(list[place])
    }

    /// Moves the first event into a place where handlers can be asked about it.
    func holdFirst(in translated: EventSlot<Event>) -> EventPointer? {
        isEmpty ? nil : translated.hold(remove(at: 0))
    }

    func removeFirst() -> Event? { isEmpty ? nil : remove(at: 0) }

    func remove(number: Int) { if let place = place(of: number) { _ = remove(at: place) } }

    private func remove(at place: Int32) -> Event {
        _ = numbers.remove(at: place)
        return list.remove(at: place)
    }

    /// Removes the events that are there; what their ends put in stays.
    func removeAll() { for _ in 0..<count { _ = removeFirst() } }

    /// The position of the event with that number; numbers grow, and the first one is asked for most often.
    private func place(of number: Int) -> Int32? {
        if !isEmpty, numbers[0] == number { return 0 }
        let place = (0..<numbers.count).firstPlace { numbers[$0] >= number }
        return place < numbers.count && numbers[place] == number ? place : nil
    }
}
