// How a session ends. A side is in one of these states; with `*` the other side has said bye already.
//
//                close(), or its bye               acknowledged: bye              its bye
//         open ─────────────────────▶ closing(*) ───────────────────▶ said ─────────────────▶ over
//                                         ▲                            │ │                     ▲
//                                         └── the connection breaks ───┘ └─ said*: it breaks ──┘
//
// | state    | means                                          | the connection breaks       | silence, or nobody, twice |
// | -------- | ---------------------------------------------- | --------------------------- | ------------------------- |
// | open     | nobody closes                                  | open                        | open, over another one    |
// | closing  | messages are not acknowledged yet              | closing                     | closing: it waits on      |
// | closing* | so here; the other side stays for them         | closing*                    | over, the rest is lost    |
// | said     | all was acknowledged, and bye said; messages   | closing, with nothing to    | over, nothing is lost     |
// |          | are still taken until the other side says bye  | send: bye is said again     |                           |
// | said*    | both have said bye; the other side, which has  | over                        | over                      |
// |          | heard it second, ends the connection           |                             |                           |
//
// Over at once is a side that stops, that hears a bye which does not wait (the other side has stopped, or is through),
// and one that closes with nothing to send before it has ever met anybody.
//
// A side that has said bye cannot know whether the other one has heard it. So it stays, and comes again if the
// connection breaks, but not for ever: it is over after two looks of the watchman without anybody, at its second bye
// that is not answered, and when a connection breaks on which it has said bye for the eighth time without a message
// from the other side since the first. The other side loses nothing by that as long as it comes back in that time; and
// it waits for nobody who is over, because whoever has said bye has acknowledged everything before, and whoever has
// heard it waits no longer than two looks.

extension Session {
    enum Ending: Sendable, Hashable {
        /// Nobody closes.
        case open
        /// Everything that was sent goes out, and then bye is said.
        case closing
    }

    /// On so many connections bye is said at the most while no message comes.
    static var mostByes: Int { 8 }

    /// No more is sent than what has been; when all of it has come, bye is said.
    mutating func close() { ending = .closing }

    /// True when the other side has acknowledged all that was sent. Jobs of a channel that it does not take are not for
    /// it.
    var isDone: Bool { unacknowledged.isEmpty && exports.allSatisfy { $0.waiting.isEmpty || $0.isWanted == false } }

    /// True when there need not be another connection.
    var isFinished: Bool { saidBye && (heardBye || byeCount >= Self.mostByes) }

    /// True when the session may end without another word: nobody was ever met, and nothing waits for anybody.
    var needsNobody: Bool {
        switch phase {
        case .apart, .greeting: ending == .closing && isDone && peer == nil
        case .running, .over: false
        }
    }

    /// True while there is no connection, and one is only wanted so that both sides know that all has come.
    var isLingering: Bool {
        switch phase {
        // Who was told bye has all that he takes; others may still wait for jobs that he did not take.
        case .apart, .greeting: ending == .closing && (isDone || heardBye || byeCount > 0)
        case .running, .over: false
        }
    }

    /// The other side says bye.
    /// - Parameter waits: whether it stays for what this side has to say.
    mutating func takeBye(waits: Bool) -> Effect {
        if !waits || saidBye { return .closed }
        heardBye = true
        return .leaving
    }

    /// A message has come: the other side is there, and what it has to say gets through.
    mutating func countByesAnew() { byeCount = saidBye ? 1 : 0 }

    /// Bye, if it is to be said now.
    mutating func bye() -> Frame? {
        guard ending == .closing, isDone, !saidBye else { return nil }
        saidBye = true
        byeCount += 1
        return .bye(waits: !heardBye)
    }
}
