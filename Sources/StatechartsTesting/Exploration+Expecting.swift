import Statecharts
public import StatechartsSimulation

extension Exploration {
    /// Fails the test if anything was found, if not everything was explored, or if something could not be decided; the
    /// failure has the exploration's description, once.
    ///
    ///     found.expectSound()
    ///
    /// ``Exploration/gaps`` and ``Exploration/inconclusive`` fail it as problems do. ``Exploration/hints`` do not: they
    /// are about what cannot be looked at, or was said to be left out.
    /// - Parameters:
    ///   - withinLimits: whether limits of the explorer are meant to leave something out, such as more deferred events
    ///     than are ever sent; then only what was explored has to be sound.
    ///   - failures: where the failure goes; by default it is an issue of the running test.
    ///   - fileID: the place of the call.
    ///   - filePath: the place of the call.
    ///   - line: the place of the call.
    ///   - column: the place of the call.
    public func expectSound(
        withinLimits: Bool = false, failures: FailureReport = .issues,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        var reasons: [String] = []
        if !problems.isEmpty { reasons.append(CountText.of(problems.count, "problem")) }
        if !gaps.isEmpty || !withinLimits && limit != nil { reasons.append("not all explored") }
        // What a limit has left open is left out with it.
        if !inconclusive.isEmpty, !withinLimits || limit == nil { reasons.append("not all decided") }
        guard !reasons.isEmpty else { return }
        failures.report(
            TestFailure(
                description: "the chart is not known to be sound: \(reasons.joined(separator: ", "))\n\(self)",
                place: .init(fileID: fileID, filePath: filePath, line: line, column: column)))
    }
}

extension RunResult {
    /// Fails the test if something wrong was found, if nothing was tried, or if a weight is for something that was
    /// never possible; the failure has the description, once.
    /// - Parameters:
    ///   - failures: where the failure goes; by default it is an issue of the running test.
    ///   - fileID: the place of the call.
    ///   - filePath: the place of the call.
    ///   - line: the place of the call.
    ///   - column: the place of the call.
    public func expectSound(
        failures: FailureReport = .issues,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        guard !isSound || !unknownWeights.isEmpty else { return }
        failures.report(
            TestFailure(
                description: "\(self)",
                place: .init(fileID: fileID, filePath: filePath, line: line, column: column)))
    }
}
