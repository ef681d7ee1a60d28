/// How much memory is kept when no timer is armed any more.
package enum TimerMemory {
    /// The number of slots of a `TimerQueue`, and of places of `TimedEvents`.
    package static var kept: Int32 { 64 }
}
