#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

extension Machine {
    /// How many letters wait in the mailbox: events that were posted, sent or came through ports, and what timers and
    /// activities brought.
    ///
    /// Of a machine that was not started, whatever was posted so far: a number that only grows is that of a machine
    /// without ``start()``.
    /// - Isolation: may be called from anywhere; the answer is of that moment.
    public nonisolated var waitingCount: Int { mailbox.letters.count }

    /// Tells of events that nobody will ever take, because the machine is released and was never started.
    nonisolated func tellUnstarted(_ letters: [Letter<Event>]) {
        let events = letters.compactMap { letter -> Event? in
            switch letter {
            case .event(let event), .plain(let event, _), .message(let event, _), .call(let event, _): event
            case .question, .cause, .inside, .fail, .visit, .stop, .service: nil
            }
        }
        guard let first = events.first else { return }
        let count = events.count == 1 ? "an event" : "\(events.count) events"
        Misuse.tell(
            "the machine \(name) was released before start(), and \(count) with it (\(first)\(events.count == 1 ? "" : ", …")); "
                + "call start(), and keep the machine until it is done")
    }
}

/// Mistakes that end in silence where they are made, told on the standard error, as the language's runtime does of a
/// continuation that is never resumed.
enum Misuse {
    private static let listener = Guarded<(@Sendable (String) -> Void)?>(nil)

    static func tell(_ what: String) {
        if let listener = listener.withLock({ $0 }) { return listener(what) }
        // In one call, so that lines of several threads do not mix.
        let line = "Statecharts: \(what)\n"
        _ = unsafe line.utf8.withContiguousStorageIfAvailable { unsafe write(2, $0.baseAddress, $0.count) }
    }

    /// Has `listener` told instead, until it is set to `nil`.
    static func hear(_ listener: (@Sendable (String) -> Void)?) { self.listener.withLock { $0 = listener } }
}
