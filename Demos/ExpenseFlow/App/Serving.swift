import DemoSupport
import ExpenseFlow
import StatechartsBridge
import StatechartsDiagrams

/// `--serve`: lets a monitor in another process look at the run.
enum Serving {
    /// What records the run: for monitors from its beginning, so that what they write can be replayed.
    /// - Parameter isFresh: whether the run begins with the data that a replay begins with. Otherwise monitors get no
    ///   recording.
    static func recorder(
        _ options: OptionParser.Options, _ inspection: Inspection?, isFresh: Bool
    ) -> Recorder? {
        inspection?.recorder ?? (options["serve"] == nil || !isFresh ? nil : Recorder())
    }

    /// - Parameter recorder: what monitors get a recording of; `nil` for none.
    /// - Throws: ``UsageError`` if there can be no socket.
    static func start(
        _ options: OptionParser.Options, _ flow: ExpenseFlow, _ recorder: Recorder?
    ) throws(UsageError) -> MonitorService? {
        guard let path = options["serve"] else { return nil }
        do {
            let link = try UnixSocketLink(listeningAt: path)
            let access = options.has("serve-stepping") ? MonitorService.Access.stepping : .reading
            let service = flow.service(over: link, access: access, recorder: recorder)
            service.start()
            return service
        } catch {
            throw UsageError("--serve: \("\(error)".printable)")
        }
    }
}
