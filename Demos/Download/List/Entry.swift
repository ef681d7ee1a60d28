/// What the list knows of a download, whether it is under way or not.
struct Entry: Sendable, Hashable {
    enum Phase: Sendable { case waiting, underWay, done, cancelled, broken }

    let file: File
    var phase = Phase.waiting
    /// How many kB are here. They stay when the download ends in whatever way.
    var arrived = 0
    /// How often it has failed since somebody asked for it.
    var failures = 0
    /// Why it has failed the last time.
    var reason: String?

    init(_ file: File) { self.file = file }

    mutating func fail(_ error: String, endsIt: Bool) {
        failures += 1
        reason = error
        if endsIt { phase = .broken }
    }

    /// Somebody asks for it again.
    mutating func tryAgain() {
        guard phase == .cancelled || phase == .broken else { return }
        (phase, failures, reason) = (.waiting, 0, nil)
    }
}
