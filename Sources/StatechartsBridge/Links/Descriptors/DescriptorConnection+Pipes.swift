import Statecharts
import Synchronization

// The one thread of two pipes.

extension DescriptorConnection {
    /// Reads and writes until the end. Answers why it came, if neither side has wanted it.
    func usePipes(_ exchange: BridgeExchange) -> BridgeError? {
        let isGone = BridgeError(.cut, "\(place): the other side has ended the connection")
        var interests = [
            Posix.Interest(reading, reads: true), Posix.Interest(wakening.reading, reads: true),
            Posix.Interest(writing),
        ]
        var size = Posix.PieceSize()
        while true {
            // Asked before writing: the last words are there before the connection is closed, so they are written too.
            let isClosing = isClosing.load(ordering: .acquiring)
            turn.run(write)
            if isBroken.load(ordering: .acquiring) { return isGone }
            if isClosing { return nil }
            interests[2].writes = isBlocked.load(ordering: .acquiring)
            Posix.wait(&interests)
            if interests[1].isReadable { listen() }
            if interests[2].isWritable { isBlocked.store(false, ordering: .releasing) }
            if interests[0].isReadable {
                do {
                    let bytes = try Posix.read(reading, atMost: size.next)
                    size.note(bytes.count)
                    if bytes.isEmpty { return isGone }
                    exchange.received(bytes)
                } catch .notNow {
                } catch {
                    return BridgeError(.cut, "\(place): \(Posix.text(error.code))")
                }
            }
        }
    }
}
