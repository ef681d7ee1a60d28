import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How the terminal was, and how a session wants it.
final class TerminalMode: Sendable {
    /// `nil` outside a session and while the process is suspended; drawing then comes to nothing.
    private let saved = Mutex<termios?>(nil)

    /// Keys at once and without echo, a screen of its own, no cursor, no wrapping of long lines.
    func enter() {
        saved.withLock { saved in
            guard saved == nil else { return }
            var settings = termios()
            guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
            saved = settings
            unsafe cfmakeraw(&settings)
            // Control-C and its like stay signals, and a newline stays one.
            settings.c_lflag |= tcflag_t(ISIG)
            settings.c_oflag |= tcflag_t(OPOST)
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            StandardStreams.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J", to: STDOUT_FILENO)
        }
    }

    /// Everything as it was. Does nothing the second time.
    func leave() {
        saved.withLock { saved in
            guard var settings = saved.take() else { return }
            StandardStreams.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
            _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        }
    }

    /// Writes to the terminal as long as the session has it.
    func write(_ text: String) {
        saved.withLock { saved in
            if saved != nil { StandardStreams.write(text, to: STDOUT_FILENO) }
        }
    }

    static var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return (24, 80)
        }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}
