import Synchronization
import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Snapshots that give up while a machine comes to the end of the step that they wait for.
@Suite struct GivenUpCutTests {
    @Test func `a question says who has ended it`() {
        let question = Question<Bool>(waiting: nil)
        #expect(question.end(.failure(CancellationError())))
        #expect(!question.end(.success(true)))
    }

    @Test func `of several snapshots the first one that has not given up holds the machine`() async throws {
        let machine = Machine(Lodge(), clock: ManualClock())
        try await machine.start()
        let cuts = (0..<3).map { _ in TreeCut() }
        let replies = cuts.map { _ in Question<Bool>(waiting: nil, isKept: true) }
        replies[0].end(.failure(CancellationError()))
        #expect(await machine.holder(of: cuts, answering: replies) === cuts[1])
        #expect(try replies[2].outcome?.get() == true)
        await machine.letGo(cuts[1])
        #expect(try await machine.send(1) == .handled)
        try await machine.stop()
    }

    /// A thread ends the question at every moment of the machine's answer.
    @Test func `a machine is held only for who has got its answer`() async throws {
        let machine = Machine(Lodge(), clock: ManualClock())
        try await machine.start()
        let rival = Rival()
        let rounds = amount(5_000, long: 500_000)
        try Thread.start(stackSize: nil) { rival.run(rounds) }
        var wrongRounds: [Int] = []
        for round in 1...rounds {
            let (isHeld, isAnswered) = await machine.race(rival, round)
            if isHeld != isAnswered { wrongRounds.append(round) }
        }
        #expect(wrongRounds == [])
        #expect(try await machine.send(1) == .handled)
        try await machine.stop()
    }
}

/// Ends a question in each round, now sooner and now later.
private final class Rival: Sendable {
    private let question = Guarded<Question<Bool>?>(nil)
    private let begun = Atomic(0), over = Atomic(0)

    func begin(_ round: Int, _ question: Question<Bool>) {
        self.question.withLock { $0 = question }
        begun.store(round, ordering: .releasing)
    }

    func waitForEnd(of round: Int) { while over.load(ordering: .acquiring) < round {} }

    func run(_ rounds: Int) {
        for round in 1...rounds {
            while begun.load(ordering: .acquiring) < round {}
            let question = question.withLock { $0.take() }
            for _ in 0..<round % 50 { _ = begun.load(ordering: .acquiring) }
            question?.end(.failure(CancellationError()))
            over.store(round, ordering: .releasing)
        }
    }
}

extension Machine {
    /// Answers snapshots that wait for the end of a step. Returns the one that the machine is held for then.
    fileprivate func holder(of cuts: [TreeCut], answering replies: [Question<Bool>]) -> TreeCut? {
        needingCold.snapshotRequests = zip(cuts, replies).map { ($0, $1) }
        answerSnapshots()
        return cold?.cut
    }

    fileprivate func race(_ rival: Rival, _ round: Int) -> (isHeld: Bool, isAnswered: Bool) {
        let cut = TreeCut(), reply = Question<Bool>(waiting: nil, isKept: true)
        needingCold.snapshotRequests = [(cut, reply)]
        rival.begin(round, reply)
        answerSnapshots()
        let isHeld = cold?.cut === cut
        rival.waitForEnd(of: round)
        letGo(cut)
        return (isHeld, (try? reply.outcome?.get()) == true)
    }
}

private final class Lodge: TopState<Int> {
    override func handle(_ event: Int) -> Reaction { .handled }
}
