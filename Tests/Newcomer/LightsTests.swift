// snippet: lights test
import Statecharts
import StatechartsTesting
import Testing

@testable import my_lights

@Test func `the lights go on by themselves`() async throws {
    let clock = ManualClock()
    let lights = Machine(RunningLights(leds: PrintedLEDs()), clock: clock)
    try await lights.start()
    await clock.advance(by: .milliseconds(500))
    #expect(await lights.isActive(\.lights.green))
}
// end snippet
