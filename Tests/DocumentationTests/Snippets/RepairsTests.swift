import Statecharts
import StatechartsTesting
import Testing

/// What the section *What goes wrong at first* of *Getting started* says.
@Suite struct RepairsTests {
    private static let article = "DocC/Statecharts.docc/GettingStarted.md"

    @Test func `the compiler says of wrong handlers what the article says that it does`() throws {
        let handlers = try Passage.blocks("text", in: Self.article).map(\.code).filter { $0.contains("// error: ") }
        #expect(handlers.count == 2)
        for handler in handlers {
            let program = """
                import Statecharts
                final class Kettle: TopState<Kettle.Event> {
                    enum Event { case press, boils }
                    let off = Off(), heating = Heating()
                    override func configure() { substates(off, heating) }
                    final class Heating: State<Kettle, Kettle> {}
                    final class Off: State<Kettle, Kettle> {
                \(handler)
                    }
                }
                """
            #expect(try Compiler.errors(in: program) == Compiler.errors(saidIn: program))
            // What compiles nothing finds nothing.
            let mended = program.replacing("print(\"on\")", with: "").replacing("return ", with: "")
            #expect(try Compiler.errors(in: mended) == [])
        }
    }

    @Test func `an event that nobody takes is found by exploring`() async throws {
        typealias Kettle = Repairs.Kettle
        // snippet: never accepted
        let explorer = Explorer(events: [.press, .boils, .unplug, .tooLong]) { Kettle() }
        for problem in try await explorer.explore().problems { print(problem) }
        // end snippet
        let problems = try await explorer.explore().problems.map { "\($0)" }
        try #require(problems.count == 1)
        let first = try #require(problems[0].split(separator: "\n").first)
        #expect(first.hasPrefix("never accepted"))
        #expect(try Repository.text(Self.article).contains(first), "\(problems[0])")
    }

    @Test func `a large cup is filled`() throws {
        let cup = Interpreter(Repairs.Cup())
        try cup.start()
        try cup.send(.pour(15))
        #expect(cup.isActive(\.empty))
        try cup.send(.pour(200))
        #expect(cup.isActive(\.full))
    }
}
