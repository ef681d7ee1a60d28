/// What becomes of an activity that was under way when a snapshot was taken, if `restored()` does not begin it again.
///
/// A snapshot cannot hold work, only that there was some. In `restored()` a state begins again what it had under way:
/// each `run` and `listen` there takes the place of the activity of the same name. One without a name takes the place
/// of one without a name that is of the same kind, in the order in which they were begun. An activity that has ended
/// already, and whose end waits in the mailbox, is not begun again: its event comes. Of several activities of one kind
/// only names tell which has ended; give them some.
public enum ActivityPolicy: String, Sendable, Hashable, Codable, CaseIterable, BitwiseCopyable {
    /// `restored()` has to begin it again. If it does not, the start fails with a ``StepError``.
    case again
    /// It counts as having failed with an ``InterruptedActivity``: its `failed:` event comes, behind what waits, or
    /// else the error is offered to ``State/failed(_:)``.
    case failed
    /// It has never been begun: nothing comes of it, and the state is as complete as without it.
    case forgotten
}

/// An activity that has not survived a snapshot.
///
/// It is the error of what counts as failed, and tells whoever restores a machine what was not begun again: see
/// ``Machine/interrupted``.
public struct InterruptedActivity: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the state; empty for the chart's top state.
    public let state: String
    /// What it was: `run` or `listen`, and the type of what it brings.
    public let activity: String
    /// What its state called it: `run("charge") { … }`; `nil` without a name.
    public let name: String?
    /// What becomes of it.
    public let whenRestored: ActivityPolicy
    /// The text of the error with which it had failed, if that waited in the mailbox; `nil` for what was under way.
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
