import Statecharts
import StatechartsTesting
import Testing

/// What the section *What goes wrong at first* of *Getting started* says.
@Suite struct RepairsTests {
    private static let article = "DocC/Statecharts.docc/GettingStarted.md"

    @Test func `the compiler says of wrong handlers what the article says that it does`() throws {
        let handlers = try Passage.blocks("text", in: Self.article).map(\.code).filter {
            $0.contains("// error: ") && $0.contains("print(")
        }
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

    /// A kettle with water, whose state `Heating` has these members.
    private static func program(_ members: String) -> String {
        """
        import Statecharts
        protocol Element: Sendable { func warm(_ water: Int) async throws -> Int }
        final class Kettle: TopState<Kettle.Event> {
            enum Event { case press, boils, warm(Int) }
            let off = Off(), heating = Heating()
            let element: any Element
            var water = 1
            init(element: any Element) { self.element = element }
            override func configure() { substates(off, heating) }
            final class Off: State<Kettle, Kettle> {}
            final class Heating: State<Kettle, Kettle> {
        \(members)
            }
        }
        """
    }

    @Test func `the compiler says of an answer without return, and of work with self, what the article says`() throws {
        let members = try Passage.blocks("text", in: Self.article).map(\.code).filter {
            $0.contains("// error: ") && !$0.contains("print(")
        }
        try #require(members.count == 2)
        let (answers, work) = (Self.program(members[0]), Self.program(members[1]))
        #expect(try Compiler.errors(in: answers) == Compiler.errors(saidIn: answers))
        #expect(try Set(Compiler.errors(in: work)).isSuperset(of: Compiler.errors(saidIn: work)))
        // What the article says of `self.`.
        let capture = "capture of 'self' with non-Sendable type 'Kettle.Heating' in a '@Sendable' closure"
        #expect(try Repository.text(Self.article).contains("*\(capture)*"))
        let errors = try Compiler.errors(in: work.replacing("top.", with: "self.top."))
        #expect(!errors.isEmpty)
        #expect(errors.allSatisfy { $0.contains(capture) }, "\(errors)")
        // Both repairs compile in this place.
        let repairs = try Passage.snippets(in: "Tests/DocumentationTests/Snippets/Repairs.swift").map(\.code).filter {
            $0.contains("top.water")
        }
        #expect(repairs.count == 2)
        #expect(try Compiler.errors(in: Self.program(repairs.joined(separator: "\n"))) == [])
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

    @Test func `work is given what it needs, and its failure empties the samovar`() async throws {
        struct Burnt: Error {}
        struct Coil: Repairs.Element { func warm(_ water: Int) -> Int { water * 100 } }
        let test = TestMachine(Repairs.Samovar(element: Coil()))
        try await test.start(.partial)
        await test.send(.press, .partial) { $0.enters(\.heating) }
        await test.performWork(of: \.heating, .partial)
        #expect(test.top.warmth == 100)
        await test.send(.boils, .partial) { $0.enters(\.off) }
        let broken = TestMachine(Repairs.Samovar(element: Coil()))
        try await broken.start(.partial)
        await broken.send(.press, .partial) { $0.begins(\.heating) }
        await broken.fail(\.heating, with: Burnt(), .partial) { $0.enters(\.off) }
        #expect(broken.top.water == 0)
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
