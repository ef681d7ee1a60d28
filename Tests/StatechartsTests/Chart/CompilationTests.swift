import Foundation
import Testing

/// Mistakes that do not compile. The compiler that runs the tests checks small programs against the module that was built for them.
@Suite struct CompilationTests {
    /// Two charts with the same events. A comment says which error its line is to have; `HERE` and `ELSEWHERE` are vertices.
    private static let program = """
        import Statecharts

        final class Lamp: TopState<Int> {
            let off = Off(), on = On()
            override func configure() { substates(off, HERE) }
            override func handle(_ event: Int) -> Reaction { .to(TOP) }
            final class Off: State<Lamp, Lamp> {
                var other: Door.Open?
                override func handle(_ event: Int) -> Reaction {
                    .to(TARGET)
                }
            }
            final class On: State<Lamp, Lamp> {}
        }

        final class Door: TopState<Int> {
            let open = Open()
            override func configure() { substates(open) }
            final class Open: State<Door, Door> {}
        }

        final class Clock: TopState<String> {
            let ticking = Ticking()
            override func configure() { substates(ticking) }
            final class Ticking: State<Clock, Clock> {}
        }

        func use(_ machine: Machine<Lamp>) async throws {
            try await machine.send(EVENT)
            _ = await machine.isActive(PATH)
        }
        """

    private func program(
        target: String = "superior.on", here: String = "on", top: String = "on", event: String = "1",
        path: String = "\\Lamp.on"
    ) -> String {
        Self.program
            .replacing("TARGET", with: target).replacing("HERE", with: here).replacing("TOP", with: top)
            .replacing("EVENT", with: event).replacing("PATH", with: path)
    }

    @Test func `a chart with targets of its own compiles`() throws {
        #expect(try errors(in: program()) == [])
    }

    @Test func `a target of another chart does not compile`() throws {
        let errors = try errors(in: program(target: "Door().open"))
        #expect(errors == ["10: cannot convert value of type 'Vertex<Door>' to expected argument type 'Vertex<Lamp>'"])
    }

    @Test(arguments: ["top", "superior"])
    func `the top of its own chart is a target of a state, that of another one does not compile`(own: String) throws {
        #expect(try errors(in: program(target: own)) == [])
        #expect(try errors(in: program(target: "Door()")).map { String($0.prefix { $0 != ":" }) } == ["10"])
    }

    @Test func `mistakes about charts and events do not compile`() throws {
        let errors = try errors(
            in: program(here: "Clock().ticking", top: "Clock().ticking", event: "\"one\"", path: "\\Door.open"))
        #expect(errors.map { String($0.prefix { $0 != ":" }) } == ["5", "6", "29", "30"])
        #expect(errors.count == 4, "\(errors)")
    }

    @Test func `regions of a plain state do not compile, and the message says what has them`() throws {
        let program = """
            import Statecharts

            final class Car: TopState<Int> {
                let driving = Driving()
                override func configure() { substates(driving) }
                final class Driving: State<Car, Car> {
                    let engine = Engine(), radio = Radio()
                    override func configure() { regions(engine, radio) }
                    final class Engine: State<Driving, Car> {}
                    final class Radio: State<Driving, Car> {}
                }
            }
            """
        #expect(
            try errors(in: program) == [
                "8: 'regions(_:history:)' is unavailable: a State has no regions: derive from OrthogonalState, or declare substates(…)"
            ])
        #expect(try errors(in: program.replacing("Driving: State<", with: "Driving: OrthogonalState<")) == [])
    }

    @Test func `only a top state can be the top of a chart`() throws {
        let program = """
            import Statecharts

            final class Donor: TopState<Int> {}
            final class Weird: State<Donor, Donor>, Statechart {
                typealias Event = Int
            }
            """
        #expect(try errors(in: program) == ["4: redundant conformance of 'Weird' to protocol 'Statechart'"])
    }

    /// Where the superior stands in the place of the top, or both are the wrong way round.
    @Test(arguments: ["Home, Home", "App, Home"])
    func `a state in the place of the top says what belongs there`(arguments: String) throws {
        let program = """
            import Statecharts

            final class App: TopState<Int> {
                let home = Home()
                override func configure() { substates(home) }
                final class Home: State<App, App> {
                    let first = First(), second = Second()
                    override func configure() { substates(first, second) }
                    final class First: State<Home, App> {}
                    final class Second: State<\(arguments)> {}
                }
            }
            """
        #expect(
            try errors(in: program) == [
                "10: conformance of 'Subvertex<Superior, Top>' to 'Statechart' is unavailable: the top of a chart, which is the second "
                    + "argument of State<Superior, Top> and what a Machine runs, is a TopState; a State is none",
                "8: cannot convert value of type 'Vertex<App.Home>' to expected argument type 'Vertex<App>'",
            ])
        #expect(try errors(in: program.replacing(arguments, with: "Home, App")) == [])
    }

    @Test func `a handler that waits does not compile, and the message says where to wait`() throws {
        let program = """
            import Statecharts

            final class Lamp: TopState<Int> {
                let off = Off()
                override func configure() { substates(off) }
                override func handle(_ event: Int) async -> Reaction { .unhandled }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Int) async -> Reaction { .unhandled }
                }
            }
            """
        let message =
            "cannot override 'handle' which has been marked unavailable: a handler decides and does not wait: "
            + "await in an effect, .handled { await … } or .to(target) { await … }, or in an activity, run { … }"
        #expect(try errors(in: program) == ["6: \(message)", "8: \(message)"])
    }

    @Test func `an event can be captured by an effect, and an effect can be there or not`() throws {
        let program = """
            import Statecharts

            final class Lamp: TopState<[Int]> {
                let off = Off()
                override func configure() { substates(off) }
                override func handle(_ event: [Int]) -> Reaction { .handled { print(event) } }
                final class Off: State<Lamp, Lamp> {
                    let effect: (() throws -> Void)? = nil
                    override func handle(_ event: [Int]) -> Reaction {
                        event.isEmpty ? .handled(effect) : .to(superior.off) { print(event) }
                    }
                }
            }
            """
        #expect(try errors(in: program) == [])
    }

    @Test func `where an exit point leads cannot capture a state`() throws {
        let program = """
            import Statecharts

            final class App: TopState<Int> {
                let home = Home(), dialog = Dialog()
                override func configure() {
                    substates(home, dialog)
                    dialog.cancelled.leads(to: home)
                    dialog.cancelled.leads(asking: self) { app in .to(app.home) { print(app.path) } }
                    dialog.cancelled.leads { .to(self.home) }
                    dialog.cancelled.leads(asking: self) { _ in .to(self.home) }
                }
                final class Home: State<App, App> {}
                final class Dialog: State<App, App> {
                    let cancelled = ExitPoint<Dialog, App>(), only = Only()
                    override func configure() { substates(only, cancelled) }
                    final class Only: State<Dialog, App> {}
                }
            }
            """
        #expect(
            try errors(in: program) == [
                "9: 'leads' is unavailable: use leads(to: home), or leads(asking: self) { superior in … }, which keep no state alive",
                "10: capture of 'self' with non-Sendable type 'App' in a '@Sendable' closure [#SendableClosureCaptures]",
            ])
    }

    @Test func `where an exit point of a submachine leads cannot capture a state`() throws {
        let program = """
            import Statecharts

            final class App: TopState<Int> {
                let home = Home(), login = Submachine<App, App, Login>(Login()) { $0 }
                override func configure() {
                    substates(home, login)
                    login.leads(from: \\.cancelled) { app in .to(app.home) { print(app.path) } }
                    login.leads(from: \\.cancelled) { _ in .to(self.home) }
                }
                final class Home: State<App, App> {}
            }
            final class Login: TopState<Int> {
                let cancelled = ExitPoint<Login, Login>(), only = Only()
                override func configure() { substates(only, cancelled) }
                final class Only: State<Login, Login> {}
            }
            """
        #expect(
            try errors(in: program) == [
                "8: capture of 'self' with non-Sendable type 'App' in a '@Sendable' closure [#SendableClosureCaptures]"
            ])
    }

    @Test func `what belongs to the engine is not offered`() throws {
        for call in ["_handle(1)", "_keepTimed(1, at: 0)", "_takeTimed(at: 0, repeats: false)"] {
            let errors = try errors(in: "import Statecharts\nfunc use(_ top: TopState<Int>) { top.\(call) }")
            #expect(errors.count == 1 && errors[0].hasPrefix("2: value of type 'TopState<Int>' has no member"))
        }
    }

    // MARK: Running the compiler

    /// The errors of a program, as line and message.
    private func errors(in program: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "statecharts-\(UUID().uuidString).swift")
        try program.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }

        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = try ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules().path(), file.path()]
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = FileHandle.nullDevice
        try compiler.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()

        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let prefix = file.path() + ":"
        let errors = lines.filter { $0.hasPrefix(prefix) && $0.contains(": error: ") }.map { line in
            let place = line.dropFirst(prefix.count).prefix { $0 != ":" }
            let message = line.split(separator: ": error: ", maxSplits: 1).last ?? ""
            return "\(place): \(message)"
        }
        // A compiler that could not run at all has not found the mistake.
        if errors.isEmpty && compiler.terminationStatus != 0 {
            Issue.record("swiftc ended with \(compiler.terminationStatus): \(lines.joined(separator: "\n"))")
        }
        return errors
    }

    /// The folder of the modules that belong to the running tests: beside their bundle, or else in the package's build folder.
    private func modules() throws -> URL {
        let fileManager = FileManager.default
        var folders = CommandLine.arguments.compactMap { argument -> URL? in
            guard let bundle = argument.range(of: ".xctest") else { return nil }
            return URL(filePath: String(argument[..<bundle.upperBound])).deletingLastPathComponent()
        }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        folders += ["debug", "release"].map { package.appending(path: ".build/\($0)") }
        let found = folders.map { $0.appending(path: "Modules") }.first {
            fileManager.fileExists(atPath: $0.appending(path: "Statecharts.swiftmodule").path())
        }
        return try #require(found, "no module beside \(CommandLine.arguments)")
    }
}
