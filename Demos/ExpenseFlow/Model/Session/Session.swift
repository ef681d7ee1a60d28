public import DemoSupport

/// A person at the phone: takes lines, tells what they change.
public final class Session {
    /// What a line led to.
    public struct Reply: Sendable, Equatable {
        /// What is to be told, such as a command that was not taken.
        public var messages: [String] = []
        /// The screen's changes.
        public var changes: [String] = []
        /// The messages between the components, if they are traced.
        public var trace: [String] = []
        /// Whether the session is over.
        public var isOver = false
        /// Whether the line was a command, a comment or empty.
        public var isUnderstood = true

        /// All of it.
        public var lines: [String] { messages + changes + trace }
    }

    /// The forms of all commands, for people.
    public static var commands: Vocabulary { Command.vocabulary }

    /// Whether a line is empty or begins with `#`, and so says nothing.
    public static func isComment(_ line: String) -> Bool { Command.isComment(line) }

    private let flow: ExpenseFlow
    private var shown: [String] = []
    private var number = 0

    /// - Parameter flow: started, and used by this session only.
    public init(_ flow: ExpenseFlow) { self.flow = flow }

    /// The whole screen, from which on changes are told.
    public func look() async -> [String] {
        shown = await flow.screen.lines
        return shown
    }

    /// Does what a line says and tells what has changed since the line before.
    public func perform(_ line: String) async -> Reply {
        number += 1
        var reply = Reply()
        do {
            switch try Command(line) {
            case .user(let command): await give(command, &reply)
            case .fault(let fault):
                if let reason = await flow.cause(fault) { reply.messages.append("not now: \(fault) (\(reason))") }
            case .advance(let duration):
                if !(await flow.advance(by: duration)) {
                    reply.messages.append("not now: advance (the clock moves by itself)")
                }
            case .stepping(let isStepping): await flow.setStepping(isStepping)
            case .step(let number):
                if let message = await flow.step(number) {
                    reply.messages.append("delivered: \(message)")
                } else {
                    reply.messages.append("not now: step (\(flow.waiting.isEmpty ? "nothing waits" : "not that one"))")
                }
            case .help(let word): reply.messages += Command.vocabulary.lines(of: word)
            case .quit: reply.isOver = true
            case nil: break
            }
        } catch {
            reply.messages.append("line \(number): \(error.expected)")
            reply.isUnderstood = false
        }
        reply.messages += flow.takeViolations().map { "violated: \($0)" }
        let before = shown
        if !Self.isComment(line) { reply.messages += flow.waiting.map { "waiting: \($0)" } }
        reply.changes = ScreenChanges.lines(from: before, to: await look())
        reply.trace = takeTrace()
        return reply
    }

    /// The messages that have come since the last line, if they are traced.
    public func takeTrace() -> [String] { flow.takeTrace().map { "  " + $0 } }

    private func give(_ command: UserCommand, _ reply: inout Reply) async {
        let possibilities = await flow.screen.possibilities
        if !(await flow.give(command)) {
            reply.messages.append("not now: \(command) (possible: \(possibilities))")
        }
    }
}
