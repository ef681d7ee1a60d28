import Statecharts

extension Benchmark {
    /// The synchronous engine, without actors.
    static let interpreterSubjects: [Subject] = [
        Subject(
            "tick", "one event: handler, exit, effect, entry, three levels", floor: "the same virtual calls by hand",
            goal: .atMost(4, nanoseconds: 40), isSynchronous: true
        ) {
            .init(subject: try ticks(), floor: handTicks(.tick))
        },
        Subject(
            "bubble", "an unhandled event up three levels", floor: "three virtual calls", goal: .atMost(2.5),
            isSynchronous: true
        ) {
            .init(subject: try loop(ThreeLevels(), opaque(.ignored)), floor: handTicks(.ignored))
        },
        Subject(
            "deep", "a transition that leaves three states and enters three", floor: "the same virtual calls by hand",
            goal: .atMost(4), isSynchronous: true
        ) {
            .init(subject: try loop(SixLevels(), opaque(.swing)), floor: handSwings())
        },
        Subject(
            "regions-all", "an event to which four regions react",
            floor: "the same virtual calls by hand", goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(FourRegions(), opaque(.all)), floor: handLoop(HandRegions(), .all, each: 12))
        },
        Subject(
            "regions-one", "an event to which one of four regions reacts", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(FourRegions(), opaque(.one)), floor: handLoop(HandRegions(), .one, each: 3))
        },
        Subject(
            "history", "leaving a composite and restoring it by history", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(
                subject: try loop(ReturnsByHistory(), opaque(.again), after: [.next]),
                floor: handLoop(HandHistory(), .again, each: 1))
        },
        Subject(
            "fork", "leaving two regions and entering them by a fork", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(ForksAndJoins(), opaque(.again)), floor: handForks(.again))
        },
        Subject(
            "join", "leaving two regions by a join, and a fork back", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(ForksAndJoins(), opaque(.done), after: [.again]), floor: handForks(.done))
        },
        Subject(
            "choice", "a transition through a choice", floor: "the same virtual calls by hand", goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(Chooses(), opaque(.go)), floor: handLoop(HandChoice(), .go, each: 1))
        },
        Subject(
            "deferral", "work deferred, done, work recalled: two transitions", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try deferrals(), floor: handLoop(HandDeferral(), .work, .done, each: 1))
        },
        Subject(
            "always", "a transition and an eventless one after it", floor: "the same virtual calls by hand",
            goal: .atMost(4),
            isSynchronous: true
        ) {
            .init(subject: try loop(GoesOn(), opaque(.go)), floor: handLoop(HandAlways(), .go, each: 1))
        },
        Subject(
            "accepts", "whether an event would be taken: three handlers asked", floor: "three virtual calls",
            goal: .atMost(8), isSynchronous: true
        ) {
            .init(subject: try looks(), floor: handTicks(.ignored))
        },
    ]

    /// Asks whether an event would be taken that nobody takes, so that all are asked.
    private static func looks() throws -> Loop {
        let interpreter = Interpreter(ThreeLevels())
        try interpreter.start()
        let event = opaque(ThreeLevels.Event.ignored)
        return { count in
            var accepted = 0
            for _ in 0..<count where interpreter.accepts(event) { accepted += 1 }
            guard accepted == 0 else { throw WrongWork(name: "accepts") }
        }
    }

    /// One event again and again, after others have prepared the configuration.
    private static func loop<Top: Statechart>(
        _ top: Top, _ event: Top.Event, after preparation: [Top.Event] = []
    ) throws -> Loop {
        let interpreter = Interpreter(top)
        try interpreter.start()
        for event in preparation { try interpreter.send(event) }
        guard try interpreter.send(event) == interpreter.send(event) else { throw WrongWork(name: "\(Top.self)") }
        return { count in try sendAll(interpreter, event, count) }
    }

    private static func sendAll<Top: Statechart>(
        _ interpreter: Interpreter<Top>, _ event: Top.Event, _ count: Int
    ) throws {
        for _ in 0..<count { try interpreter.send(event) }
    }

    /// The tick as a floor; checks that it does all its work.
    static func ticks(each: Int = 1) throws -> Loop {
        let interpreter = Interpreter(ThreeLevels())
        try interpreter.start()
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            let before = interpreter.top.effects
            try sendAll(interpreter, event, count * each)
            guard interpreter.top.effects == before + count * each else { throw WrongWork(name: "tick") }
        }
    }

    private static func handTicks(_ event: ThreeLevels.Event) -> Loop {
        let machine = HandLights()
        let event = opaque(event)
        return { count in
            var reacted = 0
            for _ in 0..<count where machine.send(event) { reacted += 1 }
            guard reacted == (event == .tick ? count : 0) else { throw WrongWork(name: "the hand-written tick") }
        }
    }

    private static func handSwings() -> Loop {
        let machine = HandDeep()
        let event = opaque(SixLevels.Event.swing)
        return { count in
            for _ in 0..<count { machine.send(event) }
        }
    }

    /// What is written by hand, again and again; checks that it does all its work: so much is counted for each time.
    private static func handLoop<Machine: HandMachine>(_ machine: Machine, _ events: Machine.Event..., each: Int)
        -> Loop
    {
        let first = opaque(events[0]), second = events.count > 1 ? opaque(events[1]) : nil
        return { count in
            let before = machine.counters.all
            for _ in 0..<count {
                machine.send(first)
                if let second { machine.send(second) }
            }
            guard machine.counters.all == before + count * each else { throw WrongWork(name: "\(Machine.self)") }
        }
    }

    private static func handForks(_ event: ForksAndJoins.Event) -> Loop {
        let machine = HandForks()
        machine.send(.again)
        return handLoop(machine, event, each: 2)
    }

    private static func deferrals() throws -> Loop {
        let interpreter = Interpreter(Defers())
        try interpreter.start()
        let work = opaque(Defers.Event.work)
        let done = opaque(Defers.Event.done)
        return { count in
            let before = interpreter.top.taken
            for _ in 0..<count {
                try interpreter.send(work)
                try interpreter.send(done)
            }
            guard interpreter.top.taken == before + count else { throw WrongWork(name: "deferral") }
        }
    }
}

/// A loop did not do what its figure stands for.
struct WrongWork: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) did not do its work; its figure would mean nothing" }
}
