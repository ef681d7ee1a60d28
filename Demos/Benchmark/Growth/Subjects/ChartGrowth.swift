import Statecharts

extension Benchmark {
    /// Charts of many states.
    static let chartGrowth: [GrowthSubject] = [
        GrowthSubject("states-start", "a chart of n states, checked and started", from: 100) { n in
            let interpreter = Interpreter(Row(n))
            return { try interpreter.start() }
        },
        GrowthSubject("states-steps", "n steps, each in another one of n states", from: 100) { n in
            let interpreter = Interpreter(Row(n))
            try interpreter.start()
            return { for _ in 0..<n { try interpreter.send(.next) } }
        },
        GrowthSubject("states-vertices", "the list of n states", from: 100) { n in
            let interpreter = Interpreter(Row(n))
            try interpreter.start()
            return { guard interpreter.vertices.count > n else { throw WrongWork(name: "states-vertices") } }
        },
        GrowthSubject("depth-start", "a chart of n states inside each other, checked and started", from: 10) { n in
            let interpreter = Interpreter(Nested(n))
            return { try interpreter.start() }
        },
        GrowthSubject("depth-step", "one that leaves n states inside each other, and enters them", from: 10) { n in
            let interpreter = Interpreter(Nested(n))
            try interpreter.start()
            return { for _ in 0..<10 { try interpreter.send(.again) } }
        },
        GrowthSubject("depth-bubble", "an event that n states inside each other do not know", from: 10) { n in
            let interpreter = Interpreter(Nested(n))
            try interpreter.start()
            return { for _ in 0..<100 { try interpreter.send(.unknown) } }
        },
        GrowthSubject("regions-start", "a chart of n regions, checked and started", from: 10) { n in
            let interpreter = Interpreter(Strips(n))
            return { try interpreter.start() }
        },
        GrowthSubject("regions-step", "an event to which n regions react", from: 10) { n in
            let interpreter = Interpreter(Strips(n))
            try interpreter.start()
            return { for _ in 0..<10 { try interpreter.send(.flip) } }
        },
        GrowthSubject("regions-history", "leaving n regions and entering them by deep history", from: 10) { n in
            let interpreter = Interpreter(Strips(n))
            try interpreter.start()
            try interpreter.send(.flip)
            return {
                for _ in 0..<10 {
                    try interpreter.send(.leave)
                    try interpreter.send(.back)
                }
            }
        },
        GrowthSubject("regions-record", "the record of an event to which n regions react, as text", from: 10) { n in
            let interpreter = Interpreter(Strips(n))
            try interpreter.start()
            return {
                guard try !interpreter.step(.flip).description.isEmpty else { throw WrongWork(name: "regions-record") }
            }
        },
    ]
}
