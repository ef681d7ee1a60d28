import Statecharts
import StatechartsTesting
import Testing

@Suite struct DownloadTests {
    // snippet: manual clock
    @Test func `a download that takes too long is given up`() async throws {
        let clock = ManualClock()
        let download = Machine(
            Download {
                try await clock.sleep(for: .seconds(60)); return "late"
            }, clock: clock)
        try await download.start()
        try await download.send(.begin)
        await clock.advance(by: .seconds(30))  // everything that is due fires in order, in no time
        #expect(await download.isActive(\.idle))
        await clock.advance(by: .seconds(60))  // what was late never arrives
        #expect(try await download.withTop { $0.text } == "")
    }
    // end snippet

    @Test func `a download that is fast enough is kept`() async throws {
        let clock = ManualClock()
        let download = Machine(Download { "text" }, clock: clock)
        let configurations = download.configurations
        try await download.start()
        try await download.send(.begin)
        for await configuration in configurations where configuration.description == "Done" { break }
        #expect(try await download.withTop { $0.text } == "text")
        #expect(await clock.pending.isEmpty)
    }
}
