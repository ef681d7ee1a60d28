import Statecharts

extension Recorder {
    /// What has been recorded so far, and everything that will be, as lines of JSON with their ends: together a text
    /// that ``Recording/init(lines:)`` reads,
    /// for a file in another process or a connection.
    ///
    /// Lines that are not taken yet are kept. The stream ends after ``stop()``. Each call begins another stream.
    public var lines: AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let changes = changes
        let task = Task { [weak self] in
            var told = Told()
            for await _ in changes {
                guard let self else { break }
                for line in told.lines(of: recording) { continuation.yield(line) }
            }
            if let self { for line in told.lines(of: recording) { continuation.yield(line) } }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return lines
    }

    /// How much of a recording has been told.
    private struct Told {
        private var isBegun = false
        private var machines = 0
        private var system: SystemDrawing?
        /// Counted from the first entry ever.
        private var entries = 0

        mutating func lines(of recording: Recording) -> [String] {
            var lines: [Recording.Line] = []
            if !isBegun {
                lines.append(.header(version: Recording.version, dropped: recording.droppedCount, learns: true))
                isBegun = true
            }
            for machine in recording.machines.dropFirst(machines) {
                // The transitions are learnt from the entries.
                let bare = ChartGraph(vertices: machine.graph.vertices)
                lines.append(
                    .machine(.init(name: machine.name, graph: bare, isReplayable: machine.isReplayable)))
            }
            machines = recording.machines.count
            if let drawing = recording.system, drawing != system {
                lines.append(.system(drawing))
                system = drawing
            }
            let first = max(0, entries - recording.droppedCount)
            lines += recording.entries.dropFirst(first).map { .entry($0) }
            entries = recording.droppedCount + recording.entries.count
            return lines.map(\.text)
        }
    }
}
