public import Foundation
public import Statecharts

/// Records what machines and a system do, from the call on.
///
///     let recorder = Recorder(clock: clock)
///     recorder.record(lights, named: "Lights")
///     recorder.record(system)
///     try recorder.write(to: file)
///
/// Steps and messages are noted where they happen, in the order in which they happen. While nobody records, a machine
/// pays nothing for it.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, also from inside actions.
/// - Lifetime: what is recorded keeps the recorder's memory alive, the recorder keeps no machine alive. It records
///   until ``stop()``.
public final class Recorder: Sendable {
    /// Whether entries have a date beside the time of the clock.
    public enum Dates: Sendable, Hashable {
        /// The wall clock's, as ISO 8601 writes it.
        case wall
        /// None: two runs of the same events give the same recording.
        case none
    }

    let contents: Guarded<RecorderContents>
    let now: @Sendable () -> Double
    private let dates: Dates
    let announcements = Announcements()
    private let secrets: SecretNumbers

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
        let recording = Recording(limit: limit)
        secrets = recording.secrets.numbers
        contents = Guarded(RecorderContents(recording: recording))
    }

    deinit { stop() }

    /// What has been recorded so far.
    public var recording: Recording {
        redraw()
        return contents.withLock { $0.whole }
    }

    /// Brings something at once and whenever something more has been recorded, until ``stop()``; what a slow reader
    /// misses is not repeated.
    public var changes: AsyncStream<Void> { announcements.stream }

    /// Records the steps of a machine from now on, its start too if it has not been started.
    ///
    /// A machine that has ended adds nothing. Called twice, it records twice. A machine of the same chart with the same
    /// name goes on where an earlier one has ended. Events whose type is `Codable` are kept so that they can be
    /// replayed.
    ///
    /// Its child machines are recorded with it, from their first steps on, and theirs: as `Jukebox/Playing/player` or
    /// `Downloads/Queue/rows[3]`.
    /// - Parameters:
    ///   - machine: which one.
    ///   - name: what people call it; to be one with a member of a recorded system, the name that it has there.
    ///   - data: the top's data as text, a line for each value, asked after each step on the machine's executor; `nil`
    ///     for none.
    public func record<Top: Statechart>(
        _ machine: Machine<Top>, named name: String, data: (@Sendable (Top) -> String)? = nil
    ) { record(machine, named: name, of: nil, data: data) }

    /// - Parameter owner: whose child it is.
    private func record<Top: Statechart>(
        _ machine: Machine<Top>, named name: String, of owner: Recording.Owner?, data: (@Sendable (Top) -> String)?
    ) {
        let place = Place()
        let isReplayable = Top.Event.self is any (Encodable & Decodable).Type
        let end = machine.tap { [weak self] step, origin, top, vertices in
            guard let self else { return }
            // Texts are made of the user's values, outside the lock.
            let time = now(), date = date()
            let shown = data.map { $0(top) }
            let note = Recording.Note(step, secrets)
            let vertices = place.number == nil ? vertices() : []
            let isKept = contents.withLock { contents in
                guard !contents.isStopped else { return false }
                let number = place.number ?? contents.add(name, vertices, isReplayable: isReplayable, of: owner)
                place.number = number
                @Sendable func append(_ contents: inout RecorderContents) {
                    contents.recording.append(
                        note, step, from: origin, of: number, time: time, date: date, data: shown)
                    contents.tellEntry()
                }
                if contents.order.isEmpty { append(&contents) } else { contents.order.entry(append) }
                return true
            }
            if isKept { announcements.announce() }
        }
        add(end)
        add(machine.visitChildren { [weak self] in ChildRecorder(recorder: self, owner: name, place: $0) })
    }

    private struct ChildRecorder: MachineVisitor {
        weak let recorder: Recorder?
        let owner: String
        let place: String

        func visit<Top: Statechart>(_ child: Machine<Top>, named name: String) {
            recorder?.record(
                child, named: "\(owner)/\(name)", of: .init(machine: owner, place: place), data: nil)
        }
    }

    /// Writes what has been recorded, and everything that will be, to a file as lines of JSON, which
    /// ``Recording/init(lines:)`` reads.
    ///
    /// Written by a thread of its own: whoever takes a step waits for no disk. ``stop()`` and ``flush()`` return when
    /// everything is in the file; what a process that dies leaves half is left out when it is read. Called again, it
    /// goes on in the new file.
    /// - Parameters:
    ///   - file: made anew.
    ///   - limit: the most entries that are kept in the file, the newest ones; it has up to twice as many before it is
    ///     written anew.
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

    func add(_ end: @escaping @Sendable () -> Void) {
        let isStopped = contents.withLock { contents in
            if !contents.isStopped { contents.ends.append(end) }
            return contents.isStopped
        }
        if isStopped { end() }
    }

    func date() -> String {
        switch dates {
        case .wall: Date.now.ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))
        case .none: ""
        }
    }

    /// Records no more; what was recorded stays, and is in the file when this returns. Calling it twice changes
    /// nothing.
    public func stop() {
        redraw()
        let (ends, file) = contents.withLock { contents in
            contents.isStopped = true
            contents.appendAll()
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
