/// What happens to an activity that was under way when a snapshot was taken, if `restored()` does not restart it.
///
/// A snapshot cannot hold work, only the fact that there was some. In `restored()` a state restarts what it had under
/// way: each `run` and `listen` there replaces the activity of the same name. One without a name replaces one of the
/// same kind without a name, in the order in which they were begun. An activity that had already ended, and whose end
/// waits in the mailbox, is not restarted: its event arrives. Only names tell which of several activities of one kind
/// has ended, so give them names.
public enum ActivityPolicy: String, Sendable, Hashable, Codable, CaseIterable, BitwiseCopyable {
    /// `restored()` has to restart it. If it does not, the start fails with a ``StepError``.
    case again
    /// It counts as failed with an ``InterruptedActivity``: its `failed:` event arrives, after what already waits;
    /// without such an event, the error is offered to ``State/failed(_:)``.
    case failed
    /// It counts as never begun: nothing arrives from it, and the state is as complete as without it.
    case forgotten
}

/// An activity that did not survive a snapshot.
///
/// It is the error of an activity that counts as failed, and tells the code that restores a machine what was not
/// restarted: see ``Machine/interrupted``.
public struct InterruptedActivity: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the state; empty for the chart's top state.
    public let state: String
    /// Its kind, `run` or `listen`, and the type of its results.
    public let activity: String
    /// The name that its state gave it, as in `run("charge") { … }`; `nil` without a name.
    public let name: String?
    /// What happens to it.
    public let whenRestored: ActivityPolicy
    /// The text of the error with which it had failed, if that waited in the mailbox; `nil` if it was under way.
    public let reason: String?

    package init(
        _ state: String, _ activity: String, _ policy: ActivityPolicy, name: String? = nil, reason: String? = nil
    ) {
        self.state = state
        self.name = name
        self.activity = activity
        whenRestored = policy
        self.reason = reason
    }

    /// What happened in one line.
    public var description: String {
        let whose = "an activity (\(ActivityLabel.text(name, activity))) of \(state.isEmpty ? "the top state" : state)"
        return reason.map { "\(whose) had failed before a snapshot was taken: \($0)" }
            ?? "\(whose) was under way when a snapshot was taken"
    }
}

/// What messages call an activity.
package enum ActivityLabel {
    /// The name, if it has one, and the kind.
    package static func text(_ name: String?, _ kind: String) -> String { name.map { "\"\($0)\", \(kind)" } ?? kind }
}
