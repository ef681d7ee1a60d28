import Synchronization

/// The three lamps.
enum LED: CaseIterable, Sendable {
    case red, green, blue
}

/// What the chart acts on: lamps that can be turned on and off.
protocol LEDs: Sendable {
    func turnOn(_ led: LED)
    func turnOff(_ led: LED)
}

/// Lamps that remember whether they are lit, for whoever draws them.
final class LampBoard: LEDs {
    private let lamps = Mutex<Set<LED>>([])

    func turnOn(_ led: LED) { _ = lamps.withLock { $0.insert(led) } }
    func turnOff(_ led: LED) { _ = lamps.withLock { $0.remove(led) } }

    var lit: Set<LED> { lamps.withLock { $0 } }
}
