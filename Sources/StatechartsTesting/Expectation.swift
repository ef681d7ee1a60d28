public import Statecharts
import StatechartsSimulation

/// What a test expects to happen in a step.
///
///     await test.complete(\.loading, returning: "Yesterday") {
///         $0.exits(\.loading)
///         $0.enters(\.playing)
///         $0.sends(\.sound, "Yesterday starts")
///         $0.arms(.timeout, after: .seconds(3))
///     }
///
/// Things of one kind are said in the order in which they happen; the order of kinds does not matter. A failure shows
/// everything in the order in which it happened. Regions are left in the reverse of the order in which they are
/// entered. The top is a state like any other, at the path `\.self`: it is entered when the chart starts, and may
/// react.
///
/// Messages and events are the same if they are equal by `==`; those of a type that is not `Equatable`, if they have
/// the same description.
public struct Expectation<Top: Statechart> {
    /// A line of what happened or was said, by kind.
    struct Line: Equatable {
        enum Kind: Int, CaseIterable {
            case outcome, reaction, exit, entry, message, arm, disarm, work
        }
        let kind: Kind
        /// The words around the value, or all of them.
        let before: String
        let value: (any Sendable)?
        let after: String
        let text: String
        /// Which work begins, and of which state, in a line that says so.
        private var work = Work.any, place = ""

        /// Which work of a state is meant.
        enum Work: Equatable {
            /// The test does not say.
            case any
            /// The one of this name, or one without a name.
            case called(String?)
        }

        /// Work of a state begins.
        static func begins(_ work: Work, of path: String) -> Self {
            var name = ""
            if case .called(let text?) = work { name = "\(text.debugDescription) " }
            var line = Self(.work, "begins work \(name)of \(path)")
            (line.place, line.work) = (path, work)
            return line
        }

        init(_ kind: Kind, _ before: String, _ value: (any Sendable)? = nil, _ after: String = "") {
            self.kind = kind
            self.before = before
            self.value = value
            self.after = after
            text = before + (value.map { ValueText.of($0) } ?? "") + after
        }

        static func == (a: Self, b: Self) -> Bool {
            if a.kind == .work, b.kind == .work {
                return a.place == b.place && (a.work == b.work || a.work == .any || b.work == .any)
            }
            guard a.kind == b.kind, a.before == b.before, a.after == b.after else { return false }
            if let value = a.value, let other = b.value, let areEqual = TestText.areEqual(value, other) {
                return areEqual
            }
            return a.text == b.text
        }
    }

    private let top: Top
    private(set) var lines: [Line] = []
    /// The codes of the errors that the step may fail with, and of mistakes that may be made in it.
    private(set) var failures: [StepError.Code] = []

    init(_ top: Top) { self.top = top }

    private mutating func say(
        _ kind: Line.Kind, _ before: String, _ value: (any Sendable)? = nil, _ after: String = ""
    ) {
        lines.append(Line(kind, before, value, after))
    }

    /// Expects that states are left, innermost first.
    public mutating func exits<each S: StateNode>(_ states: repeat KeyPath<Top, each S>) {
        for state in repeat each states { say(.exit, "exits \(top[keyPath: state].path)") }
    }

    /// Expects that states are entered, outermost first; at the start the top comes before all others:
    /// `enters(\.self, \.stopped)`.
    public mutating func enters<each S: StateNode>(_ states: repeat KeyPath<Top, each S>) {
        for state in repeat each states { say(.entry, "enters \(top[keyPath: state].path)") }
    }

    /// Expects that a state reacts without being left; the top is `\.self`.
    public mutating func reacts(_ state: KeyPath<Top, some StateNode>) {
        say(.reaction, "reacts \(top[keyPath: state].path)")
    }

    /// Expects that the chart sends a message through a port.
    ///
    /// The first value of a port with a current value (`current:`) counts as a message at the start.
    public mutating func sends<Message>(_ port: KeyPath<Top, OutputPort<Message>>, _ message: Message) {
        say(.message, "sends \(TestText.name(of: port)): ", message)
    }

    /// Expects that the chart posts or sends an event to a child machine, which the test does not run.
    public mutating func sends<Owner, Inner>(to child: KeyPath<Top, Child<Owner, Inner>>, _ event: Inner.Event) {
        say(.message, "sends \(top[keyPath: child].path): ", event)
    }

    /// Expects that the chart posts an event to the child machine of a key, in a list that the test does not run.
    public mutating func sends<Owner, Key, Inner>(
        to children: KeyPath<Top, ChildMachines<Owner, Key, Inner>>, key: Key, _ event: Inner.Event
    ) {
        say(.message, "sends \(top[keyPath: children].path(of: key)): ", event)
    }

    /// Expects that a state arms a timer.
    ///
    /// A timer that is cancelled before the call of the test machine returns, such as in the same step, is not said,
    /// nor is one that fires before: only what is armed then counts.
    public mutating func arms(_ event: Top.Event, after delay: Duration) {
        say(.arm, "arms ", event, " after \(delay)")
    }

    /// Expects that a state arms a timer that repeats.
    ///
    /// One that is cancelled before the call of the test machine returns is not said.
    public mutating func arms(_ event: Top.Event, every period: Duration) {
        say(.arm, "arms ", event, " every \(period)")
    }

    /// Expects that a timer is cancelled although its state stays active.
    public mutating func disarms(_ event: Top.Event) { say(.disarm, "disarms ", event) }

    /// Expects that a state begins an activity, or a child machine.
    ///
    /// Work that is over before the call of the test machine returns, because its state was left or because it is
    /// faked, is not said. Nor is a child machine that the test runs: `activePaths` shows it.
    public mutating func begins(_ state: KeyPath<Top, some StateNode>) {
        lines.append(.begins(.any, of: top[keyPath: state].path))
    }

    /// Expects that a state begins the work of a name, or the child machine that is stored in a property of this name.
    ///
    ///     await test.send(.admit(3)) {
    ///         $0.reacts(\.open)
    ///         $0.begins(\.open, work: "beds[3]")  // this row, and no other one
    ///     }
    ///
    /// The name is that of `run` or `listen`, or that of the property in which a `Child` is stored; for a row of a list
    /// it has the key, `beds[3]`. ``TestMachine/complete(_:returning:work:_:expecting:fileID:filePath:line:column:)``
    /// takes the same names. Work of one step is said in the order in which it begins. Work without a name is said by
    /// ``begins(_:)``, which means any work of the state.
    ///
    /// Work that is over before the call of the test machine returns is not said. The end of work is no line: work ends
    /// because the test says so, or because its state is left, see ``exits(_:)``. A row that was removed is missing in
    /// the `keys` of its list.
    public mutating func begins(_ state: KeyPath<Top, some StateNode>, work name: String) {
        lines.append(.begins(.called(name), of: top[keyPath: state].path))
    }

    /// Expects that no state reacts to the event.
    public mutating func isUnhandled() { say(.outcome, "is unhandled") }

    /// Expects that a state defers the event.
    ///
    /// Deferred events are tried again after each change of the configuration. Each one that is deferred again has to
    /// be said again, once, in the step that changed the configuration.
    public mutating func isDeferred() { say(.outcome, "is deferred") }

    /// Expects that the step fails, or that a mistake of the chart's code is made in it which a state has handled. Each
    /// code that occurs is said.
    public mutating func fails(_ code: StepError.Code) { failures.append(code) }
}

/// How failures name things.
enum TestText {
    /// Whether two values are equal by the `==` of the first one's type; `nil` if it has none, or if one of them does
    /// not equal itself, as `Double.nan`.
    static func areEqual(_ value: any Sendable, _ other: any Sendable) -> Bool? {
        func compare<Value: Equatable>(_ value: Value) -> Bool? {
            guard let other = other as? Value else { return false }
            if value == other { return true }
            return value == value && other == other ? false : nil
        }
        return (value as? any Equatable).flatMap { compare($0) }
    }

    static func name<Root, Value>(of path: KeyPath<Root, Value>) -> String {
        String("\(path)".drop { $0 != "." }.dropFirst())
    }
}
