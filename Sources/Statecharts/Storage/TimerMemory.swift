/// How much memory timers may keep that are not armed any more.
enum TimerMemory {
    /// How many slots, and places for events, a queue keeps when its last timer is gone.
    static var kept: Int32 { 64 }
}
