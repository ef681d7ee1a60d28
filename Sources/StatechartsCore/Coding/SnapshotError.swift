/// Why no snapshot could be taken, or why one was refused. Nothing was entered, and nothing was changed, unless the
/// chart's own `restore(_:)` has done so.
public struct SnapshotError: Error, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Sendable, CaseIterable {
        /// The machine has not been started, or has come to its end.
        case notRunning
        /// Something waits that is not `Codable`.
        case notCodable
        /// Two states have the same path.
        case ambiguousPath
        /// The snapshot was written in a format that this version of the framework does not know.
        case unknownFormat
        /// The snapshot is of another chart, or of another version of it.
        case otherChart
        /// The snapshot contradicts itself or the chart: a configuration that cannot be, a state or property that does
        /// not exist, no value of a ``Scoped`` property.
        case inconsistent
        /// The snapshot has what only a machine can go on with: armed timers, activities, what they have brought,
        /// messages for embedded charts.
        case needsMachine
        /// Saved events or data do not fit their types.
        case undecodable
        /// `restore(_:)`, or the initial value of a ``Scoped`` property, used what the chart has only after it was
        /// restored: a scoped property, a timer, an activity.
        case misused
        /// Something is not decided yet: a child machine has not come to the end of its step within the time that the
        /// snapshot may wait, or a system holds a message whose way is decided when it is delivered.
        case late
    }

    /// A state in which the chart and the snapshot differ.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// How they differ.
        public enum Kind: Sendable, Hashable {
            /// The chart has no such state any more.
            case missing
            /// The snapshot does not know the state.
            case extra
            /// The state was of another kind.
            case changed(from: String, to: String)
        }
        /// The path of the state.
        public let path: String
        /// How they differ.
        public let kind: Kind

        /// The path and what is different.
        public var description: String {
            switch kind {
            case .missing: "\(path) is missing in the chart"
            case .extra: "\(path) is not in the snapshot"
            case .changed(let old, let new): "\(path) was of kind \(old) and is of kind \(new)"
            }
        }
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What happened.
    public let message: String
    /// What to change.
    public let fix: String
    /// The states that differ, those of the snapshot first, in document order.
    public let differences: [Difference]
    /// The error of the coder, if that is the reason.
    public let underlying: (any Error)?
    /// Whether a migration can put it right, as the fix says.
    private var isForMigration = false
    /// Whether it refuses the part of a child machine.
    package private(set) var refusesPart = false

    package init(
        _ code: Code, _ message: String, fix: String, differences: [Difference] = [], underlying: (any Error)? = nil
    ) {
        self.code = code
        // Paths and names are those of the snapshot, whoever has written it.
        self.message = message.clipped(8_000)
        self.fix = fix
        self.differences = differences
        self.underlying = underlying
    }

    /// An error that a migration can put right.
    /// - Parameter fix: what the migration is to do.
    package init(_ code: Code, _ message: String, migration fix: String, underlying: (any Error)? = nil) {
        self.init(code, message, fix: fix, underlying: underlying)
        isForMigration = true
    }

    /// The error of a snapshot for which no migration was called: with what has it called, if that would help.
    /// - Parameter isVersioned: whether the chart can say its version.
    package func unmigrated(of chart: String, isVersioned: Bool) -> SnapshotError {
        guard isForMigration else { return self }
        let way =
            isVersioned
            ? "raise the snapshotVersion of \(chart) so that it is called"
            : "let \(chart) be Snapshotting, with a snapshotVersion of 2, so that it is called"
        return SnapshotError(
            code, message, fix: "\(fix) (give migrate:, and \(way))", differences: differences, underlying: underlying)
    }

    /// The same error, which refuses the part of a child machine.
    package func refusing(part name: String) -> SnapshotError {
        var error = SnapshotError(
            code, "the child \(name) cannot continue: \(message)", fix: fix, differences: differences,
            underlying: underlying)
        error.refusesPart = true
        return error
    }

    /// The message and the fix in one line, then one line for each of the first states that differ, and how many more
    /// there are.
    public var description: String {
        ([summary] + differenceTexts.map { "  - \($0)" }).joined(separator: "\n")
    }

    private var summary: String { "\(message); \(fix) [\(code.rawValue)]" }
    private var differenceTexts: [String] { differences.lazy.map(\.description).clipped(each: 800) }
}

extension SnapshotError: ErrorOfLines {
    package var line: String {
        differences.isEmpty ? summary : "\(summary) (\(differenceTexts.joined(separator: ", ")))"
    }
}
