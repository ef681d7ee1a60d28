package import Statecharts

/// A clock that stands still until a test moves it.
///
///     let clock = ManualClock()
///     let machine = Machine(Player(), clock: clock)
///     try await machine.start()
///     try await machine.send(.party)
///     await clock.advance(by: .seconds(3))  // every timer on the way has fired, and everybody is at rest
///     #expect(try await machine.withTop { $0.on.tape.playing.seconds } == 3)
///
/// ``advance(by:)`` goes from deadline to deadline. At each one it fires one timer (or wakes one sleeper), in the order
/// of deadlines and for equal ones in the order of arming, and then lets everything come to rest before it goes on, so
/// that timers that are armed on the way fire on the way too.
///
/// *At rest* means, for all machines that were made with this clock:
/// - their mailboxes are empty, or they are in a step that is suspended and waits;
/// - their activities and suspended actions have ended or wait: for this clock, for a machine, for anything outside;
/// - supervisors that were made with it have restarted what was to be restarted now.
///
/// There is no sleeping and no guessing in this: suspended actions and activities of these machines run on an executor
/// of the clock's own, with everything that they call, even on actors without an executor of their own, so the clock
/// knows when nothing is left to run there. It does not know machines on other clocks, and tasks that an activity makes
/// with `Task.detached` or waits for on the main actor: what these still do, they do later.
///
/// A wait that can never end says so, see ``UnendingWait``: what goes on and on, or what is missing, and what is
/// pending.
public final class ManualClock: Clock {
    /// A point in the time of a manual clock.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// The time since the clock's beginning.
        public let offset: Duration

        /// Makes the point this long after the clock's beginning.
        public init(offset: Duration = .zero) { self.offset = offset }
        /// Returns the point `duration` later, at most one whose seconds fit into an `Int64`.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset.later(by: duration)) }
        /// Returns how much later `other` is.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether `a` is earlier than `b`.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
        /// The time since the clock's beginning.
        public var description: String { "\(offset)" }
    }

    /// How much happens before a wait is reported as one that never ends. It is counted, so that it is the same in
    /// every run.
    public struct Limits: Sendable, Hashable {
        /// The most timers and sleepers that are due on the way of one ``ManualClock/advance(by:)``.
        public var expiries: Int
        /// The most steps of machines, and pieces of work that they and their activities do, before everything comes to
        /// rest.
        public var steps: Int

        /// Makes limits; by default 100,000 expiries and 1,000,000 steps.
        public init(expiries: Int = 100_000, steps: Int = 1_000_000) {
            self.expiries = expiries
            self.steps = steps
        }
    }

    let manualKeeper: ManualKeeper
    private let onUnendingWait: (@Sendable (UnendingWait) -> Void)?

    /// Makes a clock that stands at its beginning.
    /// - Parameters:
    ///   - patience: how long, in real time, a wait that may never end goes on: for sleepers and answers of which the
    ///     clock cannot know whether they come. Time in which the process has other tasks to run counts a tenth.
    ///   - limits: how much happens before a wait is reported as one that may never end: machines that keep each other
    ///     busy, and timers that are due again and again.
    ///   - onUnendingWait: called instead of waiting on; the function that waited then returns. Without this the
    ///     program ends with the same text. Tests make it a failure: `ManualClock(failures: .issues)`.
    public init(
        patience: Duration = .seconds(60), limits: Limits = Limits(),
        onUnendingWait: (@Sendable (UnendingWait) -> Void)? = nil
    ) {
        manualKeeper = ManualKeeper(patience: patience, limits: limits)
        self.onUnendingWait = onUnendingWait
    }

    /// Where the clock stands.
    public var now: Instant { Instant(offset: manualKeeper.now) }

    /// The smallest step of this clock.
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// Waits until the clock is moved to `deadline`; returns at once if it is there already.
    ///
    /// Sleepers and timers with equal deadlines wake in the order in which they were set. The tolerance is ignored.
    /// - Throws: `CancellationError` if the task is cancelled, even before it sleeps.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await manualKeeper.sleep(until: deadline.offset)
    }

    /// Moves the clock on, firing everything that is due on the way, each when the clock stands at its deadline.
    ///
    /// Returns when the clock stands at its new time and everything is at rest; with a duration of zero, after what is
    /// due now. So it does with one below zero, which is told as a mistake on the standard error. Only one task at a
    /// time may move the clock; it may be an action or activity of a machine on the clock, which then waits like any
    /// other. An action's own machine takes what has fired when its step is over.
    ///
    /// The clock goes no further than to `.seconds(Int64.max)`: what is armed there is due at once.
    ///
    /// More than ``Limits/expiries`` on the way are an ``UnendingWait``: for example a timer that is armed again at
    /// once, or one of a nanosecond while the clock moves on by a second. If that does not end the program, the clock
    /// stays where it has got to.
    public func advance(by duration: Duration) async {
        if duration < .zero {
            Misuse.tell(
                "a ManualClock was to be moved by \(duration) and stays where it is; give a duration of zero or more")
        }
        await manualKeeper.letSupervisorsBegin()
        await manualKeeper.fromOutside { await self.move(by: duration) }
    }

    private func move(by duration: Duration) async {
        let target = manualKeeper.now.later(by: max(duration, .zero))
        guard await comeToRest() else { return }
        // Where the clock stands, the last timer that was armed before it got there, and how many have fired that were
        // armed there.
        var instant = manualKeeper.now, last = manualKeeper.lastSequence, again = 0
        var count = 0
        while let fired = manualKeeper.fireNext(through: target) {
            guard await comeToRest() else { return }
            if manualKeeper.now != instant { (instant, last, again) = (manualKeeper.now, fired.lastSequence, 0) }
            count += 1
            if fired.key.sequence > last { again += 1 }
            if count > manualKeeper.limits.expiries { return await giveUp(after: count, again, target) }
        }
    }

    private func giveUp(after count: Int, _ again: Int, _ target: Duration) async {
        let fired = CountText.of(count, "timer has", "timers have") + " fired"
        if 2 * again > count {
            return await giveUp(
                "the clock to be moved", "timers are armed and due again and again: \(fired)",
                "arm a timer for later than at once")
        }
        await giveUp(
            "the clock to be moved", "\(fired), and \(target - manualKeeper.now) are left",
            "move the clock less far, make the timers longer, or allow more: ManualClock(limits: .init(expiries: …))")
    }

    /// Answers whether everything is at rest; if it never would be, that has been told.
    private func comeToRest() async -> Bool {
        guard let restless = await manualKeeper.settle() else { return true }
        let names =
            restless.count < 2 ? restless : restless.dropLast(2) + [restless.suffix(2).joined(separator: " and ")]
        await giveUp(
            "everything to come to rest", names.joined(separator: ", ") + " go on and on",
            "let one of them stop, or wait for the clock to be moved; "
                + "if they do stop, allow more: ManualClock(limits: .init(steps: …))")
        return false
    }

    private func giveUp(_ awaited: String, _ reason: String, _ advice: String) async {
        let wait = UnendingWait(
            awaited: awaited, reason: reason, now: now, pending: await manualKeeper.pending(), advice: advice)
        guard let onUnendingWait else { fatalError("Statecharts: \(wait)") }
        onUnendingWait(wait)
    }

    /// Moves the clock to the next deadline and fires everything that is due then, including what is armed meanwhile
    /// for the same time.
    /// - Returns: how far the clock has moved; `nil` if nothing is pending.
    @discardableResult
    public func advance() async -> Duration? {
        await settle()
        guard let next = manualKeeper.nextDeadline else { return nil }
        let way = max(next - manualKeeper.now, .zero)
        await advance(by: way)
        return way
    }

    /// Lets everything come to rest without moving the clock: what was posted is taken, activities that can go on do
    /// so.
    ///
    /// A supervisor on this clock is waited for as machines are, even if it was told to run in a task that has not
    /// begun yet, `Task { try await supervisor.run() }`: when this returns, its children have started, and what has
    /// failed was restarted, unless the restart waits for the clock to be moved. Machines that keep each other busy for
    /// more than ``Limits/steps`` are an ``UnendingWait``.
    public func settle() async {
        await manualKeeper.letSupervisorsBegin()
        await manualKeeper.fromOutside { _ = await self.comeToRest() }
    }

    /// Waits until at least this many tasks sleep on this clock, or wait with a limit for an answer, or child machines
    /// wait for their restart or were told to stop and have not ended; returns at once if they do.
    ///
    /// For tasks of the test's own, of which the clock cannot know when they get there; timers of machines do not
    /// count. If they do not come for as long as the clock has patience, that is an ``UnendingWait``.
    public func waitForSleepers(_ count: Int = 1) async {
        guard let present = await manualKeeper.waitForSleepers(count) else { return }
        await giveUp(
            CountText.of(count, "sleeper"),
            "\(present == 1 ? "there is 1" : "there are \(present)"), and nobody else has come for \(manualKeeper.patience)",
            "let the others sleep on this clock, or wait for fewer")
    }

    /// What waits for this clock, in the order of deadlines: timers by their states, and sleepers.
    public var pending: [PendingTimer] {
        get async {
            await settle()
            return await manualKeeper.pending()
        }
    }
}

extension ManualClock: SchedulingClock {
    package var keeper: any TimeKeeper { manualKeeper }
}
