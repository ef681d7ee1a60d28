import Statecharts
import Synchronization

// The two threads of a socket.

extension DescriptorConnection {
    /// Reads until the end. Answers why it came, if neither side has wanted it.
    func readSocket(_ exchange: BridgeExchange) -> BridgeError? {
        let isGone = BridgeError(.cut, "\(place): the other side has ended the connection")
        var size = Posix.PieceSize()
        while true {
            turn.run(write)
            do {
                let bytes = try Posix.read(reading, atMost: size.next)
                size.note(bytes.count)
                let isClosing = isClosing.load(ordering: .acquiring)
                if bytes.isEmpty { return isClosing ? nil : isGone }
                // So that the other side can write, and then read the last words.
                if isClosing { leftUnread.add(1, ordering: .relaxed) } else { exchange.received(bytes) }
            } catch .notNow {
            } catch {
                return isClosing.load(ordering: .acquiring)
                    ? nil : BridgeError(.cut, "\(place): \(Posix.text(error.code))")
            }
        }
    }

    /// Writes what others have left, until the reader is over.
    func writeSocket() {
        var interests = [Posix.Interest(wakening.reading, reads: true), Posix.Interest(writing)]
        while !readerIsOver {
            // Asked before writing: the last words are there before the connection is closed, so they are written too.
            let isClosing = isClosing.load(ordering: .acquiring)
            turn.run(write)
            if isClosing { return linger() }
            interests[1].writes = isBlocked.load(ordering: .acquiring)
            Posix.wait(&interests)
            if interests[0].isReadable { listen() }
            if interests[1].isWritable { isBlocked.store(false, ordering: .releasing) }
        }
    }

    /// Lets the other side read the last words: what it sends meanwhile is left unread, for a short time.
    private func linger() {
        // Somebody else may be writing them; nobody blocks there.
        while turn.isTaken { Posix.wait(milliseconds: 1) }
        Posix.endWriting(writing)
        for _ in 0..<16 {
            let before = leftUnread.load(ordering: .relaxed)
            waitForReader(milliseconds: 100)
            if readerIsOver || leftUnread.load(ordering: .relaxed) == before { break }
        }
        Posix.shutDown(reading)
    }

    private func waitForReader(milliseconds: Int32) {
        for _ in 0..<(milliseconds / 10) {
            var interests = [Posix.Interest(wakening.reading, reads: true)]
            Posix.wait(&interests, milliseconds: 10)
            if interests[0].isReadable { listen() }
            if readerIsOver { return }
        }
    }
}
