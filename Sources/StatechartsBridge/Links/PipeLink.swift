import Statecharts
import Synchronization

/// A link over pipes, between processes of one machine.
///
/// A pair of pipes that a process was started with carries one connection. A FIFO with a name carries any number, one
/// after the other: the side that connects makes two FIFOs for each and names them there.
public final class PipeLink: BridgeLink {
    private enum Way: Sendable {
        case descriptors(reading: Int32, writing: Int32)
        case listening(Listener)
        case connecting
    }

    private let path: String
    private let way: Way
    private let isUsed = Atomic<Bool>(false)

    /// Makes a link of two descriptors, such as 0 and 1 in a process whose parent holds the other ends. They belong to
    /// the link from now on.
    ///
    /// When the connection has ended, the bridge ends too.
    public init(reading: Int32, writing: Int32) {
        Posix.makeNonblocking(reading)
        Posix.makeNonblocking(writing)
        path = "\(reading),\(writing)"
        way = .descriptors(reading: reading, writing: writing)
    }

    /// Makes a link to a process that listens at a FIFO.
    public init(to path: String) {
        self.path = path
        way = .connecting
    }

    /// Makes a FIFO that only the owner may use (mode 0600), and listens there until the link is closed or released.
    /// As many connections are served at a time as the bridge or the service takes.
    ///
    /// A FIFO at which no process listens any more is replaced.
    /// - Throws: ``BridgeError`` if something other than a FIFO is there already, something listens there or may do so,
    ///   or no FIFO can be made.
    public init(listeningAt path: String) throws(BridgeError) {
        self.path = path
        let place = "pipe:\(path)"
        if let file = Posix.file(at: path) {
            guard file.kind == .pipe else {
                throw BridgeError(
                    .closed, "\(place): something that is no FIFO is there; name another path, or remove it")
            }
            try Self.removeAbandoned(path)
        }
        let descriptor: Int32
        do throws(Posix.Trouble) {
            try Posix.makeFIFO(path)
            descriptor = try Posix.openWholeFIFO(path)
        } catch {
            throw BridgeError(.closed, "\(place): \(Posix.text(error.code)); name a path that may be written")
        }
        let own = Posix.file(at: path), names = Names()
        let listener = try Listener(descriptor, place: place, limit: 1) { descriptor in
            guard let name = names.next(descriptor) else { return .nobody }
            return Self.answer(path, name)
        } forget: {
            if let now = Posix.file(at: path), now.number == own?.number, now.device == own?.device {
                Posix.remove(path)
            }
        }
        way = .listening(listener)
    }

    /// Removes a FIFO that nobody reads.
    /// - Throws: ``BridgeError`` if somebody does, or if that cannot be found out.
    private static func removeAbandoned(_ path: String) throws(BridgeError) {
        do throws(Posix.Trouble) {
            // It opens only if somebody reads there.
            Posix.close(try Posix.openFIFO(path, writing: true))
        } catch {
            if error.saysNobodyListens { return Posix.remove(path) }
            throw BridgeError(
                .closed,
                "pipe:\(path): another process may listen there (\(Posix.text(error.code))); name another path, or try again"
            )
        }
        throw BridgeError(.closed, "pipe:\(path): another process listens there; name another path, or end it")
    }

    deinit { close() }

    var listener: Listener? {
        switch way {
        case .listening(let listener): listener
        case .descriptors, .connecting: nil
        }
    }

    /// `pipe:` and the path, or the descriptors
    public var description: String { "pipe:\(path)" }
    /// Whether it was made to listen.
    public var isListening: Bool {
        switch way {
        case .listening: true
        case .descriptors, .connecting: false
        }
    }

    /// Connects, or waits for a connection.
    public func open() async throws -> any BridgeConnection {
        switch way {
        case .descriptors(let reading, let writing):
            if isUsed.exchange(true, ordering: .relaxed) {
                throw BridgeError(.closed, "\(description): the pipes have come to their end")
            }
            return try DescriptorConnection(reading: reading, writing: writing, isSocket: false, place: description)
        case .listening(let listener): return try await listener.accept()
        case .connecting: return try await Dialler.connection { [path] in try Self.connect(path) }
        }
    }

    /// Stops listening, and removes the FIFO.
    public func close() {
        switch way {
        case .listening(let listener): listener.close()
        case .descriptors(let reading, let writing):
            if isUsed.exchange(true, ordering: .relaxed) { return }
            for end in [reading, writing] { Posix.close(end) }
        case .connecting: break
        }
    }

    /// Names are lines of this length, so that each is written at once and comes whole.
    private static let nameLength = 33
    private static func inward(_ path: String, _ name: String) -> String { "\(path).\(name).in" }
    private static func outward(_ path: String, _ name: String) -> String { "\(path).\(name).out" }

    private static func connect(_ path: String) throws -> DescriptorConnection {
        let place = "pipe:\(path)"
        func digits() -> String {
            let text = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        let name = digits() + digits()
        let paths = [inward(path, name), outward(path, name)]
        defer { for path in paths { Posix.remove(path) } }
        var reading: Int32 = -1, writing: Int32 = -1, isPipe = true
        do throws(Posix.Trouble) {
            let listener = try Posix.openFIFO(path, writing: true)
            defer { Posix.close(listener) }
            isPipe = Posix.isPipe(listener)
            // Anything else would be written over.
            guard isPipe else { throw .failed(0) }
            for path in paths { try Posix.makeFIFO(path) }
            reading = try Posix.openFIFO(paths[1], writing: false)
            // Both ends, until the other side has the other one: it says so by its first byte, or does not come.
            writing = try Posix.openWholeFIFO(paths[0])
            _ = try Posix.write(listener, Array((name + "\n").utf8)[...], isSocket: false)
        } catch {
            for end in [reading, writing] where end >= 0 { Posix.close(end) }
            if isPipe { throw error.unreachable(place) }
            throw BridgeError(
                .unreachable, "\(place): something that is no FIFO is there; name the path where the other side listens"
            )
        }
        var interests = [Posix.Interest(reading, reads: true)]
        Posix.wait(&interests, milliseconds: 5_000)
        guard interests[0].isReadable, let greeting = try? Posix.read(reading, atMost: 1), greeting == [0x2B],
            let own = try? Posix.openFIFO(paths[0], writing: true)
        else {
            for end in [reading, writing] { Posix.close(end) }
            throw BridgeError(.unreachable, "\(place): nobody answers there")
        }
        // From now on this side has the writing end alone, so that it hears when the other side is gone.
        Posix.close(writing)
        return try DescriptorConnection(reading: reading, writing: own, isSocket: false, place: place)
    }

    private static func answer(_ path: String, _ name: String) -> Listener.Visit {
        guard let reading = try? Posix.openFIFO(inward(path, name), writing: false) else { return .nobody }
        guard let writing = try? Posix.openFIFO(outward(path, name), writing: true) else {
            Posix.close(reading)
            return .nobody
        }
        _ = try? Posix.write(writing, [0x2B], isSocket: false)
        return .connection(reading: reading, writing: writing, isSocket: false)
    }

    /// Reads the names of those who want to connect.
    private final class Names: Sendable {
        private let pending = Guarded<[UInt8]>([])

        func next(_ descriptor: Int32) -> String? {
            guard let bytes = try? Posix.read(descriptor, atMost: PipeLink.nameLength) else { return nil }
            return pending.withLock { pending in
                pending += bytes
                guard pending.count >= PipeLink.nameLength else { return nil }
                let line = pending.prefix(PipeLink.nameLength)
                pending.removeFirst(PipeLink.nameLength)
                let isName =
                    line.last == 0x0A
                    && line.dropLast().allSatisfy { digit in
                        (0x30...0x39).contains(digit) || (0x61...0x66).contains(digit)
                    }
                // Whoever writes something else can write anything: begin anew.
                if !isName { pending = [] }
                return isName ? String(decoding: line.dropLast(), as: UTF8.self) : nil
            }
        }
    }
}
