import IFMLRuntime
import Statecharts
import Testing

/// What no application has: variables of the three scopes, a page of the web, an advertisement, a drawing.
@Suite struct LeafletTests {
    private func session(restoring snapshot: Snapshot? = nil) -> Session<Leaflet> {
        Session(restoring: snapshot) {
            Leaflet(actions: LeafletStubs())
        } printing: { _ in
        }
    }

    @Test func `acceptance 48: a drawing, an advertisement and a page of the web have their lines`() async throws {
        let session = session()
        try await session.start()
        #expect(
            try await session.screen.text == """
                == front
                scene:
                  drawing
                banner:
                  ad
                address:
                  url = -
                [open] [praise] (visit)
                """)
        for line in ["set url https://example.org", "visit"] { try await session.perform(line) }
        #expect(
            try await session.screen.text == """
                == site
                site:
                  web: https://example.org
                [go front] [back]
                """)
    }

    @Test func `acceptance 47: what a new entry, a snapshot and a restart leave of variables of the three scopes`()
        async throws
    {
        let session = session()
        try await session.start()
        for line in ["open", "praise", "context visits 2"] { try await session.perform(line) }
        func values(_ session: Session<Leaflet>) async throws -> [String] {
            try await session.machine.withTop { top in
                [top.context.fold, "\(top.context.liked)", "\(top.context.visits)"]
            }
        }
        #expect(try await values(session) == ["open", "true", "2.0"])
        let snapshot = try await session.machine.snapshot()
        for line in ["set url x", "visit", "back"] { try await session.perform(line) }
        #expect(try await values(session) == ["folded", "true", "2.0"])
        let again = self.session(restoring: snapshot)
        try await again.start()
        #expect(try await values(again) == ["open", "true", "1.0"])
        let anew = self.session()
        try await anew.start()
        #expect(try await values(anew) == ["folded", "false", "1.0"])
    }
}
