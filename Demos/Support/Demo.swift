#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the mains of all demos have in common.
public enum Demo {
    /// Reads the command line, prints the help if that is asked for, and otherwise runs `body`.
    ///
    /// A command line that is not understood ends the process with status 64 (`EX_USAGE`), input that is not with 65
    /// (`EX_DATAERR`), each with one line on standard error. Output that cannot be written ends it with 74, see
    /// ``StandardStreams/say(_:)``. A signal that has ended a ``Terminal`` session ends the process when `body` has returned.
    public static func run(
        _ parser: OptionParser, _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        _ body: (OptionParser.Options) async throws -> Void
    ) async throws {
        do {
            let options = try parser.parse(arguments)
            if options.has("help") {
                StandardStreams.say(parser.help)
            } else {
                try await body(options)
                Terminal.endBySignal()
            }
        } catch let error as UsageError {
            refuse("\(parser.command): \(error)", status: 64)
        } catch let error as InputError {
            refuse("\(parser.command): \(error)", status: 65)
        } catch {
            Terminal.endBySignal()
            throw error
        }
    }

    private static func refuse(_ line: String, status: Int32) -> Never {
        StandardStreams.complain(line)
        Terminal.endBySignal()
        exit(status)
    }
}
