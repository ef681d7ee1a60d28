public import StatechartsBridge
public import StatechartsDiagrams

extension ExpenseFlow {
    /// What lets monitors in other processes look at the components; not started.
    /// - Parameter recorder: what monitors get a recording of; `nil` for none.
    public func service(
        over link: any BridgeLink, access: MonitorService.Access, recorder: Recorder?
    ) -> MonitorService {
        var recording: (@Sendable () -> AsyncStream<String>)?
        if let recorder { recording = { recorder.lines } }
        return MonitorService(
            of: system, over: link, name: "expense-flow", access: access, recording: recording)
    }
}
