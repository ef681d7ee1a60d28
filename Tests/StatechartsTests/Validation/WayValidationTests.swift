import Statecharts
import Testing

/// Ways that lead nowhere, or to what cannot be reached, are reported at the start.
@Suite struct WayValidationTests {
    private func diagnostics<Top: Statechart>(_ top: Top) -> [String] {
        do {
            try Interpreter(top).start()
            return []
        } catch let error as ChartError {
            return error.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `an exit point that leads to a vertex of no chart is refused, whether that lives or not`() {
        let expected = [
            """
            Page.cancelled: names Home, which is not in this chart; name a vertex that a configure() of this chart \
            declares [targetOutside]
            """
        ]
        let kept = Ticket.Home()
        #expect(diagnostics(Ticket { $0.page.cancelled.leads(to: Ticket.Home()) }) == expected)
        #expect(diagnostics(Ticket { $0.page.cancelled.leads(to: kept) }) == expected)
        #expect(diagnostics(Ticket { $0.page.cancelled.leads(asking: Ticket.Home()) { .to($0) } }) == expected)
        #expect(diagnostics(Ticket { $0.page.cancelled.leads(asking: kept) { .to($0) } }) == expected)
        #expect(diagnostics(Ticket { $0.page.cancelled.leads(asking: $0) { .to($0.home) } }) == [])
    }

    @Test func `an exit point that is told to lead to a vertex that is gone, later, is a mistake of the step`() throws {
        let interpreter = Interpreter(Ticket { $0.page.cancelled.leads(to: $0.home) })
        try interpreter.start()
        interpreter.top.page.cancelled.leads(to: Ticket.Home())
        #expect(throws: StepError.self) { try interpreter.send(0) }
        #expect(interpreter.failure?.code == .foreignTarget)
    }

    @Test func `a choice or a junction without a closure is refused, one that overrides choose() is not`() {
        let trouble =
            "leads nowhere, as it was made without a closure; give it a closure that answers .to(…), or "
            + "override choose() in a subclass [tooFew]"
        #expect(
            diagnostics(
                Mistaken { $0.substates($0.home, Choice<StateNode, Mistaken>(), Junction<StateNode, Mistaken>()) })
                == ["Choice1: \(trouble)", "Junction2: \(trouble)"])
        #expect(diagnostics(Mistaken { $0.substates($0.home, Toss(), Fence()) }) == [])
    }

    @Test func `a way to a history of all regions and into one of them is refused`() {
        let a = Inner("A"), past = DeepHistory<StateNode, Mistaken>()
        let fork = Fork<StateNode, Mistaken> { _ in [a, past] }
        let entry = EntryPoint<StateNode, Mistaken> { _ in [past, a] }
        let trouble = """
            has R.S.A and R.DeepHistory1 as targets, of which R.DeepHistory1 is about all regions; name vertices of \
            different regions of one orthogonal state [sameRegion]
            """
        #expect(
            diagnostics(
                Mistaken {
                    $0.substates(
                        $0.home, fork,
                        Regions("R") { $0.regions(Inner("S") { $0.substates(a) }, Inner("T"), past, entry) })
                }) == ["Fork1: \(trouble)", "R.EntryPoint2: \(trouble)"])
    }
}

private final class Toss: Choice<StateNode, Mistaken> {
    override func choose() -> Reaction { .unhandled }
}

private final class Fence: Junction<StateNode, Mistaken> {
    override func choose() -> Reaction { .unhandled }
}

/// Says in `configure()` where the exit point of its state leads; every event goes there.
private final class Ticket: TopState<Int> {
    let home = Home(), page = Page()
    private let sayWhere: (Ticket) -> Void
    init(_ sayWhere: @escaping (Ticket) -> Void) { self.sayWhere = sayWhere }
    override func configure() {
        sayWhere(self)
        substates(page, home)
    }
    final class Home: State<Ticket, Ticket> {}
    final class Page: State<Ticket, Ticket> {
        let text = Text(), cancelled = ExitPoint<Page, Ticket>()
        override func configure() { substates(text, cancelled) }
    }
    final class Text: State<Page, Ticket> {
        override func handle(_ event: Int) -> Reaction { .to(superior.cancelled) }
    }
}
