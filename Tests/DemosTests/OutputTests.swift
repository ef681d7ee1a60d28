import Testing

@testable import DemoSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct OutputTests {
    @Test func `what cannot be written because nobody reads any more ends the process with status 74`() async {
        let result = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
            var ends: [Int32] = [-1, -1]
            _ = unsafe pipe(&ends)
            dup2(ends[1], STDOUT_FILENO)
            close(ends[0])
            StandardStreams.say("lost")
            StandardStreams.complain("not reached")
        }
        expect(result, "Broken pipe")
    }

    @Test func `what cannot be written because there is no output ends the process with status 74`() async {
        let result = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
            // Not closed: another thread might get its number for a file of its own.
            dup2(unsafe open("/dev/null", O_RDONLY), STDOUT_FILENO)
            StandardStreams.say("lost")
        }
        expect(result, "Bad file descriptor")
    }

    #if os(Linux)
        @Test func `a full disk ends the process with status 74`() async {
            let result = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
                dup2(unsafe open("/dev/full", O_WRONLY), STDOUT_FILENO)
                StandardStreams.say("lost")
            }
            expect(result, "No space left on device")
        }
    #endif

    /// One line that says what cannot be written and why.
    private func expect(_ result: ExitTest.Result?, _ reason: String) {
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix(": standard output cannot be written: \(reason)") == true, "\(lines)")
    }

    @Test func `a drawing is erased line by line before it is written, so that a line may fill the window`() {
        #expect(Terminal.text(of: ["ab", "cd"], rows: 3) == "\u{1B}[H\u{1B}[Kab\r\n\u{1B}[Kcd\r\n\u{1B}[J")
        #expect(Terminal.text(of: ["ab", "cd"], rows: 2) == "\u{1B}[H\u{1B}[Kab\r\n\u{1B}[Kcd")
        #expect(Terminal.text(of: ["ab", "cd"], rows: 1) == "\u{1B}[H\u{1B}[Kab")
        #expect(Terminal.text(of: [], rows: 2) == "\u{1B}[H\u{1B}[J")
    }

    @Test(
        arguments: [
            ("plain, with accents é and e\u{301}", nil), ("a\tb", nil), ("👩‍👩‍👧 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿", nil), ("", nil),
            ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}31m", "\\u{009B}31m"), ("a\u{7}\u{7F}", "a\\u{07}\\u{7F}"),
            ("\u{202E}desrever", "\\u{202E}desrever"), ("a\r\nb\u{2028}", "a\\r\\nb\\u{2028}"),
            ("\u{FEFF}", "\\u{FEFF}"),
        ] as [(String, String?)])
    func `what a terminal would obey is written so that it is shown`(text: String, shown: String?) {
        #expect(text.printable == shown ?? text)
        #expect(text.isPrintable == (shown == nil))
    }
}
