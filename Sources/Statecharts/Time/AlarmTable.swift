/// The alarms that are set on one clock, by when they are due.
package struct AlarmTable: ~Copyable {
    private let heap = IndexedHeap()
    private var numbers: [ObjectIdentifier: Int32] = [:]
    private var alarms: [(any Alarm)?] = []
    private var free: [Int32] = []

    package init() {}

    package var count: Int { heap.count }
    package var first: TimerKey? { heap.first?.key }

    /// Sets an alarm, or moves one that is set.
    package mutating func set(_ alarm: any Alarm, to key: TimerKey) {
        if let number = numbers[ObjectIdentifier(alarm)] { return heap.set(number, to: key) }
        let number: Int32
        if let reused = free.popLast() {
            number = reused
            alarms[Int(number)] = alarm
        } else {
            number = Int32(alarms.count)
            alarms.append(alarm)
        }
        numbers[ObjectIdentifier(alarm)] = number
        heap.set(number, to: key)
    }

    /// Takes an alarm back; nothing happens if it is not set.
    package mutating func remove(_ alarm: any Alarm) { remove(ObjectIdentifier(alarm)) }

    /// Takes out the alarm that is due first.
    package mutating func takeFirst() -> (any Alarm)? {
        guard let number = heap.first?.number, let alarm = alarms[Int(number)] else { return nil }
        remove(ObjectIdentifier(alarm))
        return alarm
    }

    private mutating func remove(_ identity: ObjectIdentifier) {
        guard let number = numbers.removeValue(forKey: identity) else { return }
        heap.remove(number)
        alarms[Int(number)] = nil
        free.append(number)
    }
}
