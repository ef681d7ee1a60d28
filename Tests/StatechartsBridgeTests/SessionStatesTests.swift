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

    /// The end of a session, with cuts between any two frames.
    static let ends: [Case] = [
        Case(
            testDescription: "both close, two cuts between frames",
            plan: .init(messages: [1, 1], cuts: 2, closing: [0, 1], isEnd: true)),
        Case(
            testDescription: "both close, with messages that wait for credit",
            plan: .init(messages: [2, 1], cuts: 1, closing: [0, 1], isEnd: true)),
        Case(
            testDescription: "both close with nothing to send, three cuts",
            plan: .init(messages: [0, 0], cuts: 3, closing: [0, 1], isEnd: true)),
        Case(
            testDescription: "one closes, the other one sends, two cuts",
            plan: .init(messages: [1, 1], cuts: 2, closing: [0], isEnd: true)),
        Case(
            testDescription: "one closes, the other one has more than may be under way",
            plan: .init(messages: [0, 3], cuts: 1, closing: [0], isEnd: true)),
        Case(
            testDescription: "both close, and either may stop",
            plan: .init(messages: [1, 1], cuts: 1, closing: [0, 1], stopping: [0, 1], isEnd: true)),
        Case(
            testDescription: "both close, and think too early that nobody comes",
            plan: .init(messages: [1, 1], cuts: 1, closing: [0, 1], isEnd: true, isImpatient: true)),
        Case(
            testDescription: "both close over a link that loses, swaps or doubles",
            plan: .init(messages: [1, 1], faults: 1, closing: [0, 1], isEnd: true)),
    ]

    @Test(arguments: cases)
    func
        `whatever happens in whatever order, nothing is lost or doubled, no credit is exceeded, and all can come to its end`(
            example: Case
        ) throws
    {
        _ = try explore(example)
    }

    /// A hundred thousand worlds, which take their time: with the bridges over real links.
    @Test(RealLinks.asked)
    func `the end of a session goes as its table says, whenever the link breaks, and nothing is lost`()
        async throws
    {
        let seen = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for example in Self.ends { group.addTask { try explore(example) } }
            return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(seen == Set(Self.table), "\(seen.symmetricDifference(Self.table).sorted())")
    }

    /// Which state of the end leads to which: those of the table in `Session+Ending.swift`, with and without a
    /// connection.
    static let table = [
        // A connection is made, and breaks.
        "open, apart → open", "open → open, apart", "closing, apart → closing", "closing → closing, apart",
        "closing*, apart → closing*", "closing* → closing*, apart",
        // close()
        "open, apart → closing, apart", "open → closing",
        // The bye of the other side.
        "open → closing*", "closing → closing*",
        // All was acknowledged.
        "closing → said", "closing* → said*",
        // Nobody knows whether it was heard.
        "said → closing, apart",
        // The end: a bye that does not wait, both have said bye, or nobody comes for too long; and stop().
        "open, apart → over", "open → over", "closing, apart → over", "closing → over", "closing*, apart → over",
        "closing* → over",
        "said → over", "said* → over",
    ]

    /// Goes through all worlds. Answers how the states of the end followed each other.
    private func explore(_ example: Case) throws -> Set<String> {
        var changes: Set<String> = []
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
                for side in 0...1 where world.ending(side) != next.ending(side) {
                    changes.insert("\(world.ending(side)) → \(next.ending(side))")
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
        return changes
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
