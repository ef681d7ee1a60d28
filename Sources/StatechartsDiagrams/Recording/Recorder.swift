public import Foundation
public import Statecharts

/// Records what machines and a system do, from the call on.
///
///     let recorder = Recorder(clock: clock)
///     recorder.record(lights, named: "Lights")
///     recorder.record(system)
///     try recorder.write(to: file)
///
/// Steps and messages are noted where they happen, in the order in which they happen. This costs a machine nothing
/// while nothing records it.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, also from inside actions.
/// - Lifetime: what is recorded keeps the recorder's memory alive; the recorder keeps no machine alive. It records
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
    ///   - clock: the clock whose times are recorded: the machines' own, so that a manual clock's times are recorded.
    ///   - limit: the most entries that are kept in memory, the newest ones, as ``Recording/limit`` says; `nil` for
    ///     all. Machines with the pictures of their charts, components and connections stay, even those that have gone.
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

    /// A stream with an element at once and whenever something more has been recorded, until ``stop()``; what a slow
    /// reader misses is not repeated.
    public var changes: AsyncStream<Void> { announcements.stream }

    /// Records the steps of a machine from now on, its start too if it has not been started.
    ///
    /// A machine that has ended adds nothing. A machine of the same chart with the same name goes on where an earlier
    /// one has ended; while the earlier one lives, it is recorded as another machine, `Kettle 2`. So is one machine
    /// that is recorded twice. Events whose type is `Codable` are kept so that they can be replayed.
    ///
    /// Its child machines are recorded with it, from their first steps on, and theirs: as `Jukebox/Playing/player` or
    /// `Downloads/Queue/rows[3]`.
    /// - Parameters:
    ///   - machine: the machine to record.
    ///   - name: its name for readers; for it to count as a member of a recorded system, the name that it has there.
    ///   - data: returns the top's data as text, a line for each value; called after each step on the machine's
    ///     executor; `nil` for none.
    public func record<Top: Statechart>(
        _ machine: Machine<Top>, named name: String, data: (@Sendable (Top) -> String)? = nil
    ) { record(machine, in: RecorderLane(name, of: nil, self), data: data) }

    private func record<Top: Statechart>(
        _ machine: Machine<Top>, in lane: RecorderLane, data: (@Sendable (Top) -> String)?
    ) {
        let isReplayable = Top.Event.self is any (Encodable & Decodable).Type
        let end = machine.tap { [weak self] step, input, top, vertices in
            guard let self else { return }
            // Texts are made of the user's values, outside the lock.
            let time = now(), date = date()
            let shown = data.map { $0(top) }
            let note = Recording.Note(step, input, secrets)
            let vertices = lane.number == nil ? vertices() : []
            let isKept = contents.withLock { contents in
                guard !contents.isStopped else { return false }
                let number = lane.enter(&contents, vertices, isReplayable: isReplayable)
                let places = contents.recording.machines[number].places
                let step = Recording.Step(note, step, input, of: number, places, time, date, shown)
                if contents.order.isEmpty { contents.append(step) } else { contents.order.entry { $0.append(step) } }
                if step.isLast { lane.leave(&contents) }
                return true
            }
            if isKept { announcements.announce() }
        }
        lane.whenOver(add(end))
        lane.whenOver(
            add(machine.visitChildren { [weak self] in ChildRecorder(recorder: self, owner: lane, place: $0) }))
    }

    private struct ChildRecorder: MachineVisitor {
        weak let recorder: Recorder?
        let owner: RecorderLane
        let place: String

        func visit<Top: Statechart>(_ child: Machine<Top>, named name: String) {
            guard let recorder else { return }
            recorder.record(child, in: RecorderLane(name, of: (owner, place), recorder), data: nil)
        }
    }

    /// Writes what has been recorded, and everything that will be, to a file as lines of JSON, which
    /// ``Recording/init(lines:)`` reads.
    ///
    /// A thread of its own writes, so no step waits for a disk. ``stop()`` and ``flush()`` return when everything is in
    /// the file; a last line that a dying process left incomplete is ignored when the file is read. Called again, this
    /// waits until everything is in the former file, as ``flush()`` does, and goes on in the new one, which may be the
    /// same. The picture of a system is rewritten by ``stop()`` and ``flush()`` too, and otherwise when the file has
    /// grown by as much as the former picture takes.
    /// - Parameters:
    ///   - file: created anew. A named pipe is waited for until it is opened for reading; what happens meanwhile is
    ///     recorded. If its reader goes away, ``flush()`` says so.
    ///   - limit: the most entries that are kept in the file, the newest ones; it has up to twice as many before it is
    ///     rewritten.
    /// - Throws: ``RecordingError`` if the file cannot be created; then nothing more is written to any file.
    public func write(to file: URL, limit: Int? = nil) throws {
        redraw()
        // Before the new one is made: it may be the same.
        contents.withLock { $0.file.take() }?.flush()
        let handle = try RecordingFile.create(file)
        contents.withLock { contents in
            contents.file = RecordingFile(file, handle, limit: limit, contents.recording, contents.forgotten)
        }
    }

    /// Returns when everything that was recorded so far is in the file of ``write(to:limit:)``.
    /// - Throws: ``RecordingError`` if it could not be written; nothing is written after that.
    public func flush() throws {
        redraw()
        if let error = contents.withLock({ $0.file })?.flush() { throw error }
    }

    /// Has something called at the end, now if it has stopped. Answers its number.
    @discardableResult
    func add(_ end: @escaping @Sendable () -> Void) -> Int? {
        let number = contents.withLock { $0.isStopped ? nil : $0.add(end) }
        if number == nil { end() }
        return number
    }

    func date() -> String {
        switch dates {
        case .wall: Date.now.ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))
        case .none: ""
        }
    }

    /// Stops recording; what was recorded stays, and is in the file when this returns. Calling it twice changes
    /// nothing.
    public func stop() {
        let ends = contents.withLock { contents in
            contents.isStopped = true
            contents.appendAll()
            return contents.takeEnds()
        }
        for end in ends { end() }
        redraw()
        let file = contents.withLock { contents in
            contents.draw = nil
            return contents.file
        }
        file?.flush()
        announcements.finish()
    }
}
