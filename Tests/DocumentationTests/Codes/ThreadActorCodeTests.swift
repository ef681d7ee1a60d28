import Statecharts
import Testing

/// The programs of the pages of ``ThreadActorError``: see ``CodePage``.
@Suite struct ThreadActorCodeTests {
    @Test func `stackSize`() async throws {
        try await CodePage("ThreadActorError.stackSize").shows {
            // snippet: stackSize
            _ = try ThreadActor(named: "printer", stackSize: 1)
            // end snippet
        } repaired: {
            // snippet: stackSize, repaired
            _ = try ThreadActor(named: "printer", stackSize: 1 << 20)
            // end snippet
        }
    }

    @Test func `noThread`() async throws {
        try await CodePage("ThreadActorError.noThread").shows {
            // snippet: noThread
            _ = try ThreadActor(named: "printer", stackSize: 1 << 50)
            // end snippet
        } repaired: {
            // snippet: noThread, repaired
            let lane = try ThreadActor(named: "printers")
            // end snippet
            _ = lane
        }
    }
}
