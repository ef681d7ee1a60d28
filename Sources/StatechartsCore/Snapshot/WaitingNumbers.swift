/// What waits in a mailbox of what states have under way: timers that have fired, and activities that have ended.
package struct WaitingNumbers: Sendable {
    package var timers: Set<UInt64> = []
    package var activities: Set<UInt64> = []
    /// No number up to this is given again.
    package var last: UInt64 = 0

    package init(last: UInt64 = 0) { self.last = last }
}
