import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Frames of the monitor protocol, changed by structure: numbers, names, nesting, what is there and what is not. Whoever
/// receives them answers with an error, and lives on.
@Suite(.serialized, RealLinks.asked) struct MonitorFramesTests {
    private static let count = 5_000

    /// JSON as a tree that can be changed.
    private indirect enum Tree {
        case leaf(String)
        case list([Tree])
        case object([(String, Tree)])

        init(_ value: Any) {
            switch value {
            case let list as [Any]: self = .list(list.map(Tree.init))
            case let object as [String: Any]: self = .object(object.sorted { $0.key < $1.key }.map { ($0, Tree($1)) })
            case let text as String: self = .leaf("\"\(text)\"")
            case let number as NSNumber: self = .leaf("\(number)")
            default: self = .leaf("null")
            }
        }

        var text: String {
            switch self {
            case .leaf(let text): text
            case .list(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
            case .object(let members): "{\(members.map { "\"\($0)\":\($1.text)" }.joined(separator: ","))}"
            }
        }

        static let leaves = [
            "0", "-1", "1", "9007199254740993", "-9223372036854775808", "18446744073709551615",
            "18446744073709551616", "1e308", "-0.5", "1e-400", "true", "null", "\"\"", "\"look\"", "\"pause\"",
            "\"step\"", "\"\\u0000\"", "\"0000000000000000-1\"", "[]", "{}", "{\"number\":1}",
        ]

        /// Somewhere in the tree another value, one more or one fewer, a swap, or a deeper nesting.
        func mutated(_ random: inout SplitMix) -> Tree {
            if random.below(4) == 0 {
                switch random.below(4) {
                case 0: return .leaf(Self.leaves[random.below(Self.leaves.count)])
                case 1: return .list([self, self])
                case 2: return .object([("_0", self)])
                default: return (0..<(1 << random.below(8))).reduce(self) { inner, _ in .list([inner]) }
                }
            }
            switch self {
            case .leaf: return .leaf(Self.leaves[random.below(Self.leaves.count)])
            case .list(var elements):
                guard !elements.isEmpty else { return .list([.leaf("1")]) }
                let place = random.below(elements.count)
                switch random.below(4) {
                case 0: elements.remove(at: place)
                case 1: elements += Array(repeating: elements[place], count: 1 << random.below(8))
                default: elements[place] = elements[place].mutated(&random)
                }
                return .list(elements)
            case .object(var members):
                guard !members.isEmpty else { return .object([("number", .leaf("1"))]) }
                let place = random.below(members.count), other = random.below(members.count)
                switch random.below(6) {
                case 0: members.remove(at: place)
                case 1: members.append(members[place])
                case 2: (members[place].1, members[other].1) = (members[other].1, members[place].1)
                case 3: members[place].0 = members[other].0 + (random.below(2) == 0 ? "" : "x")
                default: members[place].1 = members[place].1.mutated(&random)
                }
                return .object(members)
            }
        }
    }

    private static func trees(_ texts: [String]) throws -> [Tree] {
        try texts.map { Tree(try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)) }
    }

    @Test(.timeLimit(.minutes(30))) func `a service answers changed commands with an error, and serves the next one`()
        async throws
    {
        let link = PlayedLink(isListening: true), system = System(), orders = OutputPort<Int>("orders")
        system.add("Guest", ports: orders)
        let service = MonitorService(
            of: system, over: link, name: "shop", access: .stepping, connections: 1,
            limits: BridgeLimits(), clock: ManualClock())
        service.start()
        var random = SplitMix(seed: 4), errors = 0, said: Set<String> = []
        let samples = try Self.trees(
            ["look", "pause", "step", "resume", "record"].map { #"{"number":1,"verb":"\#($0)","message":3}"# })
        var viewer = try await PlayedViewer(link), number = 0
        for _ in 1...Self.count {
            number += 1
            let body = samples[random.below(samples.count)].mutated(&random).text
            let channel = random.below(50) == 0 ? "statecharts.monitor" : MonitorService.commandChannel
            viewer.connection.give(PlayedMonitor.message(number, channel, body))
            // What is said last stands before the end, and what was not taken is gone with it.
            if viewer.connection.hasEnded || number % 100 == 0 {
                errors += viewer.connection.hasEnded ? 1 : 0
                for case .error(let code, _) in viewer.connection.lastFrames { said.insert(code) }
                viewer.connection.end()
                (viewer, number) = (try await PlayedViewer(link), 0)
            }
        }
        #expect(errors > 1_000)
        #expect(said.isSubset(of: ["malformed", "flood"]) && said.contains("malformed"), "\(said)")
        viewer.connection.end()
        let honest = try await PlayedViewer(link)
        honest.ask(.look)
        #expect(try await honest.answer().isDone)
        service.stop()
    }

    @Test(.timeLimit(.minutes(30))) func `a monitor takes changed reports for an error, or for what they say`()
        async throws
    {
        let message = #"""
            {"process":"shop","number":2,"identity":"00000000000000aa-2","cause":"00000000000000aa-1","date":12.5,
            "sender":"a.out","receivers":["b.in","c.in"],"type":"Int","message":"7","isForeign":false}
            """#.replacing("\n", with: "")
        let samples = try Self.trees([
            #"{"message":{"_0":\#(message)}}"#,
            #"{"system":{"members":[{"name":"a","type":"A","ports":["in x: Int"]},{"name":"b","type":"B","composite":"a","ports":[]}],"connections":["a.x → b.y"]}}"#,
            #"{"part":{"members":[{"name":"a","type":"A","ports":["in x: Int"]}],"connections":["a.x → b.y"]}}"#,
            #"{"configuration":{"member":"a","_1":"On"}}"#,
            #"{"answer":{"number":1,"isDone":true,"text":"look","held":[\#(message)],"heldCount":1,"dropped":0}}"#,
        ])
        var random = SplitMix(seed: 5), ends = 0, codes: Set<String> = []
        var watched = try await Watched()
        for _ in 1...Self.count {
            watched.give(samples[random.below(samples.count)].mutated(&random).text)
            if random.below(20) == 0 {
                // What has come is drawn, whatever it says.
                #expect(watched.monitor.tree.count <= watched.monitor.messages.count)
            }
            if watched.connection.hasEnded {
                ends += 1
                for case .error(let code, _) in watched.connection.lastFrames { codes.insert(code) }
            }
            if watched.connection.hasEnded || watched.number == 100 {
                await watched.leave()
                watched = try await Watched()
            }
        }
        await watched.leave()
        #expect(ends > 1_000)
        #expect(codes == ["malformed"], "\(codes)")
    }

    /// A monitor whose service the test plays.
    private struct Watched {
        let monitor: Monitor, connection: PlayedConnection
        var number = 0

        init() async throws {
            let link = PlayedLink(), monitor = Monitor(over: link)
            self.monitor = monitor
            let starting = Task { try await monitor.start() }
            guard let connection = await link.opened.first(where: { _ in true }) else { throw CancellationError() }
            self.connection = connection
            connection.give(
                PlayedMonitor.serviceHello() + Frame.credit(channel: MonitorService.commandChannel, upTo: 1_000).bytes)
            // The first look is never answered: whoever waits for it is cancelled.
            starting.cancel()
            _ = try? await starting.value
        }

        /// Gone first: otherwise what was not acknowledged is waited for.
        func leave() async {
            connection.end()
            await monitor.stop()
        }

        mutating func give(_ body: String) {
            number += 1
            connection.give(PlayedMonitor.message(number, MonitorService.reportChannel, body))
            if !connection.hasEnded { _ = connection.takeBytes() }
        }
    }
}
