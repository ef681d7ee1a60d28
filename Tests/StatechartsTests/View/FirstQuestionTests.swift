import Observation
import Synchronization
import Testing

@testable import Statecharts

/// What is asked first, or made, by who is told of a change of a view.
@Suite @MainActor struct FirstQuestionTests {
    private final class Seen: Sendable {
        let answers = Mutex<[Bool]>([])
        let view = Mutex<MachineView<Balance, Balance.Sums>?>(nil)
    }

    @Test(arguments: [false, true])
    func `a question that is new inside a change has its answer at once, and keeps it`(_ suspends: Bool) async throws {
        let machine = Machine(Balance(suspends: suspends), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums }
        let seen = Seen()
        withObservationTracking {
            _ = view.value
        } onChange: {
            MainActor.assumeIsolated {
                let answer = view.isActive(\.odd),
                    made = MachineView(machine, initially: Balance.Sums()) { top, _ in top.sums }
                seen.answers.withLock { $0.append(answer) }
                seen.view.withLock { $0 = made }
                seen.answers.withLock { $0.append(made.value.credit == 1) }
            }
        }
        try await view.send(.move)
        #expect(seen.answers.withLock { $0 } == [true, true])
        var isOdd: Bool { view.isActive(\.odd) }
        #expect(isOdd)
        #expect(seen.view.withLock { $0 }?.value == .init(debit: 1, credit: 1))
        try await view.send(.move)
        #expect(!isOdd)
        #expect(seen.view.withLock { $0 }?.value == .init(debit: 2, credit: 2))
    }
}
