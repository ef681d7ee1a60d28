import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// No question outlives the machine that was to answer it.
@Suite struct QuestionEndTests {
    enum End: CaseIterable { case finalState, stop, failure }

    private func kept(_ answer: Machine<Clerk>.Steps) async {
        for await step in answer { if case .keep = step.event { break } }
    }

    @Test(arguments: End.allCases)
    func `a question whose reply the chart keeps ends with the machine`(_ end: End) async throws {
        let clerk = Machine(Clerk())
        let steps = clerk.steps
        try await clerk.start()
        let answer = Task { try await clerk.ask { .keep($0) } }
        await kept(steps)
        switch end {
        case .finalState: try await clerk.send(.end)
        case .stop: try await clerk.stop()
        case .failure: _ = try? await clerk.send(.fail)
        }
        switch end {
        case .finalState, .stop:
            let error = await #expect(throws: MachineError.self) { try await answer.value }
            #expect(error?.code == .finished)
        case .failure:
            let error = await #expect(throws: StepError.self) { try await answer.value }
            #expect(error?.code == .unhandledError)
        }
    }

    @Test func `the same for a question that was asked while a step was suspended`() async throws {
        let clerk = Machine(Clerk())
        let steps = clerk.steps
        try await clerk.start()
        let gate = Gate()
        clerk.post(.call { await gate.wait() })
        await gate.reached()
        let answer = Task { try await clerk.ask { .keep($0) } }
        try await eventually { await clerk.isAwaited }
        gate.open()
        await kept(steps)
        try await clerk.stop()
        let error = await #expect(throws: MachineError.self) { try await answer.value }
        #expect(error?.code == .finished)
    }

    @Test func `a question before the start is an error at once`() async throws {
        let clerk = Machine(Clerk())
        let error = await #expect(throws: MachineError.self) { try await clerk.ask { .sum(1, 2, reply: $0) } }
        #expect(error?.code == .notStarted)
        try await clerk.start()
        #expect(try await clerk.ask { .sum(1, 2, reply: $0) } == 3)
    }

    @Test func `a question to a machine that was stopped before its start is refused`() async throws {
        let clerk = Machine(Clerk())
        try await clerk.stop()
        let error = await #expect(throws: MachineError.self) { try await clerk.ask { .sum(1, 2, reply: $0) } }
        #expect(error?.code == .finished)
    }

    @Test func `answered questions are forgotten`() async throws {
        let clerk = Machine(Clerk())
        try await clerk.start()
        for number in 0..<1_000 { #expect(try await clerk.ask { .sum(number, 1, reply: $0) } == number + 1) }
        #expect(await clerk.keptQuestions == 1)
    }

    @Test func `what is remembered of questions grows with those that are open only`() {
        var kept = KeptQuestions()
        let open = (0..<10).map { _ in Question<Int>(waiting: nil) }
        for question in open { kept.keep(question) }
        for number in 0..<1_000 {
            // In pairs, so that the last one is open when the next one comes.
            let (first, second) = (Question<Int>(waiting: nil), Question<Int>(waiting: nil))
            kept.keep(first)
            kept.keep(second)
            first.end(.success(number))
            second.end(.success(number))
        }
        #expect(kept.questions.count <= 32)
        let ended = kept.takeAll()
        #expect(open.allSatisfy { question in ended.contains { $0 === question } })
        #expect(kept.questions.count == 0)
    }

    @Test func `a question keeps nothing of its answer once the asker has it`() async throws {
        let question = Question<Gate>(waiting: nil)
        weak var answer: Gate?
        do {
            let gate = Gate()
            answer = gate
            question.end(.success(gate))
            _ = try await question.value
        }
        #expect(answer == nil)
        #expect(!question.isOpen)
    }
}

extension Machine {
    /// How many questions the machine remembers, some of which may have been answered.
    var keptQuestions: Int { cold?.questions.questions.count ?? 0 }
}
