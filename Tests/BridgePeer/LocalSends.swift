import Statecharts
import StatechartsBridge

/// What bridges cost those messages that stay in the process, while nobody watches.
enum LocalSends {
    private static let count = 1_000_000

    static func print() async {
        await print("without a bridge")
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders")
        let (near, _) = MemoryLink.pair(), (other, _) = MemoryLink.pair()
        let exporting = Bridge(over: near), importing = Bridge(over: other)
        exporting.export(prices, as: "prices")
        importing.import("orders", to: orders)
        exporting.begin()
        await print("beside a bridge that exports")
        importing.begin()
        await print("beside exports and imports")
        exporting.stop()
        importing.stop()
    }

    private static func print(_ what: String) async {
        let adder = Adder(), numbers = adder.numbers, source = OutputPort<Int>("source")
        let sum = OutputPort<Int>("sum"), plain = InputPort<Int>("plain"), sums = InputPort<Int>("sums")
        // Nearly nothing is kept: what is measured is the sending.
        connect(sum, to: plain) { $0 == count ? $0 : nil }
        connect(source, to: numbers)
        connect(adder.sums, to: sums) { $0 == count + 1 ? $0 : nil }
        let machine = Machine(adder)
        guard (try? await machine.start()) != nil else { return }
        var best = (port: Duration.seconds(1000), machine: Duration.seconds(1000))
        var atPort = plain.makeAsyncIterator(), atMachine = sums.makeAsyncIterator()
        for _ in 0..<3 {
            var start = ContinuousClock.now
            for number in 1...count { sum.send(number) }
            _ = await atPort.next()
            best.port = min(best.port, (ContinuousClock.now - start) / count)
            start = .now
            for number in 1...count { source.send(number) }
            _ = await atMachine.next()
            best.machine = min(best.machine, (ContinuousClock.now - start) / count)
        }
        Swift.print("a message to a port \(what): \(best.port); to a machine, and its answer: \(best.machine)")
    }
}
