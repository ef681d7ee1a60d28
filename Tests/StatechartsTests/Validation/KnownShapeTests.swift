import Statecharts
import Testing

@testable import StatechartsCore

/// Charts of one class may differ in shape; what was learned of one must not be taken for the other.
@Suite struct KnownShapeTests {
    @Test(arguments: [
        [Defaulting.Default.none, .second, .third, .none],
        [.third, .none, .second],
        [.second, .third, .none, .second],
    ])
    func `charts of one class whose histories have different defaults each keep their own`(
        defaults: [Defaulting.Default]
    ) throws {
        for leadsTo in defaults {
            let run = Run(Defaulting(leadsTo))
            try run.start()
            let entered =
                switch leadsTo {
                case .none: "First"
                case .second: "Second"
                case .third: "Third"
                }
            try run.send(
                "resume",
                """
                resume: handled → \(entered)
                  event, First → history, exits First, entries \(entered)
                """)
        }
    }

    @Test func `every state is configured once each time a machine starts, whatever shapes are known`() throws {
        for (count, resumed) in [(1, 0), (2, 0), (2, 1), (3, 0), (4, 0), (5, 0), (2, 0), (6, 3)] {
            let board = Board(rows: count, resumed: resumed)
            try Interpreter(board).start()
            #expect(board.configured == 1)
            #expect(board.rows.map(\.configured) == Array(repeating: 1, count: count))
        }
    }

    @Test func `a state whose start was refused is configured again by the next one`() throws {
        let board = Board(rows: 1, resumed: 0)
        board.isDeclared = false
        #expect(throws: ChartError.self) { try Interpreter(board).start() }
        board.isDeclared = true
        board.rows = []
        try Interpreter(board).start()
        #expect(board.configured == 2)
    }

    @Test func `charts that alternate between two defaults of a history are known again`() throws {
        let first = try shape(Album(resumed: 0)), second = try shape(Album(resumed: 1))
        #expect(first != second)
        #expect(try shape(Album(resumed: 0)) == first)
        #expect(try shape(Album(resumed: 1)) == second)
    }

    @Test func `a chart that begins further inside is known again, and one that begins elsewhere is not taken for it`()
        throws
    {
        let first = try shape(Nested(begins: 0)), second = try shape(Nested(begins: 1))
        #expect(first != second)
        #expect(try shape(Nested(begins: 0)) == first)
        for begins in [1, 0, 1] {
            let interpreter = Interpreter(Nested(begins: begins))
            try interpreter.start()
            #expect(interpreter.configuration.description == "Box.\(begins == 0 ? "one" : "two")")
        }
    }

    @Test func `a chart that differs from a known one at its end only is the same as if nothing were known`() throws {
        func vertices(_ manor: Manor) throws -> [String] {
            let interpreter = Interpreter(manor)
            try interpreter.start()
            let topology = try #require(manor.engine).topology
            return (0..<Int32(topology.count)).map { "\(topology.path(of: $0)) \(topology.infos[$0])" }
        }
        _ = try vertices(Manor(beds: 1))
        let compared = try vertices(Manor(beds: 2))
        let looked = try PlanCache.$isUsed.withValue(false) { try vertices(Manor(beds: 2)) }
        #expect(compared == looked)
    }

    /// What stands for the shape of a chart; the same only if the chart was compared with it and found to have it.
    private func shape(_ top: some Statechart) throws -> ObjectIdentifier {
        // Without tables of methods every entry may suspend, as far as is known.
        let interpreter = Interpreter(top, allowsSuspending: true)
        try interpreter.start()
        return ObjectIdentifier(try #require(top.engine).topology)
    }
}

/// Makes its rows when it is configured, and has a history that falls back on one of them.
private final class Board: TopState<Int> {
    let count: Int
    let past: ShallowHistory<Board, Board>
    var isDeclared = true
    var rows: [Row] = []
    var configured = 0

    init(rows count: Int, resumed: Int) {
        self.count = count
        past = ShallowHistory { $0.rows[resumed] }
    }

    override func configure() {
        configured += 1
        for _ in 0..<count { rows.append(Row()) }
        if isDeclared { declare() }
    }

    private func declare() { substates(rows + [past]) }

    final class Row: State<Board, Board> {
        var configured = 0
        override func configure() { configured += 1 }
    }
}

private final class Album: TopState<Int> {
    let one = Page(), two = Page()
    let past: ShallowHistory<Album, Album>
    init(resumed: Int) { past = ShallowHistory { resumed == 0 ? $0.one : $0.two } }
    override func configure() { substates(one, two, past) }
    final class Page: State<Album, Album> {}
}

private final class Nested: TopState<Int> {
    let begins: Int
    let home = Home(), box = Box()
    init(begins: Int) { self.begins = begins }
    override func configure() { substates(home, box, initial: begins == 0 ? box.one : box.two) }
    final class Home: State<Nested, Nested> {}
    final class Box: State<Nested, Nested> {
        let one = Inside(), two = Inside()
        override func configure() { substates(one, two) }
        final class Inside: State<Box, Nested> {}
    }
}

/// Something of everything, and at the end a room with as many beds.
private final class Manor: TopState<Int> {
    let lobby = Lobby(), wings = Wings(), desk = Submachine<Manor, Manor, Stranger>(Stranger()) { $0 }
    let dormant = Dormant(), room: Room
    let past = ShallowHistory<Manor, Manor>()
    init(beds: Int) { room = Room(beds) }
    override func configure() {
        lobby.out.leads(to: dormant)
        substates(past, lobby, wings, desk, dormant, room, initial: lobby.stairs.first, history: .shallow)
    }

    final class Lobby: State<Manor, Manor> {
        let stairs = Stairs(), out = ExitPoint<Lobby, Manor>()
        override func configure() { substates(stairs, out, initial: nil, history: .deep) }
    }
    final class Stairs: State<Lobby, Manor> {
        let first = Step(), second = Step()
        override func configure() { substates(first, second, initial: second) }
        final class Step: State<Stairs, Manor> {}
    }
    final class Wings: OrthogonalState<Manor, Manor> {
        let east = Wing(), west = Wing()
        override func configure() { regions(east, west, history: .shallow) }
        final class Wing: State<Wings, Manor> {}
    }
    final class Dormant: State<Manor, Manor> {
        let fork = Fork<Dormant, Manor> { [$0.top.wings.east, $0.top.wings.west] }
        override func configure() { substates(fork) }
    }
    final class Room: State<Manor, Manor> {
        let beds: [Bed]
        init(_ count: Int) { beds = (0..<count).map { _ in Bed() } }
        override func configure() { substates(beds) }
        final class Bed: State<Room, Manor> {}
    }
}
