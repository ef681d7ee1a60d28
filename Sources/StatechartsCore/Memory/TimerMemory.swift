/// How much memory timers may keep that are not armed any more.
package enum TimerMemory {
    /// How many slots, and places for events, a queue keeps when its last timer is gone.
    package static var kept: Int32 { 64 }
}
