// `@unchecked Sendable`, because it is inherited from: it has nothing stored itself. Why its heir is sound is said
// there (`ViewLink`: all that changes is behind its lock).

/// Somebody who looks at a machine whenever it has come to rest after a step.
///
/// A class and no protocol, so that it can be inherited from with what is looked at.
class ViewObserver<Top: Statechart>: @unchecked Sendable {
    /// Whether nobody wants to know any more.
    var isOver: Bool { false }

    /// Called on the machine's executor after each step, before whoever waits for it goes on; once for each.
    func lookAgain(at machine: isolated Machine<Top>) {}
}
