// The same dispatch as a good programmer writes it without a framework: objects in an array, virtual calls, an index
// for the state.

final class Counters {
    var entries = 0
    var exits = 0
    var effects = 0
    var all: Int { entries + exits + effects }
}

/// What is written by hand and takes events.
protocol HandMachine {
    associatedtype Event
    var counters: Counters { get }
    func send(_ event: Event)
}

class HandState {
    let counters: Counters

    init(_ counters: Counters) { self.counters = counters }

    /// The number of the next state, or -1 if the event means nothing to this one.
    func handle(_ event: ThreeLevels.Event) -> Int { -1 }
    func effect() {}
    func entry() {}
    func exit() {}
}

final class HandRed: HandState {
    override func handle(_ event: ThreeLevels.Event) -> Int {
        switch event {
        case .tick: 1
        case .ignored: -1
        }
    }
    override func effect() { counters.effects += 1 }
    override func entry() { counters.entries += 1 }
    override func exit() { counters.exits += 1 }
}

final class HandGreen: HandState {
    override func handle(_ event: ThreeLevels.Event) -> Int {
        switch event {
        case .tick: 2
        case .ignored: -1
        }
    }
    override func effect() { counters.effects += 1 }
    override func entry() { counters.entries += 1 }
    override func exit() { counters.exits += 1 }
}

final class HandBlue: HandState {
    override func handle(_ event: ThreeLevels.Event) -> Int {
        switch event {
        case .tick: 0
        case .ignored: -1
        }
    }
    override func effect() { counters.effects += 1 }
    override func entry() { counters.entries += 1 }
    override func exit() { counters.exits += 1 }
}

/// Handles nothing itself; what an event that bubbles up meets on its way.
final class HandOuter: HandState {
    override func handle(_ event: ThreeLevels.Event) -> Int {
        switch event {
        case .tick, .ignored: -1
        }
    }
}

/// The hand-written counterpart of `ThreeLevels`.
final class HandLights {
    let counters = Counters()
    private let states: [HandState]
    private let outer: [HandState]
    private var current = 0

    init() {
        states = opaque([HandRed(counters), HandGreen(counters), HandBlue(counters)])
        outer = opaque([HandOuter(counters), HandOuter(counters)])
    }

    func send(_ event: ThreeLevels.Event) -> Bool {
        let state = states[current]
        let next = state.handle(event)
        guard next >= 0 else { return bubble(event) }
        state.exit()
        state.effect()
        current = next
        states[next].entry()
        return true
    }

    private func bubble(_ event: ThreeLevels.Event) -> Bool {
        for state in outer where state.handle(event) >= 0 { return true }
        return false
    }
}
