import Statecharts
public import StatechartsSimulation

extension ManualClock {
    /// Makes a clock on which waits that would never end are failures of the test, which then goes on, instead of
    /// ending the program.
    ///
    ///     let clock = ManualClock(failures: .issues)
    ///
    /// - Parameters:
    ///   - failures: where they go; the place that is reported is that of this call.
    ///   - patience: how long, in real time, a wait that may never end goes on. Time in which the process has other
    ///     tasks to run counts a tenth.
    ///   - limits: how much happens before a wait is reported as one that may never end.
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
    /// Makes whatever takes longer than the explorer's patience a failure of the test, at the place of this call,
    /// instead of ending the program.
    ///
    /// Charts are created again and again; what one of them waits for is reported once.
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
