/// Why a chart cannot run: everything that is wrong with its structure, at once.
///
/// Thrown when a machine or interpreter starts. Nothing was entered and the chart can be corrected and started again.
public struct ChartError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One mistake in a chart.
    public struct Diagnostic: Sendable, Equatable, CustomStringConvertible {
        /// What kind of mistake it is.
        public let code: Code
        /// The path of the state or pseudostate that is wrong.
        public let path: String
        /// What is wrong.
        public let message: String
        /// What to change.
        public let fix: String

        /// The path, the message and the fix in one line.
        public var description: String { "\(path): \(message); \(fix) [\(code.rawValue)]" }
    }

    /// The kinds of mistakes that types cannot prevent.
    public enum Code: String, Sendable, CaseIterable {
        /// A vertex is declared in two places, or twice in one; likewise a child machine that `children(…)` names
        /// twice, or an input port that is received twice.
        case declaredTwice
        /// A vertex is stored in a property but declared nowhere, so that it can never be entered.
        case notDeclared
        /// An input port is stored in a property of the top state, but nobody receives it, so that its messages wait
        /// for ever.
        case notReceived
        /// The initial value of a scoped property is asked of another class than the one that has it.
        case wrongOwner
        /// A scoped property of a ``Snapshotting`` chart has a type that is not `Codable`, so that a snapshot would
        /// lose its value, and is not said to be ``ScopedPersistence/transient``.
        case notSaved
        /// A vertex belongs to a machine that is running.
        case inUse
        /// A vertex is inside another class than the one it names as `Superior`.
        case wrongSuperior
        /// A vertex names another class as `Top` than the one it is in.
        case wrongTop
        /// `substates(…)` or `regions(…)` was called more than once for one state.
        case configuredTwice
        /// An orthogonal state declares `substates(…)`, a submachine declares anything, or a child machine is declared
        /// with a number that makes no sense, such as a limit below 1.
        case wrongDeclaration
        /// An orthogonal state has no region.
        case emptyOrthogonalState
        /// A state contains pseudostates but no state, and not only forks and joins, which a leaf may own.
        case noStates
        /// A vertex that cannot be a region is declared as one.
        case notARegion
        /// The initial vertex is not inside the state.
        case initialOutside
        /// The initial vertex is one that cannot be entered by default.
        case initialNotEnterable
        /// A history has neither a default nor an initial substate to fall back on.
        case historyWithoutDefault
        /// The default of a history is not inside its superior, or cannot be entered by default.
        case historyDefaultOutside
        /// A fork, entry point or exit point leads to a vertex that is not in the chart or not where it may lead.
        case targetOutside
        /// Two targets of a fork or entry point, or two sources of a join, are not in different regions.
        case sameRegion
        /// A fork has fewer than two targets, a join fewer than two sources, an entry point no target, a choice or
        /// junction no closure that leads on.
        case tooFew
        /// A source of a join is no state, or cannot be active together with the join's superior.
        case sourceOutside
        /// Nobody outside has said where an exit point leads.
        case exitPointLeadsNowhere
        /// A pseudostate is where it has no meaning.
        case misplaced
        /// A state has suspending actions, but the chart runs in a synchronous interpreter.
        case suspends
    }

    /// All mistakes, in document order.
    public let diagnostics: [Diagnostic]

    /// All diagnostics, one a line.
    public var description: String {
        "the chart cannot start:\n" + diagnostics.map { "  - \($0)" }.joined(separator: "\n")
    }
}

extension ChartError: ErrorOfLines {
    package var line: String { "the chart cannot start (\(diagnostics.map(\.description).joined(separator: ", ")))" }
}
