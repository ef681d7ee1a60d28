public import Statecharts
import StatechartsSimulation

/// What a test says that happens in a step.
///
///     await test.complete(\.loading, returning: "Yesterday") {
///         $0.exits(\.loading)
///         $0.enters(\.playing)
///         $0.sends(\.sound, "Yesterday starts")
///         $0.arms(.timeout, after: .seconds(3))
///     }
///
/// Things of one kind are said in the order in which they happen; the order of kinds does not matter. The top is a
/// state like any other, at the path `\.self`: it is entered when the chart starts, and may react.
public struct Expectation<Top: Statechart> {
    /// A line of what happened or was said, by kind.
    struct Line: Hashable {
        enum Kind: Int, CaseIterable {
            case outcome, reaction, exit, entry, message, arm, disarm, work
        }
        let kind: Kind
        let text: String
    }

    private let top: Top
    private(set) var lines: [Line] = []
    /// Whether the step may fail, and how.
    private(set) var failure: StepError.Code?

    init(_ top: Top) { self.top = top }

    private mutating func say(_ kind: Line.Kind, _ text: String) { lines.append(Line(kind: kind, text: text)) }

    /// States are left, innermost first.
    public mutating func exits<each S: StateNode>(_ states: repeat KeyPath<Top, each S>) {
        for state in repeat each states { say(.exit, "exits \(top[keyPath: state].path)") }
    }

    /// States are entered, outermost first; at the start that is the top before all others: `enters(\.self,
    /// \.stopped)`.
    public mutating func enters<each S: StateNode>(_ states: repeat KeyPath<Top, each S>) {
        for state in repeat each states { say(.entry, "enters \(top[keyPath: state].path)") }
    }

    /// A state reacts without being left; the top by `\.self`.
    public mutating func reacts(_ state: KeyPath<Top, some StateNode>) {
        say(.reaction, "reacts \(top[keyPath: state].path)")
    }

    /// The chart sends a message through a port.
    public mutating func sends<Message>(_ port: KeyPath<Top, OutputPort<Message>>, _ message: Message) {
        say(.message, "sends \(TestText.name(of: port)): \(ValueText.of(message))")
    }

    /// The chart posts or sends an event to a child machine, which the test does not run.
    public mutating func sends<Owner, Inner>(to child: KeyPath<Top, Child<Owner, Inner>>, _ event: Inner.Event) {
        say(.message, "sends \(top[keyPath: child].path): \(ValueText.of(event))")
    }

    /// The chart posts an event to the child machine of a key, of a list which the test does not run.
    public mutating func sends<Owner, Key, Inner>(
        to children: KeyPath<Top, ChildMachines<Owner, Key, Inner>>, key: Key, _ event: Inner.Event
    ) {
        say(.message, "sends \(top[keyPath: children].path(of: key)): \(ValueText.of(event))")
    }

    /// A state arms a timer.
    public mutating func arms(_ event: Top.Event, after delay: Duration) {
        say(.arm, TestText.arms(ValueText.of(event), delay, false))
    }

    /// A state arms a timer that repeats.
    public mutating func arms(_ event: Top.Event, every period: Duration) {
        say(.arm, TestText.arms(ValueText.of(event), period, true))
    }

    /// A timer is taken back though its state stays active.
    public mutating func disarms(_ event: Top.Event) { say(.disarm, "disarms \(ValueText.of(event))") }

    /// A state begins an activity, or a child machine.
    public mutating func begins(_ state: KeyPath<Top, some StateNode>) {
        say(.work, "begins work of \(top[keyPath: state].path)")
    }

    /// No state reacts to the event.
    public mutating func isUnhandled() { say(.outcome, "is unhandled") }

    /// A state defers the event.
    ///
    /// Deferred events are tried again after each change of the configuration. Of those that are deferred again this is
    /// said again, once for each of them, in the step that has changed it.
    public mutating func isDeferred() { say(.outcome, "is deferred") }

    /// The step fails.
    public mutating func fails(_ code: StepError.Code) { failure = code }
}

/// How failures name things.
enum TestText {
    static func arms(_ event: String, _ duration: Duration, _ repeats: Bool) -> String {
        "arms \(event) \(repeats ? "every" : "after") \(duration)"
    }

    static func name<Root, Value>(of path: KeyPath<Root, Value>) -> String {
        String("\(path)".drop { $0 != "." }.dropFirst())
    }

    /// What was said and what happened, together: lines that agree, lines that were only said, lines that only
    /// happened.
    static func difference<Line: Hashable>(_ said: [Line], _ happened: [Line], _ text: (Line) -> String) -> [String] {
        var lines: [String] = []
        var rest = said[...]
        let difference = happened.difference(from: said)
        var removed: Set<Int> = [], inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        for (position, line) in happened.enumerated() {
            while let first = rest.first, removed.contains(rest.startIndex) {
                lines.append("- \(text(first))")
                rest.removeFirst()
            }
            if inserted.contains(position) {
                lines.append("+ \(text(line))")
            } else {
                lines.append("  \(text(line))")
                rest = rest.dropFirst()
            }
        }
        return lines + rest.map { "- \(text($0))" }
    }
}
