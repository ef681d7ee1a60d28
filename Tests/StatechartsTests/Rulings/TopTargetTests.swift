import Statecharts
import Testing

/// Transitions that lead to the top state.
@Suite struct TopTargetTests {
    private func started(_ events: String..., resumes: HistoryKind = .none) throws -> Run<Homing> {
        let run = Run(Homing(resumes: resumes))
        try run.start()
        for event in events { try run.quietly(event) }
        return run
    }

    private let left = "exits Away.Far Away"

    @Test func `a state that leads to the top leaves and enters all that is inside, and the top stays`() throws {
        try started("go", "on").send(
            "home", "home: handled → Home\n  event, Away → Homing, \(left), effects Away, entries Home")
        try started().send(
            "up", "up: handled → Home\n  event, Home → Homing, exits Home, effects Home, entries Home")
    }

    @Test func `a local transition of a state to the top leads out of it and is an external one`() throws {
        try started("go", "on").send(
            "local", "local: handled → Home\n  event, Away → Homing, \(left), effects Away, entries Home")
    }

    @Test(arguments: ["again", "stay"])
    func `a top that leads to itself does the same, also locally`(event: String) throws {
        try started("go", "on").send(
            event, "\(event): handled → Home\n  event, Homing → Homing, \(left), effects Homing, entries Home")
    }

    /// `Calm ─a─► A ──home──► Calm`, without an initial substate.
    final class Calm: NotedTop<String> {
        let a = A()
        override func configure() { substates(a, initial: nil) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "a": .to(a)
            case "rest": .local(to: self, effect: noted)
            case "anew": .to(self, effect: noted)
            default: .unhandled
            }
        }
        final class A: Noted<Calm, Calm> {
            override func handle(_ event: String) -> Reaction {
                event == "home" ? .to(superior, effect: noted) : .unhandled
            }
        }
    }

    @Test func `a top that is rested on returns to resting`() throws {
        let run = Run(Calm())
        try run.start("start: handled → Calm\n  start, entries Calm")
        try run.quietly("a")
        try run.send("rest", "rest: handled → Calm\n  event, Calm ⇢ Calm, exits A, effects Calm")
        try run.send("rest", "rest: handled → Calm\n  event, Calm ⇢ Calm, effects Calm")
        try run.send("anew", "anew: handled → Calm\n  event, Calm → Calm, effects Calm")
        try run.send("a", "a: handled → A\n  event, Calm → A, entries A")
        try run.send("home", "home: handled → Calm\n  event, A → Calm, exits A, effects A")
    }

    @Test func `a state leads to the top without an event, when it is complete, and after an error`() throws {
        try started("go", "on").send(
            "tire",
            """
            tire: handled → Home
              event, Away.Far ↺, effects Away.Far
              eventless, Away.Far → Homing, \(left), effects Away.Far, entries Home
            """)
        try started("go", "on").send(
            "end",
            """
            end: handled → Home
              event, Away.Far → Away.End, exits Away.Far, entries Away.End
              completion of Away, Away → Homing, exits Away.End Away, effects Away, entries Home
            """)
        try started("go", "on").send(
            "throw",
            """
            throw: handled → Home
              event, Away.Far ↺, effects Away.Far
              failure of Away.Far: lost, Away → Homing, \(left), effects Away, entries Home
            """)
    }

    @Test func `a choice and an exit point lead to the top`() throws {
        try started("go", "on").send(
            "choose",
            """
            choose: handled → Home
              event, Away.Far → way, \(left), effects Away.Far
              choice way, way → Homing, entries Home
            """)
        try started("go", "on").send(
            "leave", "leave: handled → Home\n  event, Away.Far → Homing, \(left), effects Away.Far, entries Home")
    }

    // MARK: Histories

    @Test func `a transition to a top that is declared with a history resumes what was inside`() throws {
        try started("go", "on", resumes: .deep).send(
            "home", "home: handled → Away.Far\n  event, Away → Homing, \(left), effects Away, entries Away Away.Far")
        try started("go", "on", resumes: .shallow).send(
            "home", "home: handled → Away.Near\n  event, Away → Homing, \(left), effects Away, entries Away Away.Near")
        try started("go", "on", resumes: .deep).send(
            "again",
            "again: handled → Away.Far\n  event, Homing → Homing, \(left), effects Homing, entries Away Away.Far")
    }

    @Test func `a history of the top remembers what was left by the last transition to the top or from it`() throws {
        let run = try started("go", "on", "home")
        try run.send(
            "back", "back: handled → Away.Far\n  event, Home → past, exits Home, entries Away Away.Far")
        // From the top itself: what is inside is left, remembered, and resumed.
        try run.send(
            "past",
            "past: handled → Away.Far\n  event, Homing → past, \(left), effects Homing, entries Away Away.Far")
        // Transitions inside leave nothing that the history is of.
        let other = try started("go", "on")
        try other.send(
            "end",
            """
            end: handled → Home
              event, Away.Far → Away.End, exits Away.Far, entries Away.End
              completion of Away, Away → Homing, exits Away.End Away, effects Away, entries Home
            """)
        // Away was finished, and starts anew.
        try other.send(
            "back", "back: handled → Away.Near\n  event, Home → past, exits Home, entries Away Away.Near")
    }

    @Test func `a preview of a transition to the top remembers nothing`() throws {
        let run = try started("go", "on", resumes: .deep)
        let seen = "event, Away → Homing, \(left), effects Away, entries Away Away.Far"
        #expect(run.interpreter.preview("home")?.description == seen)
        try run.quietly("choose")
        #expect(run.interpreter.configuration.description == "Home")
    }

    // MARK: Regions

    private func wings(_ events: String...) throws -> Run<Wings> {
        let run = Run(Wings())
        try run.start()
        for event in events { try run.quietly(event) }
        return run
    }

    private let all = "exits Right.B Right Left.B Left"

    @Test func `a transition to a top with regions leaves and enters all of them`() throws {
        try wings("next").send(
            "all",
            """
            all: handled → (Left.A, Right.A)
              event, Wings → Wings, \(all), effects Wings, entries Left Left.A Right Right.A
            """)
    }

    @Test func `a transition to the top excludes those of other regions, and is excluded by one before it`() throws {
        try wings("next").send(
            "home",
            """
            home: handled → (Left.A, Right.A)
              event, Left.B → Wings, preempted Right → Right, \(all), effects Left.B, \
            entries Left Left.A Right Right.A
            """)
        try wings("next").send(
            "up",
            """
            up: handled → (Left.A, Right.B)
              event, Left → Left, preempted Right.B → Wings, exits Left.B Left, effects Left, entries Left Left.A
            """)
    }

    @Test func `a history of a top with regions resumes them as they were left`() throws {
        for (event, source) in [("past", "Wings"), ("back", "Left")] {
            try wings("next").send(
                event,
                """
                \(event): handled → (Left.B, Right.B)
                  event, \(source) → past, \(all), effects \(source), entries Left Left.B Right Right.B
                """)
        }
    }

    // MARK: Deferral

    @Test func `what is deferred is tried again after a transition to the top`() throws {
        let run = try started("later")
        try run.send(
            "up",
            """
            up: handled → Home
              event, Home → Homing, exits Home, effects Home, entries Home
            recalled later: deferred → Home
            """)
        try run.send(
            "go",
            """
            go: handled → Away.Near
              event, Home → Away, exits Home, entries Away Away.Near
            recalled later: handled → Away.Near
              event, Away.Near ↺, effects Away.Near
            """)
    }

    // MARK: Embedded

    /// `Host ─ ●→ front (a Homing)`: everything that happens inside stays inside.
    final class Host: TopState<String> {
        let front = Submachine<Host, Host, Homing>(Homing(resumes: .deep)) { $0 }
        var notes: [String] = []
        override func configure() { substates(front) }
        override func exit() { notes.append("-Host") }
    }

    @Test func `of a chart that is embedded its own top is meant, and the submachine stays`() throws {
        let host = Interpreter(Host())
        try host.start()
        for event in ["go", "on"] { try host.send(event) }
        host.top.front.chart.notes = []
        var steps: [String] = []
        host.onStep = { steps.append($0.description) }
        for event in ["home", "again"] { try host.send(event) }
        let inside = "front.Homing.Away"
        #expect(
            steps == [
                """
                home: handled → \(inside).Far
                  event, \(inside) → front.Homing, exits \(inside).Far \(inside), effects \(inside), \
                entries \(inside) \(inside).Far
                """,
                """
                again: handled → \(inside).Far
                  event, front.Homing → front.Homing, exits \(inside).Far \(inside), effects front.Homing, \
                entries \(inside) \(inside).Far
                """,
            ])
        let round = ["-\(inside).Far", "-\(inside)"]
        let back = ["+\(inside)", "+\(inside).Far"]
        #expect(
            host.top.front.chart.notes == round + ["!\(inside)"] + back + round + ["!front.Homing"] + back)
        #expect(host.top.notes == [])
    }
}
