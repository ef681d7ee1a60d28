/// A system, which may hold what comes to a machine.
protocol MailHolder: AnyObject, Sendable {}

/// The systems that may hold what comes to a machine, also to one without ports: those that it was added to, and those
/// of its children that have ended.
struct MailHolders: Sendable {
    private struct Entry: Sendable { weak let holder: (any MailHolder)? }

    private var entries: [Entry] = []

    /// What the system calls the machine that it was last added to.
    private(set) var owner: String?

    /// - Parameter owner: what the system calls the machine, if that is added to it.
    mutating func add(_ holder: any MailHolder, _ owner: String?) {
        self.owner = owner ?? self.owner
        entries.removeAll { $0.holder == nil || $0.holder === holder }
        entries.append(Entry(holder: holder))
    }

    /// Those that there still are.
    var all: [any MailHolder] { entries.compactMap(\.holder) }
}
