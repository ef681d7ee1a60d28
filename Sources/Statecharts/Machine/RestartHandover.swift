/// What a supervised machine tells its supervisor, so that the machine that follows it can continue: closures that the
/// supervisor sets.
struct RestartHandover<Event: Sendable>: Sendable {
    /// Called once, at the machine's end. Calls `close`, which closes the mailbox and returns the envelopes left;
    /// returns those that the successor does not want.
    var inherit: (@Sendable (_ reason: HandoverReason, _ close: () -> [Envelope<Event>]) -> [Envelope<Event>])?
    /// Given a snapshot after each step, if the successor is to continue from there.
    let keepSnapshot: (@Sendable (Result<Snapshot, any Error>) -> Void)?
    /// Given the timers that are armed when one of them begins its step: should that step fail, its event is lost like
    /// any other, and must not fire again in the successor.
    let keepTimers: (@Sendable ([Snapshot.Timer]) -> Void)?
    /// Told at the machine's end how long the machine has run since the last snapshot.
    let ranOn: @Sendable (Duration) -> Void
    /// Given messages of ports that come after the machine's end, or before it takes any. Answers true if a machine
    /// will take them.
    let takeOver: @Sendable (Envelope<Event>) -> Bool
    /// Answers true if no other machine follows any more.
    let isLastLife: @Sendable () -> Bool
    /// Called while the mailbox still refuses ports. Must call `endGathering` with what ports have brought until then,
    /// oldest first: it is put behind what is in the mailbox already, and later messages of ports behind it.
    let takeMail: @Sendable (_ endGathering: ([Envelope<Event>]) -> Void) -> Void
    /// The ports of all lives of the machine.
    let ports: PortsOfLives
    /// Told when the first step is complete, before anything that was sent is taken. May be told twice.
    let started: @Sendable () -> Void
    /// Told when the machine has made itself known to its clock.
    let joined: @Sendable () -> Void
    /// Whether the last snapshot is of the present states: it is not if none could be taken after the last step.
    var isUpToDate = false
    /// When the last snapshot was kept, and when its timers were due.
    var kept: (at: Duration, keys: [NamedKey])?
}

/// Why a machine lets go of its mailbox.
enum HandoverReason: Sendable {
    /// It has come to its end, and none follows.
    case ended
    case failed
    /// Its supervisor ends it for the next one.
    case halted
}
