import Statecharts
public import StatechartsDiagrams
import Synchronization

extension Messenger {
    /// Lets messages wait until ``step(_:)``; with `false` those that wait are delivered, and all that come.
    func setStepping(_ isStepping: Bool) async {
        self.isStepping.withLock { $0 = isStepping }
        if isStepping || manualClock != nil { system.pause() } else { system.resume() }
        await settle()
    }

    /// Lets the first waiting message through, or the one with this number.
    /// - Returns: the message; `nil` if none waits or that one cannot go now.
    func step(_ number: Int?) async -> String? {
        let chosen = system.held.first { number == nil || $0.id.number == UInt64(number ?? 0) }
        guard let chosen, let record = await system.stepAndSettle(chosen.id) else { return nil }
        await settle()
        return "\(record)"
    }

    /// The messages that wait, while they are let through one at a time.
    var waiting: [String] { isStepping.withLock { $0 } ? system.held.map { "\($0)" } : [] }

    /// Lets the session tell the messages of each command.
    public func trace() {
        let watching = system.recorder()
        recorder.withLock { $0 = watching }
    }

    /// The messages since the last time, as a tree of lines.
    func takeTrace() -> [String] {
        guard let records = recorder.withLock({ $0 })?.take() else { return [] }
        return "\(MessageTree(records))".split(separator: "\n").map(String.init)
    }

    /// The components and their connections; after the start.
    public var drawing: SystemDrawing { SystemDrawing(system) }

    /// Records the messages and the steps of all machines, those of chats under one name. To be called before
    /// ``start()``.
    public func record(by recorder: Recorder) {
        recorder.record(shell, named: "Shell")
        recorder.record(chatsList, named: "ChatsList")
        recorder.record(contacts, named: "Contacts")
        recorder.record(conversations, named: "Conversations")
        recorder.record(chatManager, named: "ChatManager")
        recorder.record(contactManager, named: "ContactManager")
        recorder.record(fileManager, named: "FileManager")
        recorder.record(simulator, named: "Simulator")
        recording.begin(recorder)
        recorder.record(system)
    }
}
