@testable import Statecharts
@testable import StatechartsCore
import Foundation
import StatechartsTesting
import Testing

/// A port gets a contract in the place of the one that it has.
@Suite struct ContractReplacedTests {
    private let clock = ManualClock()
    private let complaints = Complaints()

    @Test(arguments: [true, false])
    func `a contract that is enforced again on a port goes on, and outlives it`(isSame: Bool) async {
        let complaints = complaints
        do {
            let requests = InputPort<Office.Request>("requests")
            let contract = Contract(AnswerRules(), clock: clock) { complaints.note($0) }
            requests.enforce(contract) { .asked($0.number) }
            requests.send(.init(number: 1, way: .never))
            let next = isSame ? contract : Contract(AnswerRules(), clock: clock) { complaints.note($0) }
            requests.enforce(next) { .asked($0.number) }
            requests.send(.init(number: 2, way: .never))
            await clock.settle()
        }
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.map(\.event) == (isSame ? ["tooLate(1)", "tooLate(2)"] : ["tooLate(2)"]))
    }

    @Test func `messages of a contract that is busy are not overtaken when the port gets another one`() async {
        let output = OutputPort<Int>("out"), other = InputPort<Int>("other"), input = InputPort<Int>("in")
        let nowhere = OutputPort<Int>("nowhere"), stream = output.stream()
        connect(output, to: input)
        let contract = Contract(ReentryTests.Countdown(nowhere))
        let arrived = InputPort<Void>("arrived"), done = InputPort<Void>("done")
        let gate = DispatchSemaphore(value: 0)
        output.enforce(contract) { $0 }
        other.enforce(contract) {
            arrived.send(())
            gate.wait()
            return $0
        }
        Thread.detachNewThread {
            other.send(1)
            done.send(())
        }
        _ = await arrived.first(1)
        output.send(2)
        output.enforce(Contract(ReentryTests.Countdown(nowhere))) { $0 }
        output.send(3)
        output.enforce(Contract(ReentryTests.Countdown(nowhere))) { $0 }
        output.send(4)
        output.finish()
        #expect(input.bufferedCount == 0)
        gate.signal()
        _ = await done.first(1)
        #expect(await Array(stream) == [2, 3, 4])
        input.finish()
        #expect(await Array(input) == [2, 3, 4])
    }
}
