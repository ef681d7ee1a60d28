public import Foundation
public import Statecharts

/// Records what machines and a system do, from the call on.
///
///     let recorder = Recorder(clock: clock)
///     recorder.record(lights, named: "Lights")
///     recorder.record(system)
///     try recorder.write(to: file)
///
/// Steps and messages are noted where they happen, in the order in which they happen. While nobody records, a machine pays nothing for it.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, also from inside actions.
/// - Lifetime: what is recorded keeps the recorder's memory alive, the recorder keeps no machine alive. It records until ``stop()``.
public final class Recorder: Sendable {
    /// Whether entries have a date beside the time of the clock.
    public enum Dates: Sendable, Hashable {
        /// The wall clock's, as ISO 8601 writes it.
        case wall
        /// None: two runs of the same events give the same recording.
        case none
    }

    private struct Contents {
        var recording: Recording
        var file: RecordingFile?
        var ends: [@Sendable () -> Void] = []
        /// Draws the recorded system as it is now.
        var draw: (@Sendable () -> SystemDrawing?)?
        var isStopped = false

        mutating func add(_ name: String, _ vertices: [StateID], isReplayable: Bool) -> Int {
            // A machine that takes over from another, as after a restart, goes on in its lane.
            let graph = ChartGraph(vertices)
            let known = recording.machines.firstIndex { $0.name == name && $0.graph.vertices == graph.vertices }
            if let known { return known }
            let number = recording.add(name, vertices, isReplayable: isReplayable)
            file?.append(recording.machines[number])
            return number
        }

        mutating func tellFile() {
            if let file, let entry = recording.entries.last { file.append(entry) }
        }
    }

    private let contents: Guarded<Contents>
    private let now: @Sendable () -> Double
    private let dates: Dates
    private let announcements = Announcements()

    /// Makes a recorder with an empty recording.
    /// - Parameters:
    ///   - clock: what the times are those of: the machines' own, so that a manual clock's times are recorded.
    ///   - limit: the most entries that are kept in memory, the newest ones; `nil` for all.
    ///   - dates: whether the wall clock is read for each entry.
    public init<C: Clock>(clock: C = ContinuousClock(), limit: Int? = nil, dates: Dates = .none)
    where C.Duration == Duration {
        let start = clock.now
        now = {
            let elapsed = start.duration(to: clock.now).components
            return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        }
        self.dates = dates
        contents = Guarded(Contents(recording: Recording(limit: limit)))
    }

    deinit { stop() }

    /// What has been recorded so far.
    public var recording: Recording {
        redraw()
        return contents.withLock { $0.recording }
    }

    /// Brings something at once and whenever something more has been recorded, until ``stop()``; what a slow reader misses is not repeated.
    public var changes: AsyncStream<Void> { announcements.stream }

    /// Records the steps of a machine from now on, its start too if it has not been started.
    ///
    /// A machine that has ended adds nothing. Called twice, it records twice. A machine of the same chart with the same name goes on where an earlier one
    /// has ended. Events whose type is `Codable` are kept so that they can be replayed.
    /// - Parameters:
    ///   - machine: which one.
    ///   - name: what people call it; to be one with a member of a recorded system, the name that it has there.
    ///   - data: the top's data as text, a line for each value, asked after each step on the machine's executor; `nil` for none.
    public func record<Top: Statechart>(
        _ machine: Machine<Top>, named name: String, data: (@Sendable (Top) -> String)? = nil
    ) {
        let place = Place()
        let isReplayable = Top.Event.self is any (Encodable & Decodable).Type
        let end = machine.tap { [weak self] step, origin, top, vertices in
            guard let self else { return }
            // Texts are made of the user's values, outside the lock.
            let time = now(), date = date()
            let shown = data.map { $0(top) }
            let note = Recording.Note(step)
            let vertices = place.number == nil ? vertices() : []
            let isKept = contents.withLock { contents in
                guard !contents.isStopped else { return false }
                let number = place.number ?? contents.add(name, vertices, isReplayable: isReplayable)
                place.number = number
                contents.recording.append(
                    note, step, from: origin, of: number, time: time, date: date, data: shown)
                contents.tellFile()
                return true
            }
            if isKept { announcements.announce() }
        }
        add(end)
    }

    /// Records the messages of a system from now on, and what its picture shows: all components that it had when a message was recorded or the
    /// recording was asked for.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it.
    ///   - composites: which components are inside others, by name.
    public func record(_ system: System, composites: [String: [String]] = [:]) {
        contents.withLock { contents in
            contents.draw = { [weak system] in system.map { SystemDrawing($0, composites: composites) } }
        }
        redraw()
        let end = system.watch { [weak self, weak system] record in
            guard let self else { return }
            if let system, system.members.count > (contents.withLock { $0.recording.system?.components.count ?? 0 }) {
                redraw()
            }
            let note = Recording.Message(record, time: now(), date: date())
            contents.withLock { contents in
                guard !contents.isStopped else { return }
                contents.recording.append(.message(note))
                contents.tellFile()
            }
            announcements.announce()
        }
        add(end)
    }

    /// Records the messages of a system and the steps of all its machines from now on, also of those that join it later: of these soon after.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it.
    ///   - composites: which components are inside others, by name.
    public func recordAll(of system: System, composites: [String: [String]] = [:]) {
        record(system, composites: composites)
        // Those that are there are recorded before this returns.
        let known = Set(system.members.map(\.id))
        for id in known.sorted() { system.visitMachines(id, Visitor(recorder: self)) }
        let task = Task { [weak self, weak system, changes = system.changes] in
            for await change in changes {
                guard let self, let system else { return }
                switch change {
                case .joined(let member):
                    if !known.contains(member.id) { system.visitMachines(member.id, Visitor(recorder: self)) }
                // Each life of a supervised machine.
                case .renewed(let member): system.visitMachines(member.id, Visitor(recorder: self))
                case .left, .met, .parted: break
                }
            }
        }
        add { task.cancel() }
    }

    private struct Visitor: MachineVisitor {
        let recorder: Recorder
        func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
            recorder.record(machine, named: name)
        }
    }

    /// Writes what has been recorded, and everything that will be, to a file as lines of JSON, which ``Recording/init(lines:)`` reads.
    ///
    /// Written by a thread of its own: whoever takes a step waits for no disk. ``stop()`` and ``flush()`` return when everything is in the
    /// file; what a process that dies leaves half is left out when it is read. Called again, it goes on in the new file.
    /// - Parameters:
    ///   - file: made anew.
    ///   - limit: the most entries that are kept in the file, the newest ones; it has up to twice as many before it is written anew.
    /// - Throws: ``RecordingError`` if the file cannot be made.
    public func write(to file: URL, limit: Int? = nil) throws {
        redraw()
        try contents.withLock { contents in
            contents.file = try RecordingFile(file, limit: limit, contents.recording)
        }
    }

    /// Returns when everything that was recorded so far is in the file of ``write(to:limit:)``.
    /// - Throws: ``RecordingError`` if it could not be written; nothing is written after that.
    public func flush() throws {
        if let error = contents.withLock({ $0.file })?.flush() { throw error }
    }

    /// Draws the system again, if it has not lost anybody since.
    private func redraw() {
        guard let drawing = contents.withLock({ $0.draw })?() else { return }
        contents.withLock { contents in
            guard drawing != contents.recording.system,
                drawing.components.count >= contents.recording.system?.components.count ?? 0,
                drawing.connections.count >= contents.recording.system?.connections.count ?? 0
            else { return }
            contents.recording.system = drawing
            contents.file?.append(drawing)
        }
    }

    private func add(_ end: @escaping @Sendable () -> Void) {
        let isStopped = contents.withLock { contents in
            if !contents.isStopped { contents.ends.append(end) }
            return contents.isStopped
        }
        if isStopped { end() }
    }

    private func date() -> String {
        switch dates {
        case .wall: Date.now.ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))
        case .none: ""
        }
    }

    /// Records no more; what was recorded stays, and is in the file when this returns. Calling it twice changes nothing.
    public func stop() {
        redraw()
        let (ends, file) = contents.withLock { contents in
            contents.isStopped = true
            defer { contents.ends = [] }
            return (contents.ends, contents.file)
        }
        for end in ends { end() }
        file?.flush()
        announcements.finish()
    }

    /// The place of a machine in the recording, known from its first step on. Written on the machine's executor only.
    private final class Place: Sendable {
        private let value = Guarded<Int?>(nil)
        var number: Int? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }
}

/// Who wants to hear that something was recorded.
private final class Announcements: Sendable {
    private struct Contents {
        var continuations: [AsyncStream<Void>.Continuation] = []
        var isFinished = false
    }
    private let contents = Guarded(Contents())

    var stream: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isFinished = contents.withLock { contents in
            if !contents.isFinished { contents.continuations.append(continuation) }
            return contents.isFinished
        }
        continuation.yield()
        if isFinished { continuation.finish() }
        return stream
    }

    func announce() {
        let continuations = contents.withLock { $0.continuations }
        if continuations.isEmpty { return }
        var over: [AsyncStream<Void>.Continuation] = []
        for continuation in continuations {
            if case .terminated = continuation.yield() { over.append(continuation) }
        }
        if !over.isEmpty { contents.withLock { $0.continuations.removeAll(where: over.contains) } }
    }

    func finish() {
        let continuations = contents.withLock { contents in
            contents.isFinished = true
            defer { contents.continuations = [] }
            return contents.continuations
        }
        for continuation in continuations { continuation.finish() }
    }
}
