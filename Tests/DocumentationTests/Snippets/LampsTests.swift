import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

private struct Darkness: LEDs {
    func turnOn(_ led: LED) {}
    func turnOff(_ led: LED) {}
}

/// What the article *Several states of one kind* says.
@Suite struct LampsTests {
    private static let article = "DocC/Statecharts.docc/SeveralStatesOfOneKind.md"

    @Test func `lamps of one class go on in turn, and each is called as its property`() async throws {
        // snippet: lamps by name
        let lights = Machine(RunningLights(leds: Darkness()), clock: ManualClock())
        try await lights.start()
        try await lights.send(.timerTick)
        print(await lights.configuration)  // Lights.green
        print(await lights.isActive(\.lights.green))  // true
        // end snippet
        #expect(await lights.configuration.description == "Lights.green")
        for place in ["Lights.blue", "Lights.red"] {
            try await lights.send(.timerTick)
            #expect(await lights.configuration.description == place)
        }
    }

    @Test func `records name them by their properties`() async throws {
        let explained = try Passage.blocks("text", in: Self.article).map(\.code)
        let lights = Machine(RunningLights(leds: Darkness()), clock: ManualClock())
        try await lights.start()
        var steps = lights.steps.makeAsyncIterator()
        try await lights.send(.timerTick)
        let record = try #require(await steps.next()?.description)
        #expect(
            record == """
                timerTick: handled → Lights.green
                  event, Lights.red → Lights.green, exits Lights.red, entries Lights.green
                """)
        #expect(explained.contains(record))
    }

    /// The names do not only stand side by side: no two states may be drawn as one.
    @Test func `every drawing names them by their properties`() async throws {
        let graph = try await Explorer(events: [.timerTick, .buttonTap]) { Quiet() }.explore().graph
        #expect(graph.vertices.map(\.path) == ["Quiet", "red", "green", "blue"])
        let drawing = ChartDrawing(graph)
        for text in [
            drawing.svg(), drawing.mermaid, drawing.plantUML, drawing.dot, drawing.scxml, drawing.tree,
            EventTable(graph).markdown,
        ] {
            for name in ["red", "green", "blue"] { #expect(text.contains(name), "\(name) is missing in\n\(text)") }
            #expect(!text.contains("Lamp"), "\(text)")
        }
    }

    @Test func `what is shown not to work does not compile, with the error that is shown`() throws {
        let lines = try Passage.blocks("text", in: Self.article).map(\.code).filter { $0.contains("// error: ") }
            .flatMap { $0.split(separator: "\n") }
        let initializers = [
            "init(next: Lamp) {}", "init(_ next: @escaping (Ring) -> Lamp) {}", "init(_ next: KeyPath<Ring, Lamp>) {}",
        ]
        try #require(lines.count == initializers.count)
        for (line, initializer) in zip(lines, initializers) {
            let program = """
                import Statecharts
                final class Ring: TopState<Int> {
                    \(line)
                    final class Lamp: State<Ring, Ring> { \(initializer) }
                }
                """
            #expect(try Compiler.errors(in: program) == Compiler.errors(saidIn: program))
        }
    }
}

//   Quiet: ●──▶ red ──tick──▶ green ──tick──▶ blue ──tick──▶ red
private final class Quiet: TopState<RunningLights.Event> {
    let red = Lamp(.red), green = Lamp(.green), blue = Lamp(.blue)
    override func configure() { substates(red, green, blue) }

    final class Lamp: State<Quiet, Quiet> {
        let led: LED
        init(_ led: LED) { self.led = led }
        override func handle(_ event: Event) -> Reaction {
            guard event == .timerTick else { return .unhandled }
            return switch led {
            case .red: .to(superior.green)
            case .green: .to(superior.blue)
            case .blue: .to(superior.red)
            }
        }
    }
}
