private import Foundation
public import Statecharts

/// Records what machines and a system do, from the call on.
///
///     let recorder = Recorder(clock: clock)
///     await recorder.record(lights, named: "Lights")
///     recorder.record(system)
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
        var ends: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let contents: Guarded<Contents>
    private let now: @Sendable () -> Double
    private let dates: Dates

    /// Makes a recorder with an empty recording.
    /// - Parameters:
    ///   - clock: what the times are those of: the machines' own, so that a manual clock's times are recorded.
    ///   - limit: the most entries that are kept, the newest ones; `nil` for all.
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
    public var recording: Recording { contents.withLock { $0.recording } }

    /// Records the steps of a machine from now on, its start too if it has not been started.
    ///
    /// Returns when the machine's next step would be recorded. A machine that has ended adds nothing. Called twice, it records twice.
    /// - Parameters:
    ///   - machine: which one.
    ///   - name: what people call it; to be one with a member of a recorded system, the name that it has there.
    ///   - data: the top's data as text, a line for each value, asked after each step on the machine's executor; `nil` for none.
    public func record<Top: Statechart>(
        _ machine: Machine<Top>, named name: String, data: (@Sendable (Top) -> String)? = nil
    ) async {
        let place = Place()
        let end = await machine.tap { [weak self] step, top, vertices in
            guard let self else { return }
            // Texts are made of the user's values, outside the lock.
            let time = now(), date = date()
            let shown = data.map { $0(top) }
            let note = Recording.Note(step)
            let isNew = place.number == nil
            let vertices = isNew ? vertices() : []
            contents.withLock { contents in
                guard !contents.isStopped else { return }
                let number = place.number ?? contents.recording.add(name, vertices)
                place.number = number
                contents.recording.append(note, step, of: number, time: time, date: date, data: shown)
            }
        }
        add(end)
    }

    /// Records the messages of a system from now on, and what its picture shows, as it is when the recording is asked for.
    /// - Parameters:
    ///   - system: the system.
    ///   - composites: which components are inside others, by name.
    public func record(_ system: System, composites: [String: [String]] = [:]) {
        let drawing = SystemDrawing(system, composites: composites)
        contents.withLock { $0.recording.system = drawing }
        let end = system.watch { [weak self] record in
            guard let self else { return }
            let note = Recording.Message(record, time: now(), date: date())
            contents.withLock { contents in
                if !contents.isStopped { contents.recording.append(.message(note)) }
            }
        }
        add(end)
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

    /// Records no more; what was recorded stays. Calling it twice changes nothing.
    public func stop() {
        let ends = contents.withLock { contents in
            contents.isStopped = true
            defer { contents.ends = [] }
            return contents.ends
        }
        for end in ends { end() }
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
