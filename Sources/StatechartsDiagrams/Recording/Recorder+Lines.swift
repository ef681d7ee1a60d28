import Statecharts

extension Recorder {
    /// What has been recorded so far, and everything that will be, as lines of JSON with their line ends: together a
    /// text that ``Recording/init(lines:)`` reads, for a file in another process or a connection.
    ///
    /// Lines that have not been taken yet are kept, even those of entries that the recorder itself has dropped since.
    /// The stream ends after ``stop()``. Each call begins another stream.
    public var lines: AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let changes = changes
        redraw()
        let reader = contents.withLock { $0.addReader() }
        let task = Task {
            for await _ in changes {
                for line in reader.take() { continuation.yield(line.text) }
            }
            for line in reader.take() { continuation.yield(line.text) }
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            task.cancel()
            self?.contents.withLock { $0.remove(reader) }
        }
        return lines
    }
}
