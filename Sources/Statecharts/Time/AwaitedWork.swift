/// What an activity does, where others wait for its end: the life of a child machine.
protocol AwaitedWork: AnyObject, Sendable {
    /// The macrostep is over in which its state asked for it. It tells its end itself.
    func begin()
    /// Its state is left, at the end of the machine, which stops it later; who waits for it until then stops it.
    func isLeft()
    /// Has it end; without effect the second time.
    func stop()
    /// Returns when it has ended, or was abandoned.
    func ended() async
}

/// What a machine still has to wait for before its own end.
protocol AwaitedWorks: AnyObject, Sendable {
    var hasAny: Bool { get }
    /// In the reverse order of their beginnings.
    var lastFirst: [any AwaitedWork] { get }
}
