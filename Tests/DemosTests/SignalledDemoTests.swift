import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A demo in a terminal, ended by a signal such as Control-C gives.
@Suite(.serialized) struct SignalledDemoTests {
    @Test(arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
    func `a demo that is ended by a signal puts the terminal back and writes what was asked for`(number: Int32)
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signalled-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try PseudoTerminal(), isCooked = terminal.isCooked
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "running-lights")
        process.arguments = ["--inspect", "page.html"]
        process.currentDirectoryURL = folder
        process.standardInput = terminal.inner
        process.standardOutput = terminal.inner
        process.standardError = terminal.inner
        try process.run()
        try terminal.read(until: "Lights.Red")
        #expect(isCooked && !terminal.isCooked)
        kill(process.processIdentifier, number)
        try terminal.read(until: "\u{1B}[?1049l")
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
        #expect(terminal.isCooked)
        let page = try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8)
        // Its last step; without the clean end the page is as empty as before the run.
        let isWhole = page.contains("\"input\":\"stop\"")
        #expect(isWhole)
    }
}

/// A terminal whose person is the test.
private final class PseudoTerminal {
    struct Failure: Error { let text: String }

    /// The end that a program has for its terminal.
    let inner: FileHandle
    private let outer: FileHandle

    init() throws {
        // Looked up, as not every C library declares it for Swift.
        typealias Pointer = UnsafeMutablePointer<Int32>
        typealias Open = @convention(c) (Pointer, Pointer, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
        guard let address = unsafe dlsym(dlopen(nil, RTLD_NOW), "openpty") else {
            throw Failure(text: "there is no openpty")
        }
        let open = unsafe unsafeBitCast(address, to: Open.self)
        var outer: Int32 = -1, inner: Int32 = -1
        guard unsafe open(&outer, &inner, nil, nil, nil) == 0 else {
            throw Failure(text: "there is no pseudo terminal")
        }
        self.outer = FileHandle(fileDescriptor: outer, closeOnDealloc: true)
        self.inner = FileHandle(fileDescriptor: inner, closeOnDealloc: true)
    }

    /// Whether it gives whole lines, as outside a session.
    var isCooked: Bool {
        var settings = termios()
        return unsafe tcgetattr(inner.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) != 0
    }

    /// Takes what is written until this comes. A program that goes on drawing without it is given up, too.
    func read(until end: String) throws {
        var text = ""
        for _ in 0..<200 where !text.contains(end) {
            var source = pollfd(fd: outer.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&source, 1, 60_000) == 1 else { break }
            text += String(decoding: outer.availableData, as: UTF8.self)
        }
        guard text.contains(end) else {
            throw Failure(text: "\(end.debugDescription) has not come: \(text.suffix(2_000).debugDescription)")
        }
    }
}
