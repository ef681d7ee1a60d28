import Foundation
import Statecharts
import StatechartsBridge
import Synchronization

/// What a message over a bridge costs, beside the same bytes over a bare socket, between the same two processes.
enum Figures {
    private static let rounds = 20_000
    private static let underWay = 2_048
    private static let folder = "/tmp/scb-\(UUID().uuidString.prefix(8))"

    private static func peer(_ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        try process.run()
        return process
    }

    static func print(messages: Int) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let length =
            4
            + #"{"frame":"message","n":10000,"channel":"there","id":"00c0ffee12345678-10000","date":1763788800.123456,"owner":"","port":"there"}"#
            .utf8.count + 6
        await LocalSends.print()
        let raw = try rawRoundTrip(length, polls: false)
        Swift.print("round trip of \(length) bytes over a bare socket: \(raw)")
        Swift.print("the same with a poll before each read: \(try rawRoundTrip(length, polls: true))")
        let (inside, iterated) = try await bridgedRoundTrips()
        Swift.print("round trip of a message over a bridge: \(inside), \(ratio(inside, raw)) x")
        Swift.print("the same, received by a task that iterates the port: \(iterated), \(ratio(iterated, raw)) x")
        let rate = try await manyUnderWay(messages)
        let single = .seconds(1) / inside
        Swift.print(
            "messages there and back in a second, many under way: \(Int(rate)), \(tenths(rate / single)) x those of round trips over the bridge, "
                + "\(tenths(rate / (.seconds(1) / raw))) x those over the bare socket")
    }

    private static func ratio(_ one: Duration, _ other: Duration) -> Double { (one / other * 100).rounded() / 100 }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    private static func rawRoundTrip(_ length: Int, polls: Bool) throws -> Duration {
        let path = "\(folder)/raw\(polls)"
        let listening = try RawSocket.listen(path)
        let process = try peer(polls ? "raw-poll" : "raw", path)
        let socket = accept(listening, nil, nil)
        let message = [UInt8](repeating: 1, count: length)
        var buffer = message
        var best = Duration.seconds(1000)
        for _ in 0..<5 {
            let time = ContinuousClock().measure {
                for _ in 0..<rounds {
                    RawSocket.write(message, to: socket)
                    if polls { RawSocket.wait(socket) }
                    _ = RawSocket.read(length, from: socket, into: &buffer)
                }
            }
            best = min(best, time / rounds)
        }
        close(socket)
        close(listening)
        process.waitUntilExit()
        return best
    }

    /// By code that runs where the message comes, and by a task that iterates the port.
    private static func bridgedRoundTrips() async throws -> (Duration, Duration) {
        let numbers = OutputPort<Int>("there"), back = OutputPort<Int>("back"), iterated = InputPort<Int>("iterated")
        let done = InputPort<Int>("done"), ends = Atomic<Int>(0)
        let bridge = Bridge(over: try UnixSocketLink(listeningAt: "\(folder)/one"), name: "figures", limits: limits)
        bridge.export(numbers, as: "there")
        bridge.import("back", to: back)
        // The next message is sent by whoever gets the last one.
        let pingPong = connect(back, to: done) { number in
            if number % rounds == 0 { return number }
            numbers.send(number + 1)
            return nil
        }
        let process = try peer("unix", "\(folder)/one")
        try await bridge.start()
        var best = Duration.seconds(1000), results = done.makeAsyncIterator()
        for round in 0..<5 {
            let start = ContinuousClock.now
            numbers.send(round * rounds + 1)
            _ = await results.next()
            best = min(best, (ContinuousClock.now - start) / rounds)
        }
        pingPong.disconnect()
        connect(back, to: iterated)
        var bestIterated = Duration.seconds(1000), numbersBack = iterated.makeAsyncIterator()
        for _ in 0..<5 {
            let start = ContinuousClock.now
            for number in 1...rounds {
                numbers.send(number)
                _ = await numbersBack.next()
            }
            bestIterated = min(bestIterated, (ContinuousClock.now - start) / rounds)
        }
        ends.add(1, ordering: .relaxed)
        await bridge.close()
        process.waitUntilExit()
        return (best, bestIterated)
    }

    /// So many round trips, and then so many messages of which many are under way, with `bridge-peer unix SOCKET` at the
    /// other end: for callgrind and perf, which look at one process.
    static func rounds(at path: String, trips: Int, messages: Int) async throws {
        let numbers = OutputPort<Int>("there"), back = OutputPort<Int>("back"), done = InputPort<Int>("done")
        let bridge = Bridge(over: try UnixSocketLink(listeningAt: path), name: "figures", limits: limits)
        bridge.export(numbers, as: "there")
        bridge.import("back", to: back)
        let last = trips + messages
        connect(back, to: done) { number in
            if number < trips { numbers.send(number + 1) }
            if number == trips, messages > 0 { numbers.send(trips + 1) }
            keepUnderWay(number - trips, of: messages) { numbers.send(trips + $0) }
            return number == last ? number : nil
        }
        try await bridge.start()
        var results = done.makeAsyncIterator()
        numbers.send(1)
        _ = await results.next()
        await bridge.close()
    }

    /// So many are under way until the end: the first one that is back has the others sent, and for each that is back
    /// the next one goes. There is one sender, so that one order is to be expected.
    private static func keepUnderWay(_ number: Int, of messages: Int, _ send: (Int) -> Void) {
        if number == 1 { for next in 2...underWay where next <= messages { send(next) } }
        if number > 0, number + underWay <= messages { send(number + underWay) }
    }

    private static func manyUnderWay(_ messages: Int) async throws -> Double {
        let messages = max(messages, underWay)
        let numbers = OutputPort<Int>("there"), back = OutputPort<Int>("back"), done = InputPort<Int>("done")
        let bridge = Bridge(over: try UnixSocketLink(listeningAt: "\(folder)/many"), name: "figures", limits: limits)
        bridge.export(numbers, as: "there")
        bridge.import("back", to: back)
        let last = Atomic<Int>(0), wrong = Atomic<Int>(0)
        connect(back, to: done) { number in
            if number != last.load(ordering: .relaxed) + 1 { wrong.add(1, ordering: .relaxed) }
            last.store(number, ordering: .relaxed)
            keepUnderWay(number, of: messages) { numbers.send($0) }
            return number == messages ? number : nil
        }
        let process = try peer("unix", "\(folder)/many")
        try await bridge.start()
        var results = done.makeAsyncIterator()
        let start = ContinuousClock.now
        numbers.send(1)
        _ = await results.next()
        let time = ContinuousClock.now - start
        Swift.print("\(messages) messages there and back, \(wrong.load(ordering: .relaxed)) out of order: \(time)")
        await bridge.close()
        process.waitUntilExit()
        return Double(messages) / (time / .seconds(1))
    }
}
