/// What waits in a mailbox of what states have under way: timers that have fired, and activities that have ended.
struct WaitingNumbers: Sendable {
    var timers: Set<UInt64> = []
    var activities: Set<UInt64> = []
    /// No number up to this is given again.
    var last: UInt64 = 0
}
