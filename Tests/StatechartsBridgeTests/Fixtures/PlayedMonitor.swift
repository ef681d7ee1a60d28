import Foundation
import Statecharts

@testable import StatechartsBridge

/// The two sides of the monitor protocol, played by a test: frames as they stand on the wire.
enum PlayedMonitor {
    /// The hello of a monitor.
    static func hello(_ session: UInt64 = 0xAA) -> [UInt8] {
        PlayedConnection.hello(
            session, exports: [MonitorService.commandChannel: "MonitorCommand"],
            imports: [MonitorService.reportChannel: "MonitorReport", MonitorService.recordingChannel: "String"])
    }

    /// The hello of a service.
    static func serviceHello(_ session: UInt64 = 0xBB) -> [UInt8] {
        PlayedConnection.hello(
            session,
            exports: [MonitorService.reportChannel: "MonitorReport", MonitorService.recordingChannel: "String"],
            imports: [MonitorService.commandChannel: "MonitorCommand"])
    }

    static func message(_ number: Int, _ channel: String, _ body: String) -> [UInt8] {
        var bytes: [UInt8] = []
        MessageFrame.write(number: UInt64(number), to: &bytes) {
            $0.bytes += Array(#","channel":"\#(channel)","id":"00000000000000aa-\#(number)"}"#.utf8)
            $0.bytes += Array("\n\(body)".utf8)
        }
        return bytes
    }

    static func command(_ number: Int, _ verb: MonitorCommand.Verb) -> [UInt8] {
        message(number, MonitorService.commandChannel, #"{"number":\#(number),"verb":"\#(verb.rawValue)"}"#)
    }

    static var credit: [UInt8] { Frame.credit(channel: MonitorService.reportChannel, upTo: 1 << 40).bytes }
}

/// A monitor that a test plays: reports are counted, not read.
final class PlayedViewer: Sendable {
    let connection: PlayedConnection
    private let lastCommand = Guarded(0)

    /// - Parameter reads: whether it takes reports.
    init(_ link: PlayedLink, reads: Bool = true) async throws {
        guard let connection = await link.opened.first(where: { _ in true }) else { throw CancellationError() }
        self.connection = connection
        connection.give(PlayedMonitor.hello() + (reads ? PlayedMonitor.credit : []))
    }

    func ask(_ verb: MonitorCommand.Verb) {
        let number = lastCommand.withLock { number in
            number += 1
            return number
        }
        connection.give(PlayedMonitor.command(number, verb))
    }

    /// The bodies of the reports that have come since, when there is one that the test waits for.
    func reports(until isLast: (String) -> Bool) async throws -> [String] {
        var bodies: [String] = []
        while !connection.hasEnded {
            for bytes in connection.takeBytes() {
                var reader = FrameReader(limit: 1 << 24)
                try reader.read(bytes) { bytes, range in
                    if case .message(let message, let body) = try Frame(bytes, range) {
                        bodies.append(String(decoding: bytes[body], as: UTF8.self))
                        connection.give(Frame.acknowledgement(message.number).bytes)
                    }
                }
            }
            if bodies.contains(where: isLast) { break }
            await Task.yield()
        }
        return bodies
    }

    /// What the answer to the last command says, and whether it was done.
    func answer() async throws -> (isDone: Bool, text: String) {
        let number = lastCommand.withLock { $0 }
        let answers = try await reports { $0.hasPrefix(#"{"answer""#) && $0.contains(#""number":\#(number),"#) }
        guard let last = answers.last(where: { $0.hasPrefix(#"{"answer""#) }),
            case .answer(_, let isDone, let text, _, _, _) =
                try JSONDecoder().decode(MonitorReport.self, from: Data(last.utf8))
        else { throw CancellationError() }
        return (isDone, text)
    }
}
