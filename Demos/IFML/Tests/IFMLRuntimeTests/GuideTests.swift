import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@testable import guide

@Suite struct GuideTests {
    private func transcript(restoring snapshot: Snapshot? = nil) -> Transcript<Guide> {
        Transcript(restoring: snapshot) { Guide(actions: Store(), store: Store()) }
    }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "Guide") { outcomes in
            let stubs = GuideStubs(instead: Store(), outcomes)
            return Guide(actions: stubs, store: stubs)
        }
    }

    @Test func `45. a viewpoint offers its container, and takes it away while it is active`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("go administration") == "not now: go administration")
        #expect(try await transcript.perform("set role curator\nenter").hasSuffix("[go administration]"))
        try await transcript.perform("go administration")
        #expect(
            try await transcript.perform("context userRole visitor") == """
                == guide / plan / map
                exhibitsOnPlan:
                  1. @45.4,9.2 | David
                  2. @45.45,9.17 | Supper
                signIn:
                  role = -
                message: administration is not available
                [leaveRole] [inItalian] (enter) [go exhibits]
                """)
        #expect(try await transcript.perform("set role curator\nenter").hasSuffix("[go administration]"))
        #expect(try await transcript.perform("leaveRole").hasSuffix("[go exhibits]"))
    }

    @Test func `45. a variable of the session is as at first after a restart`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("inItalian").contains("(inItalian)"))
        #expect(try await transcript.session.machine.withTop { $0.context.language } == "it")
        let snapshot = try await transcript.session.machine.snapshot()
        let copy = self.transcript(restoring: snapshot)
        #expect(try await copy.start().contains("[inItalian]"))
        #expect(try await copy.session.machine.withTop { $0.context.language } == "en")
    }

    @Test func `46. a place shows a component and calls the action`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let inside = try await transcript.perform("device location latitude=45.45 longitude=9.2")
        #expect(inside.contains("welcome:\n  welcome to the museum\nsignIn:"))
        let events = transcript.session.steps.compactMap(\.event)
        #expect(events.contains { if case .nearestEnded = $0 { true } else { false } })
        #expect(try await !transcript.perform("device location latitude=nil").contains("welcome"))
    }

    @Test(arguments: ["screenWidth 1023", "screenHeight 767", "gpsIsAvailable false", "gpsIsEnabled false"])
    func `46. a device shows a component when all of it is there`(_ lacking: String) async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("go exhibits")
        for command in ["screenWidth 1024", "screenHeight 768", "gpsIsAvailable true"] {
            #expect(try await transcript.perform("context \(command)") == "")
        }
        let wide = "wideHint:\n  plan and list side by side"
        #expect(try await transcript.perform("context gpsIsEnabled true").contains(wide))
        #expect(try await !transcript.perform("context \(lacking)").contains(wide))
    }

    @Test func `47. a variable of a data binding follows the selection`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("device location latitude=45.45\ngo exhibits\nselect 2")
        #expect(try await transcript.session.machine.withTop { $0.context.lastExhibit?.title } == "David")
        let snapshot = try await transcript.session.machine.snapshot()
        let copy = self.transcript(restoring: snapshot)
        try await copy.start()
        #expect(try await copy.session.machine.withTop { $0.context.lastExhibit?.title } == "David")
    }

    @Test func `48. annotations are rows with their place`() async throws {
        let transcript = transcript()
        #expect(try await transcript.start().contains("exhibitsOnPlan:\n  1. @45.4,9.2 | David\n"))
        #expect(try await transcript.perform("select 1").contains("* 1. @45.4,9.2 | David"))
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        try await walk(
            ["guide", "plan", "map", "exhibits", "detail", "administration"],
            of: ModelGraph(path: "Guide/guide.core"),
            also: [.context(curator), .context(GuideContext()), .device(.location(["latitude": "45.45"]))],
            work: { $0.outcomes(of: [Exhibit].self, returns: Exhibit.stubs, throws: Failing()) }
        ) { Guide(actions: GuideStubs(), store: GuideStubs()) }
    }

    private var curator: GuideContext {
        var context = GuideContext()
        context.userRole = "curator"
        return context
    }

    @Test func `33. a snapshot and its restoration give the same screen, and 49. JSON gives the same one`() async throws
    {
        let transcript = transcript()
        try await transcript.start()
        for command in ["select 1", "set role curator", "enter", "go administration", "go exhibits"] {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = self.transcript(restoring: snapshot)
            #expect(try await copy.start() == transcript.text)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }
}
