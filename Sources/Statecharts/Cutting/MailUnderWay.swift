/// What systems have not delivered when a snapshot is cut: messages, and ends of children behind them. Each is noted
/// where it will arrive, as if it arrived now; nothing is delivered by that.
@usableFromInline
final class MailUnderWay: Sendable {
    /// What comes into the mailbox of a machine.
    struct Letter: Sendable {
        let machine: ObjectIdentifier
        let content: Content
    }

    @usableFromInline
    enum Content: Sendable {
        /// An event of the machine's chart.
        case event(any Sendable)
        /// An event of an embedded chart.
        case inside(any Sendable)
        /// An event of a child, or its end.
        case resource(ResourceMessage)
    }

    private struct Contents {
        var letters: [ObjectIdentifier: [Content]] = [:]
        /// The state that an input port will have, if messages come to it.
        var inputs: [ObjectIdentifier: any Sendable] = [:]
        /// Why it is not known what comes to a machine or a port.
        var doubts: [ObjectIdentifier: SnapshotError] = [:]
        /// The same of the message that is being noted.
        var doubt: SnapshotError?
    }

    private let contents = Guarded(Contents())

    // MARK: Noting

    func add(_ letter: Letter) {
        contents.withLock { contents in
            contents.letters[letter.machine, default: []].append(letter.content)
            contents.doubts[letter.machine] = contents.doubts[letter.machine] ?? contents.doubt
        }
    }

    /// Notes a message behind something that decides about it only when it is delivered.
    /// - Parameter decider: what that is; `nil` without.
    func doubting(_ decider: String?, _ note: () -> Void) {
        guard let decider, contents.withLock({ $0.doubt == nil }) else { return note() }
        let doubt = SnapshotError(
            .late, "a system holds a message about which \(decider) decides when it is delivered",
            fix: "resume the system first, by resume()")
        contents.withLock { $0.doubt = doubt }
        note()
        contents.withLock { $0.doubt = nil }
    }

    /// The state of a port, with what was noted so far; `nil` if nothing was.
    func input<State: Sendable>(_ port: AnyObject, as type: State.Type = State.self) -> State? {
        let key = ObjectIdentifier(port)
        return contents.withLock { $0.inputs[key] } as? State
    }

    /// A message has come to a port, which may now have another state.
    func note(at port: AnyObject, _ state: (any Sendable)? = nil) {
        let key = ObjectIdentifier(port)
        let former = contents.withLock { contents in
            contents.doubts[key] = contents.doubts[key] ?? contents.doubt
            return state.flatMap { contents.inputs.updateValue($0, forKey: key) }
        }
        withExtendedLifetime(former) {}
    }

    // MARK: Asking

    /// What comes to a machine, in order.
    func letters(to machine: ObjectIdentifier) throws -> [Content] {
        try refuseDoubt(about: machine)
        return contents.withLock { $0.letters[machine] ?? [] }
    }

    /// Nothing waits in a port whose messages go on at once; throws if it is not known what comes to it.
    func nothing(at port: AnyObject) throws -> [SnapshotValue] {
        try refuseDoubt(about: ObjectIdentifier(port))
        return []
    }

    /// Throws if it is not known what comes to a machine or a port.
    func refuseDoubt(about receiver: ObjectIdentifier) throws {
        if let doubt = contents.withLock({ $0.doubts[receiver] }) { throw doubt }
    }
}
