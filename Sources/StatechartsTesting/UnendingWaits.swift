import Statecharts
public import StatechartsSimulation

extension ManualClock {
    /// A clock whose waits that would never end are failures of the test, each of which then goes on, instead of the
    /// end of the program.
    ///
    ///     let clock = ManualClock(failures: .issues)
    ///
    /// - Parameters:
    ///   - failures: where they go; the place that is reported is that of this call.
    ///   - patience: how long, in real time, a wait goes on that may never end.
    ///   - limits: how much happens before a wait is told of that may never end.
    ///   - fileID: the place of the call.
    ///   - filePath: the place of the call.
    ///   - line: the place of the call.
    ///   - column: the place of the call.
    public convenience init(
        failures: FailureReport, patience: Duration = .seconds(60), limits: Limits = Limits(),
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(patience: patience, limits: limits) { wait in
            failures.report(TestFailure(description: wait.description, place: place))
        }
    }
}

extension Explorer {
    /// Has what takes longer than the explorer has patience be a failure of the test, at the place of this call,
    /// instead of the end of the program.
    ///
    /// Charts are made again and again; what one of them waits for is told once.
    /// - Parameters:
    ///   - failures: where it goes.
    ///   - fileID: the place of the call.
    ///   - filePath: the place of the call.
    ///   - line: the place of the call.
    ///   - column: the place of the call.
    public mutating func tellUnendingWaits(
        to failures: FailureReport,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        let told = Guarded<Set<String>>([])
        onUnendingWait = { text in
            guard told.withLock({ $0.insert(text).inserted }) else { return }
            failures.report(TestFailure(description: text, place: place))
        }
    }
}
