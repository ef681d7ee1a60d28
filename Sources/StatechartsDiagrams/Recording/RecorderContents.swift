import Statecharts

/// What a recorder has behind its lock, and who is told of what comes.
struct RecorderContents {
    var recording: Recording
    var file: RecordingFile?
    /// What ends the recording of a machine or a system, by numbers.
    private(set) var ends: [Int: @Sendable () -> Void] = [:]
    /// Draws the recorded system as it is now; `nil` without one, and when the recorder has stopped.
    var draw: (@Sendable () -> SystemDrawing?)?
    /// Which components of it are inside others, by name.
    var composites: [String: [String]] = [:]
    /// What has come since it was drawn.
    var undrawn: [Undrawn] = []
    /// How often it was drawn.
    private(set) var drawings = 0
    /// The ways of the messages so far: one that takes another way may have taken a connection that is new.
    var ways: Set<MessageWay> = []
    var isStopped = false
    /// What waits for a message that was delivered and has no record yet.
    var order = EntryOrder()
    private var readers: [UntoldLines] = []
    /// The machines of the recording with the transitions of the entries that it has dropped: those of the others are
    /// learnt from these.
    private(set) var forgotten: [Recording.Machine] = []
    /// What machines are called that are recorded now.
    private var living: Set<String> = []
    private var lastEnd = 0

    init(recording: Recording) { self.recording = recording }

    // MARK: Machines

    /// Answers what a machine is called from now on, until it leaves: as it should be, or with a number if another one
    /// is called so.
    mutating func claim(_ name: String) -> String {
        var (claimed, number) = (name, 1)
        while !living.insert(claimed).inserted {
            number += 1
            claimed = "\(name) \(number)"
        }
        return claimed
    }

    /// Another machine may be called so now.
    mutating func giveUp(_ name: String) { living.remove(name) }

    mutating func add(
        _ name: String, _ vertices: [StateID], isReplayable: Bool, of owner: Recording.Owner? = nil
    ) -> Int {
        // A machine that takes over from another, as after a restart, goes on in its lane.
        let graph = ChartGraph(vertices)
        let known = recording.machines.firstIndex { $0.name == name && $0.graph.vertices == graph.vertices }
        if let known { return known }
        let number = recording.add(name, vertices, isReplayable: isReplayable, of: owner)
        forgotten.append(recording.machines[number])
        file?.append(recording.machines[number])
        tell(.machine(recording.machines[number]))
        return number
    }

    /// Keeps what ends the recording of something; answers its number.
    mutating func add(_ end: @escaping @Sendable () -> Void) -> Int {
        lastEnd += 1
        ends[lastEnd] = end
        return lastEnd
    }

    /// Answers the one of a number, to be called or let go outside the lock.
    mutating func takeEnd(_ number: Int) -> (@Sendable () -> Void)? { ends.removeValue(forKey: number) }

    /// Answers all, in the order in which they came.
    mutating func takeEnds() -> [@Sendable () -> Void] {
        defer { ends = [:] }
        return ends.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Entries

    mutating func append(_ step: Recording.Step) {
        forget(recording.append(step))
        tellEntry()
    }

    mutating func append(_ message: Recording.Message) {
        forget(recording.append(.message(message)))
        tellEntry()
    }

    private mutating func forget(_ entries: [Recording.Entry]) {
        for case .step(let step) in entries { forgotten[step.machine].learn(step) }
    }

    /// Appends what waits for nothing any more.
    mutating func appendInOrder() {
        while let append = order.next() { append(&self) }
    }

    /// Appends what is there, whatever it waits for.
    mutating func appendAll() {
        for append in order.takeAll() { append(&self) }
    }

    /// The recording with what still waits.
    var whole: Recording {
        guard !order.isEmpty else { return recording }
        // Nobody is told, and no file is written.
        var copy = self
        copy.file = nil
        copy.readers = []
        copy.appendAll()
        return copy.recording
    }

    /// Tells of the newest entry.
    private mutating func tellEntry() {
        guard let entry = recording.entries.last else { return }
        file?.append(entry)
        tell(.entry(entry))
    }

    // MARK: The system

    /// What the next drawing of the system is made of, outside the lock.
    struct Sketch: Sendable {
        fileprivate let number: Int
        fileprivate let known: SystemDrawing?
        fileprivate let undrawn: [Undrawn]
        fileprivate let composites: [String: [String]]
        fileprivate let draw: @Sendable () -> SystemDrawing?

        /// All that was there at some time; `nil` if that is known.
        var drawing: SystemDrawing? {
            let former = known ?? SystemDrawing(components: [], connections: [])
            let drawing = former.merged(with: draw(), undrawn, composites: composites)
            return drawing == known ? nil : drawing
        }
    }

    /// `nil` if no system is recorded.
    var sketch: Sketch? {
        draw.map {
            Sketch(number: drawings, known: recording.system, undrawn: undrawn, composites: composites, draw: $0)
        }
    }

    /// Takes what was drawn, `nil` for nothing new. Answers false if another drawing came first, or the end.
    mutating func add(_ drawing: SystemDrawing?, of sketch: Sketch) -> Bool {
        guard draw != nil, sketch.number == drawings else { return false }
        drawings += 1
        undrawn.removeFirst(sketch.undrawn.count)
        if let drawing {
            recording.system = drawing
            file?.append(drawing)
            tell(.system(drawing))
        }
        return true
    }

    // MARK: Readers of lines

    private func tell(_ line: Recording.Line) {
        for reader in readers { reader.append(line) }
    }

    /// Adds a reader, who gets everything so far first.
    mutating func addReader() -> UntoldLines {
        let header = Recording.Line.header(
            version: Recording.version, dropped: recording.droppedCount, learns: true)
        let machines = forgotten.map { Recording.Line.machine($0) }
        let system = recording.system.map { [Recording.Line.system($0)] } ?? []
        let reader = UntoldLines([header] + machines + system + recording.entries.map { .entry($0) })
        readers.append(reader)
        return reader
    }

    mutating func remove(_ reader: UntoldLines) { readers.removeAll { $0 === reader } }
}

/// What a reader of lines has not taken yet: of several drawings the newest one. It outlives the recorder.
final class UntoldLines: Sendable {
    private struct Contents {
        var lines: [Recording.Line] = []
        /// Where the drawing stands.
        var drawing: Int?

        mutating func append(_ line: Recording.Line) {
            if case .system = line {
                if let drawing {
                    lines[drawing] = line
                    return
                }
                drawing = lines.count
            }
            lines.append(line)
        }
    }
    private let contents = Guarded(Contents())

    init(_ lines: [Recording.Line]) {
        for line in lines { append(line) }
    }

    func append(_ line: Recording.Line) { contents.withLock { $0.append(line) } }

    func take() -> [Recording.Line] {
        contents.withLock { contents in
            defer { contents = Contents() }
            return contents.lines
        }
    }
}
