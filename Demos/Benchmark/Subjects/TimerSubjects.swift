import Statecharts

extension Benchmark {
    /// Timers, beside a million others.
    static let timerSubjects: [Subject] = [
        Subject(
            "timers-cancel", "arming and cancelling a timer, 1,000,000 armed",
            floor: "push and removal in such a binary heap",
            goal: .atMost(2)
        ) {
            .init(subject: try await cancelledTimers(), floor: cancelledDeadlines())
        },
        Subject(
            "timers-fire", "arming a timer to the end of its step, 1,000,000 armed",
            floor: "push and pop in such a heap, append, tick", goal: .atMost(2)
        ) {
            .init(subject: try await firedTimers(), floor: try firedDeadlines())
        },
    ]

    private static let armed = 1_000_000

    private static func cancelledTimers() async throws -> Loop {
        let machine = Machine(Alarmed(armed: armed) {})
        try await machine.start()
        return { count in
            let before = try await machine.withTop { $0.cancelled }
            try await machine.send(.cancel(count))
            guard try await machine.withTop({ $0.cancelled }) == before + count else {
                throw WrongWork(name: "timers-cancel")
            }
        }
    }

    private static func firedTimers() async throws -> Loop {
        let (batches, taken) = AsyncStream.makeStream(of: Void.self)
        let machine = Machine(Alarmed(armed: armed) { taken.yield() })
        try await machine.start()
        return { count in
            let before = try await machine.withTop { $0.fired }
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                try await machine.send(.fire(size))
                for await _ in batches { break }
            }
            guard try await machine.withTop({ $0.fired }) == before + count else {
                throw WrongWork(name: "timers-fire")
            }
        }
    }

    private static func filledHeap(_ random: inout Random) -> HandHeap {
        var heap = HandHeap()
        for _ in 0..<armed { _ = heap.push(deadline(&random)) }
        return heap
    }

    private static func deadline(_ random: inout Random) -> Int64 {
        3_600_000_000_000 + Int64(random.below(3_600_000_000)) * 1_000
    }

    private static func cancelledDeadlines() -> Loop {
        var random = Random(seed: 2)
        var heap = filledHeap(&random)
        return { count in
            for _ in 0..<count {
                guard heap.remove(heap.push(deadline(&random))) else { throw WrongWork(name: "the hand-written heap") }
            }
        }
    }

    private static func firedDeadlines() throws -> Loop {
        var random = Random(seed: 2)
        var heap = filledHeap(&random)
        let mailbox = BareMailbox<ThreeLevels.Event>()
        let interpreter = Interpreter(ThreeLevels())
        try interpreter.start()
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            var taken: [ThreeLevels.Event] = []
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                for number in 0..<size { _ = heap.push(Int64(number)) }
                for _ in 0..<size {
                    guard let first = heap.popFirst(), first < batch else {
                        throw WrongWork(name: "the hand-written heap")
                    }
                    mailbox.append(event)
                }
                taken.removeAll(keepingCapacity: true)
                mailbox.take(&taken)
                for event in taken { try interpreter.send(event) }
            }
        }
    }
}
