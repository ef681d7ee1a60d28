// snippet: the kettle's tests
import Statecharts
import StatechartsTesting
import Testing

@testable import kettle

@Suite struct KettleTests {
    @Test func `the button switches the kettle on and off`() async throws {
        let kettle = Machine(Kettle(), clock: ManualClock())
        try await kettle.start()
        try await kettle.send(.press)
        #expect(await kettle.isActive(\.heating))
        try await kettle.send(.press)
        #expect(await kettle.isActive(\.off))
    }

    @Test func `a kettle that does not boil goes off after three minutes`() async throws {
        let clock = ManualClock()
        let kettle = Machine(Kettle(), clock: clock)
        try await kettle.start()
        try await kettle.send(.press)
        await clock.advance(by: .seconds(179))
        #expect(await kettle.isActive(\.heating))
        await clock.advance(by: .seconds(1))
        #expect(await kettle.isActive(\.off))
    }
}
// end snippet
