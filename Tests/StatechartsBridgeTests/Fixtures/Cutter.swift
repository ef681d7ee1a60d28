import Statecharts
import Synchronization
import TestSupport

@testable import StatechartsBridge

/// Stands between two sockets and hands bytes on in pieces of any size, until it drops the connection in the middle of
/// whatever is under way: most often inside a frame.
final class Cutter: Sendable {
    /// What the other side connects to instead.
    let address: String
    private let descriptor: Int32
    private let target: Posix.Address
    private let mean: Int
    private let count = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    /// - Parameter mean: after how many bytes, both ways together, it drops a connection, on the average.
    init(_ kind: LinkKind, to address: String, _ folder: Folder, every mean: Int) throws {
        let own: Posix.Address?
        switch kind {
        case .unix:
            own = try .unix(folder.file("cutter"))
            target = try .unix(address)
        case .tcp, .pipe:
            own = try Posix.Address.tcp("127.0.0.1", 0).first
            let found = try Posix.Address.tcp("127.0.0.1", Int(address) ?? 0).first
            guard let found else { throw BridgeError(.unreachable, "no address") }
            target = found
        }
        guard let own else { throw BridgeError(.unreachable, "no address") }
        descriptor = try Posix.socket(own.family)
        try Posix.bind(descriptor, to: own)
        try Posix.listen(descriptor)
        self.address = kind == .unix ? folder.file("cutter") : "\(Posix.port(of: descriptor))"
        self.mean = max(mean, 1)
        try Thread.start(stackSize: 1 << 20) { [self] in run() }
    }

    /// How many connections it has dropped.
    var cutCount: Int { count.load(ordering: .acquiring) }

    func stop() { isOver.store(true, ordering: .releasing) }

    private var goesOn: Bool { !isOver.load(ordering: .acquiring) }

    private func run() {
        var random = SplitMix(seed: 100)
        while goesOn {
            var interests = [Posix.Interest(descriptor, reads: true)]
            Posix.wait(&interests, milliseconds: 20)
            guard interests[0].isReadable, let near = try? Posix.accept(descriptor) else { continue }
            if let far = try? Posix.socket(target.family) {
                if (try? Posix.connect(far, to: target, milliseconds: 5_000)) != nil {
                    handOn(near, far, 1 + random.below(2 * mean), &random)
                }
                Posix.close(far)
            }
            Posix.close(near)
        }
        Posix.close(descriptor)
    }

    private func handOn(_ near: Int32, _ far: Int32, _ budget: Int, _ random: inout SplitMix) {
        var rest = budget
        while goesOn {
            var interests = [Posix.Interest(near, reads: true), Posix.Interest(far, reads: true)]
            Posix.wait(&interests, milliseconds: 20)
            for (interest, other) in zip(interests, [far, near]) where interest.isReadable {
                let size = min(1 + random.below(1 << 16), rest)
                guard let bytes = try? Posix.read(interest.descriptor, atMost: size), !bytes.isEmpty,
                    write(bytes, to: other)
                else { return }
                rest -= bytes.count
                if rest > 0 { continue }
                count.add(1, ordering: .acquiringAndReleasing)
                return
            }
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty, goesOn {
            do throws(Posix.Trouble) {
                rest = rest.dropFirst(try Posix.write(descriptor, rest, isSocket: true))
            } catch .notNow {
                var interests = [Posix.Interest(descriptor, writes: true)]
                Posix.wait(&interests, milliseconds: 20)
            } catch {
                return false
            }
        }
        return true
    }
}
