private import Foundation
public import StatechartsDiagrams

/// The page that `--inspect` asks for.
public struct Inspection: Sendable {
    /// `--inspect` for the parser of a demo.
    public static var option: OptionParser.Option {
        .value("inspect", "FILE.html", "write what happens in the run as a page to look at in a browser")
    }

    /// What is recorded for the page.
    public let recorder: Recorder
    private let title: String
    /// The page, if one was asked for.
    private let file: URL?

    /// What the command line asks for; `nil` if for neither a page nor a recording (`--record`).
    ///
    /// The files are made at once, so that one that cannot be written is known before the run. They are for their owner
    /// alone, see ``PrivateFile``.
    /// - Throws: ``UsageError`` that says why a file cannot be written.
    public init?<C: Clock>(
        _ options: OptionParser.Options, title: String, clock: C
    ) throws(UsageError) where C.Duration == Duration {
        guard options.has("inspect") || options.has("record") else { return nil }
        file = options["inspect"].map { URL(filePath: $0) }
        self.title = title
        recorder = Recorder(clock: clock)
        if let path = options["record"] { try PrivateFile.make(path, option: "record") }
        if let path = options["inspect"] { try PrivateFile.make(path, option: "inspect") }
        do {
            if let path = options["record"] { try recorder.write(to: URL(filePath: path)) }
        } catch {
            throw UsageError("--record: \("\(error)".printable)")
        }
        try write()
    }

    /// Writes the page anew as things happen, until the recorder is stopped.
    public func live() -> Task<Void, any Error>? {
        guard let file else { return nil }
        let inspector = Inspector(recorder, title: title)
        return Task { try await inspector.run(writing: file) }
    }

    /// Writes the page with what was recorded so far, and the rest of the recording.
    /// - Throws: ``UsageError`` that says why a file cannot be written.
    public func write() throws(UsageError) {
        do { try recorder.flush() } catch { throw UsageError("--record: \("\(error)".printable)") }
        try write(recorder.recording)
    }

    /// Writes the page with a recording that was made in another way.
    /// - Throws: ``UsageError`` that says why the file cannot be written.
    public func write(_ recording: Recording) throws(UsageError) {
        guard let file else { return }
        do {
            try Data(recording.html(title: title).utf8).replaceFile(at: file)
        } catch {
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            throw UsageError(
                "the page '\(file.path.printable)' cannot be written: \((reason ?? error as NSError).localizedDescription)"
            )
        }
    }
}
