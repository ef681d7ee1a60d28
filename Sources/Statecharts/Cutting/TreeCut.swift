import Synchronization

/// One snapshot of a machine and its children, while it is taken.
///
/// 1. *Hold*: each machine of the tree, owners first, takes nothing more as soon as it is between two steps.
/// 2. *Cut*: when all are held, a flag is set. What comes into a mailbox from then on is not in the snapshot. As no
///    machine of the tree is in a step, all that they have sent each other is in mailboxes or in input ports, or a
///    system has it: what those have not delivered is noted where it will arrive, see ``MailUnderWay``.
/// 3. *Collect*: each machine writes itself down, with the mail that came before the cut.
/// 4. *Let go*: each takes what waits.
///
/// A step that is waited for may itself wait for a machine that is held: a child asks its owner. So while a step is
/// waited for, held machines go on for which somebody waits (``Envelope/wantsReplyOrRoom``). They are held again in
/// the next round; the cut is made after a round in which nobody went on.
final class TreeCut: Sendable {
    private struct State {
        var held: [ObjectIdentifier: any TreeMachine] = [:]
        /// Those of the held that somebody waits for.
        var awaited: [ObjectIdentifier: any TreeMachine] = [:]
        /// True while the step of a machine, or the end of a child, is waited for.
        var isWaiting = false
        /// True if a machine went on that was held in this round.
        var wentOnThisRound = false
        /// When the cut was made.
        var time = Duration.zero
        /// What systems have not delivered.
        var mail: MailUnderWay?
    }

    private static let lastNumber = Atomic<UInt64>(0)

    private let number = TreeCut.lastNumber.add(1, ordering: .relaxed).newValue
    private let state = Guarded(State())
    private let flag = Atomic<Bool>(false)

    func isEarlier(than other: TreeCut) -> Bool { number < other.number }

    // MARK: The cut

    /// True from when the cut was made. Read by whoever puts something into a mailbox, under the lock of that.
    var isMade: Bool { flag.load(ordering: .acquiring) }

    var time: Duration { state.withLock { $0.time } }

    /// What systems had not delivered then.
    var mail: MailUnderWay? { state.withLock { $0.mail } }

    /// - Parameter mail: what systems have not delivered.
    func prepare(at time: Duration, with mail: MailUnderWay? = nil) {
        let former = state.withLock { state in
            defer { (state.time, state.mail) = (time, mail) }
            return state.mail
        }
        withExtendedLifetime(former) {}
    }

    func make() { flag.store(true, ordering: .releasing) }

    // MARK: Who is held

    func beginRound() { state.withLock { $0.wentOnThisRound = false } }

    var heldMachines: [any TreeMachine] { state.withLock { Array($0.held.values) } }

    var holdsAny: Bool { state.withLock { !$0.held.isEmpty } }

    /// True if all that were held in this round still are.
    var isComplete: Bool { state.withLock { !$0.wentOnThisRound } }

    func noteHeld(_ machine: any TreeMachine, isAwaited: Bool) {
        state.withLock { state in
            state.held[ObjectIdentifier(machine)] = machine
            if isAwaited { state.awaited[ObjectIdentifier(machine)] = machine }
        }
    }

    /// Notes that somebody waits for a machine that is held. Answers true if it has to go on now; from then on the
    /// round is not complete, so that the cut is not made before it has gone on.
    func mustGoOn(_ machine: any TreeMachine) -> Bool {
        state.withLock { state in
            guard state.held[ObjectIdentifier(machine)] != nil else { return false }
            state.awaited[ObjectIdentifier(machine)] = machine
            if state.isWaiting { state.wentOnThisRound = true }
            return state.isWaiting
        }
    }

    func noteLetGo(_ machine: any TreeMachine) {
        let former = state.withLock { state in
            state.wentOnThisRound = true
            state.awaited[ObjectIdentifier(machine)] = nil
            return state.held.removeValue(forKey: ObjectIdentifier(machine))
        }
        withExtendedLifetime(former) {}
    }

    /// Waits for the end of a step, or of a child; machines that are held go on meanwhile if somebody waits for them.
    func wait<Result>(for end: () async throws -> Result) async rethrows -> Result {
        let awaited = state.withLock { state in
            state.isWaiting = true
            return Array(state.awaited.values)
        }
        defer { state.withLock { $0.isWaiting = false } }
        for machine in awaited { await machine.letGo(self) }
        return try await end()
    }

    func letAllGo() async {
        for machine in heldMachines { await machine.letGo(self) }
    }
}

/// The mail of a machine that is held, seen by who puts something in.
///
/// Part of the contents of a mailbox, and used under the lock of that.
@usableFromInline
final class HeldMail {
    private let cut: TreeCut
    /// How much was there when the cut was made; `nil` if nothing has come since.
    private(set) var countAtCut: Int?

    init(_ cut: TreeCut) { self.cut = cut }

    /// Something has been put in.
    /// - Parameter count: how much was there before.
    @usableFromInline
    func noteMail(behind count: Int) { if countAtCut == nil, cut.isMade { countAtCut = count } }
}
