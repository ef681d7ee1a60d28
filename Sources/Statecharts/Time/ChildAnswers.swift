/// What a step has of child machines that a replay has not, for whoever records their owner: what they have answered to
/// what its actions await, and whether it has looked at the machines themselves.
package final class ChildAnswers: Sendable {
    package enum Answer: Sendable {
        case value(any Sendable)
        /// It threw this, or nothing has come of it.
        case failure(String)
    }

    private struct Contents {
        var turn: UInt64 = 0
        var answers: [Answer] = []
        var seesMachines = false

        /// Lets it be about a step. Answers what it was before, if about another one, to be let go of outside of the lock.
        mutating func turn(to turn: UInt64) -> Contents? {
            if turn == self.turn { return nil }
            defer { self = Contents(turn: turn) }
            return self
        }
    }

    private let contents = Guarded(Contents())

    /// Takes note of what comes of something that an action awaits in the step with this number.
    func noting<Value: Sendable>(
        _ turn: UInt64, _ coded: (Value) -> any Sendable, _ body: () async throws -> Value
    ) async throws -> Value {
        let (place, former) = contents.withLock { contents in
            let former = contents.turn(to: turn)
            contents.answers.append(.failure("no answer"))
            return (contents.answers.count - 1, former)
        }
        withExtendedLifetime(former) {}
        do {
            let value = try await body()
            note(.value(coded(value)), at: place, turn)
            return value
        } catch {
            note(.failure("\(error)"), at: place, turn)
            throw error
        }
    }

    /// The action may have outlived its step.
    private func note(_ answer: Answer, at place: Int, _ turn: UInt64) {
        contents.withLock { contents in
            if contents.turn == turn { contents.answers[place] = answer }
        }
    }

    /// Takes note that the step with this number looks at the machine of a child.
    func noteMachine(_ turn: UInt64) {
        let former = contents.withLock { contents in
            let former = contents.turn(to: turn)
            contents.seesMachines = true
            return former
        }
        withExtendedLifetime(former) {}
    }

    func noted(of turn: UInt64) -> (answers: [Answer], seesMachines: Bool) {
        contents.withLock { $0.turn == turn ? ($0.answers, $0.seesMachines) : ([], false) }
    }
}
