import CSupport

/// Runs subject and floor in turns and notes what each round took.
struct Harness {
    let rounds: Int
    /// What a round of either is to last at least.
    let roundTime = Duration.milliseconds(2)

    func measure(_ subject: Subject) async throws -> Figures {
        switch subject.method {
        case .once(let measure): return try await measure(rounds)
        case .pair(let make): return try await measure(make())
        }
    }

    private func measure(_ pair: Subject.Pair) async throws -> Figures {
        var figures = Figures()
        let subjectCount = try await count(for: pair.subject)
        let floorCount = try await count(for: pair.floor)
        for _ in 0..<rounds {
            figures.floor.append(try await time(pair.floor, floorCount))
            figures.subject.append(try await time(pair.subject, subjectCount))
        }
        figures.allocations = try await Self.allocations(of: pair.subject, count: min(subjectCount, 20_000))
        return figures
    }

    /// How many operations fill a round.
    private func count(for loop: Loop) async throws -> Int {
        var count = 1
        while true {
            var spent = try await ContinuousClock().measure { try await loop(count) }
            // Once could be too long because the machine was busy with something else.
            for _ in 0..<2 where spent >= roundTime {
                spent = min(spent, try await ContinuousClock().measure { try await loop(count) })
            }
            if spent >= roundTime { return count }
            if spent < roundTime / 16 { count *= 8 } else { count = count * 5 / 4 + count / 4 + 1 }
        }
    }

    private func time(_ loop: Loop, _ count: Int) async throws -> Double {
        try await Self.nanoseconds { try await loop(count) } / Double(count)
    }

    static func nanoseconds(_ body: () async throws -> Void) async rethrows -> Double {
        let spent = try await ContinuousClock().measure(body).components
        return Double(spent.seconds) * 1e9 + Double(spent.attoseconds) / 1e9
    }

    /// The allocations of one operation, in the steady state; `nil` where they cannot be counted.
    static func allocations(of loop: Loop, count: Int) async throws -> Double? {
        try await loop(count)
        guard support_count_allocations(1) == 0 else { return nil }
        try await loop(count)
        _ = support_count_allocations(0)
        return Double(support_allocations()) / Double(count)
    }
}

/// Hands a value through so that the optimiser cannot know it.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
