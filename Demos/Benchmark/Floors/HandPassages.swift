// The hand-written counterparts of the charts of Passages.swift and Waiting.swift: objects, virtual calls, numbers for
// states. What a chart has to find out, its programmer knows here: that the composite reacts and not its leaf, and what
// is left and entered.

/// The counterpart of `ReturnsByHistory`.
final class HandHistory: HandMachine {
    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        /// 0 for the first, 1 for the second, 2 for the history, -1 for nothing.
        func handle(_ event: ReturnsByHistory.Event) -> Int { -1 }
        func entry() {}
    }

    final class Work: Node {
        override func handle(_ event: ReturnsByHistory.Event) -> Int {
            switch event {
            case .next: 1
            case .again: 2
            }
        }
    }

    final class First: Node {}

    final class Second: Node {
        override func entry() { counters.entries += 1 }
    }

    let counters = Counters()
    private let work: Node
    private let states: [Node]
    private var current = 1
    private var recorded = 0

    init() {
        work = opaque(Work(counters))
        states = opaque([First(counters), Second(counters)])
    }

    func send(_ event: ReturnsByHistory.Event) {
        let target = work.handle(event)
        guard target >= 0 else { return }
        recorded = current
        current = target == 2 ? recorded : target
        states[current].entry()
    }
}

/// The counterpart of `ForksAndJoins`.
final class HandForks: HandMachine {
    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        /// 0 for the fork, 1 for the join, -1 for nothing.
        func handle(_ event: ForksAndJoins.Event) -> Int { -1 }
        func entry() {}
    }

    final class Both: Node {
        override func handle(_ event: ForksAndJoins.Event) -> Int {
            switch event {
            case .again: 0
            case .done: 1
            }
        }
    }

    final class Rest: Node {}

    final class Busy: Node {
        override func entry() { counters.entries += 1 }
    }

    let counters = Counters()
    private let both: Node
    /// Rest and busy of the left side, then those of the right one.
    private let nodes: [Node]
    private var current = [0, 0]

    init() {
        both = opaque(Both(counters))
        let counters = counters
        nodes = opaque((0..<2).flatMap { _ in [Rest(counters), Busy(counters)] })
    }

    func send(_ event: ForksAndJoins.Event) {
        let target = both.handle(event)
        if target < 0 || target == 1 && !(current[0] == 1 && current[1] == 1) { return }
        for side in 0..<2 { current[side] = 1 }
        for side in 0..<2 { nodes[2 * side + current[side]].entry() }
    }
}

/// The counterpart of `Chooses`.
final class HandChoice: HandMachine {
    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        /// Whether the event leads to the choice.
        func handle(_ event: Chooses.Event) -> Bool { false }
        func entry() {}
    }

    final class One: Node {
        override func handle(_ event: Chooses.Event) -> Bool { true }
        override func entry() { counters.entries += 1 }
    }

    final class Two: Node {
        override func handle(_ event: Chooses.Event) -> Bool { true }
        override func entry() { counters.entries += 1 }
    }

    let counters = Counters()
    private let states: [Node]
    private let choice: (Counters) -> Int
    private var current = 0

    init() {
        states = opaque([One(counters), Two(counters)])
        choice = opaque { $0.entries.isMultiple(of: 2) ? 1 : 0 }
    }

    func send(_ event: Chooses.Event) {
        guard states[current].handle(event) else { return }
        current = choice(counters)
        states[current].entry()
    }
}

/// The counterpart of `Defers`: what is deferred waits in an array.
final class HandDeferral: HandMachine {
    enum Answer { case unhandled, deferred, busy, idle }

    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        func handle(_ event: Defers.Event) -> Answer { .unhandled }
        func effect() {}
    }

    final class Busy: Node {
        override func handle(_ event: Defers.Event) -> Answer {
            switch event {
            case .work: .deferred
            case .done: .idle
            }
        }
    }

    final class Idle: Node {
        override func handle(_ event: Defers.Event) -> Answer {
            switch event {
            case .work: .busy
            case .done: .unhandled
            }
        }
        override func effect() { counters.effects += 1 }
    }

    let counters = Counters()
    private let states: [Node]
    private var current = 0
    private var deferred: [Defers.Event] = []

    init() { states = opaque([Busy(counters), Idle(counters)]) }

    func send(_ event: Defers.Event) {
        guard take(event) else {
            deferred.append(event)
            return
        }
        var position = 0
        while position < deferred.count {
            if take(deferred[position]) {
                deferred.remove(at: position)
                position = 0
            } else {
                position += 1
            }
        }
    }

    /// Answers `false` if the event is to be deferred.
    private func take(_ event: Defers.Event) -> Bool {
        switch states[current].handle(event) {
        case .unhandled: return true
        case .deferred: return false
        case .busy:
            states[current].effect()
            current = 0
            return true
        case .idle:
            current = 1
            return true
        }
    }
}

/// The counterpart of `GoesOn`.
final class HandAlways: HandMachine {
    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        /// The number of the next state, or -1.
        func handle(_ event: GoesOn.Event) -> Int { -1 }
        func always() -> Int { -1 }
        func effect() {}
    }

    final class Rest: Node {
        override func handle(_ event: GoesOn.Event) -> Int {
            switch event {
            case .go: 1
            }
        }
    }

    final class Passing: Node {
        override func always() -> Int { 0 }
        override func effect() { counters.effects += 1 }
    }

    let counters = Counters()
    private let states: [Node]
    private var current = 0

    init() { states = opaque([Rest(counters), Passing(counters)]) }

    func send(_ event: GoesOn.Event) {
        let next = states[current].handle(event)
        guard next >= 0 else { return }
        states[current].effect()
        current = next
        while true {
            let following = states[current].always()
            guard following >= 0 else { return }
            states[current].effect()
            current = following
        }
    }
}
