/// What a supervisor has done or seen, in order. Children are named as they were added.
public enum SupervisionEvent: Sendable, Hashable {
    /// A child has started for the first time in this run.
    case started(String)
    /// A child has failed, or could not be started; the reason is the error's text. An error that an exit action throws
    /// while the child comes to its end is reported in this way, too: then ``finished(_:)``, ``stopped(_:)`` or
    /// ``halted(_:)`` is next, and it is not counted as a failure.
    case failed(String, reason: String)
    /// A child was ended because another one's failure concerns it.
    case halted(String)
    /// These children will be restarted after this time.
    case restarting([String], after: Duration)
    /// An activity was under way in the child's last snapshot and `restored()` has not restarted it; its policy says
    /// what becomes of it. ``restarted(_:)`` is next.
    case interrupted(String, InterruptedActivity)
    /// A child has been restarted.
    case restarted(String)
    /// A child has come to its end and has not failed; it is not restarted in this run.
    case finished(String)
    /// A child was stopped because `run()` was cancelled, or because it is being removed.
    case stopped(String)
    /// A child was removed, see ``Supervisor/remove(_:)``.
    case removed(String)
    /// No snapshot could be taken of a child after a step, because of child machines or of something that is not
    /// `Codable`. The one before remains the last one: a restart goes on from there, without what has happened since.
    case snapshotFailed(String, reason: String)
    /// The supervisor gave up because of this child; its own `run()` throws.
    case gaveUp(String, reason: String)
}

/// Why a supervisor, or a machine that it runs, did not do what was asked.
public struct SupervisorError: Error, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Sendable, CaseIterable {
        /// A child failed too often, or can never start.
        case gaveUp
        /// `run()` was called while it is running.
        case alreadyRunning
        /// The machine is between two lives and keeps no mail meanwhile.
        ///
        /// Inside an action, also thrown if it keeps mail: an action does not wait for the next machine.
        case down
        /// The supervisor was released, so that the machine will never run.
        case released
        /// The supervisor has another child of this name, so that the machine will never run.
        case nameTaken
        /// The event was in the mailbox when the machine ended, and the mailbox does not survive that.
        case dropped
        /// A reply was dropped without an answer.
        case unanswered
        /// A question was not answered within its limit, measured by the supervisor's clock.
        ///
        /// Thrown only by ``SupervisedMachine/ask(within:_:)``, outside of actions; ``message`` names the type of the
        /// reply and the limit. The question is not cancelled: the machine may have been down or busy, or have kept the
        /// reply, and may still take the event after this; its answer then goes nowhere. So ask again only what may be
        /// asked twice. Inside an action the machine itself is asked, and the error is a ``MachineError`` with
        /// ``MachineError/Code/late``.
        ///
        ///     do {
        ///         total = try await basket.ask(within: .seconds(2)) { .total($0) }
        ///     } catch let error as SupervisorError where error.code == .late {
        ///         total = lastKnownTotal
        ///     }
        case late
        /// The machine has come to its end and cannot answer.
        case finished
    }

    /// What kind of refusal it is.
    public let code: Code
    /// The name of the child.
    public let child: String
    /// What happened.
    public let message: String
    /// The child's error, if that is the reason.
    public let underlying: (any Error)?

    init(_ code: Code, _ child: String, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.child = child
        self.message = message
        self.underlying = underlying
    }

    /// The child and the message in one line.
    public var description: String { "\(child): \(message) [\(code.rawValue)]" }
}
