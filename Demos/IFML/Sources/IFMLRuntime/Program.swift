#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The main program of an application: commands line by line, from a script or from standard input.
///
///     try await Program.run { outcomes, stubs in
///         MovieManager(actions: MovieManagerStubs(instead: stubs ? nil : Store(), outcomes))
///     }
public enum Program {
    /// Runs an application until `quit` or the end of the input.
    ///
    /// Options of the command line: `--stubs` for stubs instead of the store, `--script FILE` for commands from a file,
    /// `--headless` for no prompt in a terminal, `--help`, and `--walk LIMIT` for a ``Walkthrough`` with the stubs as
    /// JSON: along the script, of at most so many situations (a million) and eight times as many commands.
    ///
    /// In a terminal a line that is not understood is told of and the session goes on. Otherwise it ends the process
    /// with status 65 (`EX_DATAERR`); a command line that is not understood does with 64 (`EX_USAGE`).
    /// - Parameters:
    ///   - arguments: those of the command line, without the name of the program.
    ///   - make: makes the application; gets what the stubs ask, and whether there is to be no store.
    public static func run<App: Application>(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        _ make: @Sendable (_ outcomes: Outcomes, _ stubs: Bool) -> sending App
    ) async throws {
        let options = Options(arguments)
        if options.wantsHelp {
            print("usage: \(name) [--stubs] [--script FILE] [--headless] [--walk LIMIT]\n\nCommands:")
            for form in Command.forms { print("  \(form)") }
            return
        }
        if let limit = options.limit {
            var script: [String] = []
            while options.script != nil, let line = readLine() { script.append(line) }
            try await print(walkthrough(limit: limit, along: script, make).json)
            return
        }
        let outcomes = Outcomes()
        let session = Session(outcomes: outcomes) {
            make(outcomes, options.wantsStubs)
        } printing: {
            print($0)
        }
        try await session.start()
        try await options.isTerminal ? converse(with: session) : read(options.script, into: session)
        try await session.end()
    }

    /// Off the main actor, so that the thousands of machines of a walkthrough need no change of threads each.
    @concurrent private static func walkthrough<App: Application>(
        limit: Int, along script: [String], _ make: @Sendable (_ outcomes: Outcomes, _ stubs: Bool) -> sending App
    ) async throws -> Walkthrough {
        try await Walkthrough.of(limit: limit, commands: 8 * limit, along: [script]) { make($0, true) }
    }

    /// Commands of a person, who is told what is not understood.
    private static func converse(with session: Session<some Application>) async throws {
        while true {
            print("> ", terminator: "")
            _ = fflush(nil)
            guard let line = readLine() else { return }
            do {
                guard try await session.perform(line) else { return }
            } catch let error as NotUnderstood {
                print("not understood: \(error)")
            }
        }
    }

    /// Commands of a script, each printed before what comes of it.
    private static func read(_ script: String?, into session: Session<some Application>) async throws {
        var number = 0
        while let line = readLine() {
            number += 1
            do {
                guard try await session.perform(line, echoing: true) else { return }
            } catch let error as NotUnderstood {
                refuse("\(script ?? "standard input"):\(number): not understood: \(error)", status: 65)
            }
        }
    }

    /// What the command line says.
    private struct Options {
        var wantsStubs = false, wantsHelp = false, isHeadless = false
        var script: String?
        var limit: Int?

        init(_ arguments: [String]) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                switch argument {
                case "--stubs": wantsStubs = true
                case "--headless": isHeadless = true
                case "--help": wantsHelp = true
                case "--walk":
                    guard let text = rest.popFirst(), let number = Int(text), (1...1_000_000).contains(number) else {
                        Program.refuse("--walk needs a LIMIT of situations, from 1 to 1000000", status: 64)
                    }
                    limit = number
                case "--script":
                    guard let path = rest.popFirst() else { Program.refuse("--script needs a FILE", status: 64) }
                    script = path
                    Program.readStandardInput(from: path)
                default: Program.refuse("unknown option '\(argument)'; --help lists all", status: 64)
                }
            }
        }

        var isTerminal: Bool {
            !isHeadless && script == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        }
    }

    /// Lets the lines of a script come from standard input.
    private static func readStandardInput(from path: String) {
        func refuseScript(_ failure: Int32) -> Never {
            refuse("the script '\(path)' cannot be read: \(unsafe String(cString: strerror(failure)))", status: 64)
        }
        let file = unsafe open(path, O_RDONLY)
        var facts = stat()
        guard file >= 0, unsafe fstat(file, &facts) == 0 else { refuseScript(errno) }
        // A folder can be opened; that it cannot be read would look like its end.
        guard facts.st_mode & S_IFMT != S_IFDIR else { refuseScript(EISDIR) }
        guard dup2(file, STDIN_FILENO) >= 0 else { refuseScript(errno) }
        close(file)
    }

    private static var name: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "application"
    }

    private static func refuse(_ message: String, status: Int32) -> Never {
        _ = fflush(nil)
        let line = Array("\(name): \(message)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(status)
    }
}
