// Waiting for room at the other ends, see `OutputPort.sendWaiting(_:)`.

extension OutputStorage: ConnectedOutput {
    func sendWaiting(_ message: Message) async throws {
        if folds {
            throw PortError(
                .numbersChanges,
                "sendWaiting(_:) was called on the port \(identity.label), which numbers changes, and a change gets its "
                    + "number when it is sent; use send(_:): who has no room misses a change, notices the gap and can be "
                    + "sent the whole with resend()")
        }
        // A repeated value is left out: nobody waits for room for it.
        if let isSame, let latest = state.withLock({ $0.latestAtRest }), isSame(latest, message) { return }
        let mode = try await reserveRoom(for: message)
        if send(message, context: nil, mode: mode) == .gone {
            throw PortError(.finished, "a message was sent through an output port that is finished")
        }
    }

    /// A change gets its number when it is sent, before others: nobody waits for room for it behind a proxy.
    @usableFromInline
    func findRoom(for message: Message, _ search: inout RoomSearch) {
        if folds { return }
        for link in links { search.follow(self, link.id) { link.sink.findRoom(for: message, &$0) } }
    }

    @usableFromInline var mayWait: Bool {
        reclaimer.read { directRoute.withValue($0, \.mayWait) } ?? links.contains { $0.sink.mayWait }
    }

    @usableFromInline
    func wait(at link: Int, _ goOn: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { $0.wait(at: link, goOn) }
    }

    @usableFromInline
    func endWait(_ id: Int) {
        let wait = state.withLock { $0.endWait(id) }
        withExtendedLifetime(wait) {}
    }
}
