import Statecharts
import Synchronization
import Testing

/// Current values of outputs, and what a snapshot does not hold.
@Suite struct OutputSnapshotTests {
    private func snapshot(_ numbers: [Int]) throws -> Snapshot {
        let gauge = Interpreter(Gauge())
        try gauge.start()
        for number in numbers { try gauge.send(.set(number)) }
        return try gauge.snapshot().throughJSON()
    }

    @Test func `the current value of an output is that of the snapshot, for late receivers too`() throws {
        let snapshot = try snapshot([3, -8, 5])
        #expect(snapshot.outputs.keys.sorted() == ["inner.turned", "level", "marks"])
        let chart = Gauge()
        let early = ReceivedValues(), late = ReceivedValues()
        early.connect(to: chart)
        let restored = Interpreter(restoring: snapshot, chart)
        try restored.start()
        late.connect(to: chart)
        #expect(early.levels == [0, 5])
        #expect(late.levels == [5])
        #expect(chart.level.current == 5)
        #expect(chart.measuring.inner.chart.turned.current == "to -8")
        #expect(early.wholes == [[], [3, 5]])
        #expect(late.wholes == [[3, 5]])
        // Everything goes on from there.
        try restored.send(.set(6))
        #expect(early.levels == [0, 5, 6])
        #expect(late.wholes == [[3, 5], [3, 5, 6]])
    }

    @Test func `a value that the port has already is not sent again`() throws {
        let chart = Gauge()
        let early = ReceivedValues()
        early.connect(to: chart)
        try Interpreter(restoring: snapshot([]), chart).start()
        #expect(early.levels == [0])
        #expect(early.wholes == [[]])
    }

    @Test func `a saved value that does not fit is refused before anything is changed`() throws {
        var wrong = try snapshot([3])
        wrong.outputs["level"] = .string("three")
        let chart = Gauge()
        let error = #expect(throws: SnapshotError.self) { try Interpreter(restoring: wrong, chart).start() }
        #expect(error?.code == .undecodable)
        #expect(error?.description.hasPrefix("the saved value of the output level does not fit: ") == true)
        #expect(chart.level.current == 0)

        var unknown = try snapshot([3])
        unknown.outputs["height"] = unknown.outputs.removeValue(forKey: "level")
        #expect(
            #expect(throws: SnapshotError.self) { try Interpreter(restoring: unknown, Gauge()).start() }?.description
                == "there is a saved value of the output height, which the chart does not have; "
                + "let the migration remove it from the outputs, or rename it there (give migrate:, and let Gauge be "
                + "Snapshotting, with a snapshotVersion of 2, so that it is called) [inconsistent]")
    }

    @Test func `a snapshot says what it does not hold`() throws {
        let snapshot = try snapshot([4])
        #expect(
            snapshot.omitted == [
                .init(state: "Measuring", property: "draft", type: "Int"),
                .init(state: "Measuring", property: "probe", type: "Probe"),
                .init(state: "", property: "probes", type: "Probe"),
            ])
        let restored = Interpreter(restoring: snapshot, Gauge())
        try restored.start()
        let measuring = restored.top.measuring
        #expect([measuring.latest, measuring.draft, measuring.probe.number] == [4, 0, 0])
        var renamed = snapshot
        renamed.rename("Measuring", to: "Reading")
        #expect(renamed.omitted.map(\.state) == ["Reading", "Reading", ""])
    }

    @Test func `a transient value in a snapshot is not taken over`() throws {
        var snapshot = try snapshot([4])
        snapshot.scoped["Measuring", default: [:]]["draft"] = .int(9)
        let restored = Interpreter(restoring: snapshot, Gauge())
        try restored.start()
        #expect(restored.top.measuring.draft == 0)
    }
}

/// What was received of a gauge's ports. The mappings of connections run where messages are sent.
private final class ReceivedValues: Sendable {
    private struct Contents {
        var levels: [Int] = []
        var replica = Replica<Gauge.Mark>()
        var wholes: [[Int]] = []
    }
    private let contents = Mutex(Contents())
    private let levelsInput = InputPort<Int>("levels")
    private let marksInput = InputPort<Numbered<Gauge.Mark>>("marks")

    func connect(to chart: Gauge) {
        Statecharts.connect(chart.level, to: levelsInput) { [self] level in
            contents.withLock { $0.levels.append(level) }
            return level
        }
        Statecharts.connect(chart.marks, to: marksInput) { [self] message in
            contents.withLock { contents in
                if case .applied = contents.replica.take(message) {
                    contents.wholes.append(contents.replica.whole ?? [])
                }
            }
            return message
        }
    }

    var levels: [Int] { contents.withLock { $0.levels } }
    var wholes: [[Int]] { contents.withLock { $0.wholes } }
}
