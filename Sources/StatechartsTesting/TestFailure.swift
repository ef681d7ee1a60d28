#if canImport(Testing)
    import Testing
#endif

/// Something that a test of a chart says and that is not true.
public struct TestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is not true, with what there is to show about it: of long lists the first 100 lines.
    public let description: String
    /// Where the test says it.
    public let place: Place

    /// A place in the source of a test.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The module and the file.
        public let fileID: String
        /// The path of the source on the computer that compiled it.
        public let filePath: String
        /// The line and column, counted from 1.
        public let line: Int, column: Int

        /// `LightsTests/LightsTests.swift:12:9`.
        public var description: String { "\(fileID):\(line):\(column)" }
    }
}

/// Where the failures of a test go.
public struct FailureReport: Sendable {
    let report: @Sendable (TestFailure) -> Void

    /// Gives failures to `report`, which may keep them, or make them failures of another test library:
    ///
    ///     let failures = FailureReport { XCTFail("\($0.place): \($0)") }
    ///
    public init(_ report: @escaping @Sendable (TestFailure) -> Void) { self.report = report }

    /// Records an issue of the running test of Swift Testing, at the place of what failed.
    public static var issues: FailureReport {
        FailureReport { failure in
            #if canImport(Testing)
                let place = failure.place
                Issue.record(
                    "\(failure.description)",
                    sourceLocation: SourceLocation(
                        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column))
            #else
                preconditionFailure("\(failure.place): \(failure)")
            #endif
        }
    }
}
