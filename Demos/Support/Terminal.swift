/// A terminal that is drawn on as a whole and read key by key.
///
///     try await Terminal.session { terminal in
///         loop: for await happening in terminal.happenings(and: machine.configurations) {
///             switch happening {
///             case .input(.character("q")): break loop
///             case .input(.enter): machine.post(.buttonTap)
///             case .input, .change: terminal.draw(lines(await machine.configuration))
///             }
///         }
///     }
///
/// During the session keys arrive at once and are not echoed, the cursor is hidden, and the drawing has a screen of its
/// own. When `body` returns or throws, everything is as it was. Control-C, Control-\, SIGTERM and SIGHUP end ``inputs``
/// and put the terminal back; `body` returns in its own order, and the program does what it does at its end. Then
/// ``Demo/run(_:_:_:)`` ends the process by that signal, as a shell expects. Control-D and the end of standard input
/// just end ``inputs``. Control-Z suspends the process with the terminal put back, and `fg` brings the drawing again.
///
/// One session at a time. Ask ``StandardStreams/areInteractive`` before.
public final class Terminal: Sendable {
    /// Keys and changes of the window, from the session's start on; ends when there is nothing more to come. To be read
    /// by one task.
    public let inputs: AsyncStream<TerminalInput>

    private let mode: TerminalMode

    private init(mode: TerminalMode, inputs: AsyncStream<TerminalInput>) {
        self.mode = mode
        self.inputs = inputs
    }

    /// Runs `body` with the terminal in its hands, and puts the terminal back afterwards.
    public static func session<Result>(_ body: (Terminal) async throws -> Result) async rethrows -> Result {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalInput.self)
        let mode = TerminalMode()
        mode.enter()
        let reader = TerminalReader(mode: mode, continuation: continuation)
        // Reached on every way out.
        defer {
            reader.stop()
            mode.leave()
        }
        return try await body(Terminal(mode: mode, inputs: stream))
    }

    /// Ends the process by the signal that ended the session, if one did. What has to be written is written by then.
    static func endBySignal() { TerminalReader.endBySignal() }

    /// Shows these lines instead of what was there. What does not fit is cut off.
    public func draw(_ lines: [String]) {
        mode.write(Self.text(of: lines, rows: size.rows))
    }

    /// What shows these lines. What was there is erased before a line is written: behind one that fills the window, its
    /// last character would be.
    static func text(of lines: [String], rows: Int) -> String {
        var text = "\u{1B}[H"
        for (number, line) in lines.prefix(rows).enumerated() {
            text += (number > 0 ? "\r\n" : "") + "\u{1B}[K" + line
        }
        return lines.count < rows ? text + (lines.isEmpty ? "" : "\r\n") + "\u{1B}[J" : text
    }

    /// The size of the window in characters; 24 by 80 where it cannot be told.
    public var size: (rows: Int, columns: Int) { TerminalMode.size }
}
