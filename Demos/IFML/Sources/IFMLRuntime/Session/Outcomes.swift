import Synchronization

/// What the next answers of actions are, as the command `outcome` has set them. Stubs ask it, and answer themselves
/// where it has nothing.
public final class Outcomes: Sendable {
    private let answers: Mutex<[String: String]>

    /// Makes a table without answers.
    public convenience init() { self.init([:]) }

    /// Makes a table with these answers, by actions.
    init(_ answers: [String: String]) { self.answers = Mutex(answers) }

    /// The answers that wait, by actions.
    var present: [String: String] { answers.withLock { $0 } }

    /// Sets the next answer of an action: the name of one of its events, or `failed` for an error.
    public func set(_ event: String, of action: String) { answers.withLock { $0[action] = event } }

    /// The next answer of an action, which is then forgotten; `nil` if nothing was set.
    func next(_ action: String) -> String? { answers.withLock { $0.removeValue(forKey: action) } }
}

extension Outcomes {
    /// The next answer of an action, which is then forgotten; `nil` if the store is to answer.
    /// - Parameter events: the action's events.
    /// - Throws: ``Failure`` if `failed` was set and is none of the action's events.
    public func answer(_ action: String, _ events: [String] = []) throws(Failure) -> String? {
        let answer = next(action)
        if answer == "failed", !events.contains("failed") { throw Failure("\(action) failed") }
        return answer
    }
}
