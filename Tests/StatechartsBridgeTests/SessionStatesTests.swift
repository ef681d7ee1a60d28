import Statecharts
import Testing

@testable import StatechartsBridge

/// All orders in which anything can happen between two sides of a bridge, for few messages: not one example, but every
/// one.
@Suite struct SessionStatesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plan: SessionWorld.Plan
    }

    static let cases: [Case] = [
        Case(testDescription: "two messages, two cuts", plan: .init(messages: [2, 0], cuts: 2)),
        Case(testDescription: "more messages than credits", plan: .init(messages: [3, 0], windows: [2, 2], cuts: 1)),
        Case(
            testDescription: "a sender that keeps less than it may send",
            plan: .init(messages: [3, 0], windows: [1, 2], cuts: 1)),
        Case(
            testDescription: "a sender that may send less than it keeps",
            plan: .init(messages: [3, 0], windows: [2, 1], cuts: 1)),
        Case(testDescription: "both ways, a cut", plan: .init(messages: [1, 1], cuts: 1)),
        Case(testDescription: "two channels, a cut", plan: .init(messages: [3, 0], channels: 2, cuts: 1)),
        Case(testDescription: "loss, swap or double", plan: .init(messages: [2, 0], windows: [2, 2], faults: 1)),
        Case(testDescription: "loss, swap or double, without credit", plan: .init(messages: [2, 0], faults: 1)),
        Case(testDescription: "loss at the end", plan: .init(messages: [1, 0], faults: 1, closing: [0])),
        Case(testDescription: "one side closes, a cut", plan: .init(messages: [2, 0], cuts: 1, closing: [0])),
        Case(testDescription: "both sides close", plan: .init(messages: [1, 1], closing: [0, 1])),
        Case(testDescription: "the receiver closes", plan: .init(messages: [1, 0], cuts: 1, closing: [1])),
    ]

    @Test(arguments: cases)
    func
        `whatever happens in whatever order, nothing is lost or doubled, no credit is exceeded, and all can come to its end`(
            example: Case
        ) throws
    {
        var known: [[Int]: Int] = [:], worlds = [SessionWorld(example.plan)], before: [[Int]] = [[]]
        known[worlds[0].key] = 0
        var read: [[UInt8]: [(Frame, body: Int?)]] = [:], place = 0
        while place < worlds.count {
            let world = worlds[place]
            for step in world.steps {
                let next = try world.after(step) { piece in
                    if let frames = read[piece] { return frames }
                    let frames = try Self.frames(piece)
                    read[piece] = frames
                    return frames
                }
                let key = next.key
                let found = known[key] ?? worlds.count
                if found == worlds.count {
                    known[key] = found
                    worlds.append(next)
                    before.append([])
                }
                if step.isProgress { before[found].append(place) }
            }
            place += 1
        }
        // From everywhere a link that is well from now on leads to the end.
        var reaches = worlds.map(\.isComplete), open = worlds.indices.filter { reaches[$0] }
        #expect(!open.isEmpty)
        while let place = open.popLast() {
            for former in before[place] where !reaches[former] {
                reaches[former] = true
                open.append(former)
            }
        }
        let stuck = reaches.filter { !$0 }.count
        #expect(stuck == 0, "\(stuck) of \(worlds.count)")
        print("\(example.testDescription): \(worlds.count) worlds")
    }

    private static func frames(_ piece: [UInt8]) throws -> [(Frame, body: Int?)] {
        var reader = FrameReader(limit: 1 << 20), frames: [(Frame, body: Int?)] = []
        try reader.read(piece) { bytes, range in
            let frame = try Frame(bytes, range)
            if case .message(_, let body) = frame {
                frames.append((frame, try JSONReader.body(bytes, body, as: Int.self)))
            } else {
                frames.append((frame, nil))
            }
        }
        return frames
    }
}
