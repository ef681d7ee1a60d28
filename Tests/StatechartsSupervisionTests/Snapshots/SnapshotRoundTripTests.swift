import TestSupport
import Statecharts
import Testing

@Suite struct SnapshotRoundTripTests {
    @Test func `continuing from snapshots through JSON equals never having stopped`() throws {
        var seen: Set<String> = []
        var deferred = 0
        for seed in 0..<amount(20, long: 120) {
            let (log, kept) = try compare(seed: UInt64(seed))
            seen.formUnion(log)
            deferred += kept
        }
        // The runs have been everywhere, and snapshots were taken while events were deferred.
        #expect(
            seen.isSuperset(of: [
                "-Bench.Saw.On after 0 cuts", "-Bench.Saw.On after 301 cuts", "+Bench.Paint.Wet.Second", "wrote 1",
                "wrote 3",
            ]))
        #expect(deferred > 100)
    }

    /// Runs one chart as it is and another one with snapshots on the way.
    private func compare(seed: UInt64) throws -> (log: [String], deferred: Int) {
        var random = SplitMix(seed: seed)
        let reference = Interpreter(Workshop())
        var current = Interpreter(Workshop())
        var expected: [Macrostep<Workshop.Event>] = []
        var seen: [Macrostep<Workshop.Event>] = []
        var deferred = 0
        reference.onStep = { expected.append($0) }
        current.onStep = { seen.append($0) }
        try reference.start()
        try current.start()
        for _ in 0..<60 {
            let event = Workshop.Event.allCases.randomElement(using: &random) ?? .work
            if Int.random(in: 0..<3, using: &random) == 0 {
                let snapshot = try current.snapshot()
                let copy = try snapshot.throughJSON()
                deferred += snapshot.deferred.count
                #expect(copy == snapshot, "seed \(seed)")
                current = Interpreter(restoring: copy, Workshop())
                current.onStep = { seen.append($0) }
                try current.start()
                #expect(try current.snapshot() == snapshot, "seed \(seed)")
            }
            #expect(try current.send(event) == reference.send(event), "seed \(seed)")
        }
        #expect(seen == expected, "seed \(seed)")
        #expect(try current.snapshot() == reference.snapshot(), "seed \(seed)")
        #expect(current.configuration == reference.configuration, "seed \(seed)")
        #expect(current.top.log == reference.top.log, "seed \(seed)")
        return (reference.top.log, deferred)
    }

    @Test func `a restored chart enters nothing and tells its active states, outermost first`() throws {
        let interpreter = Interpreter(Workshop())
        try interpreter.start()
        for event in [Workshop.Event.work, .toggle, .tick(4), .order("ash"), .tick(2)] { try interpreter.send(event) }
        let snapshot = try interpreter.snapshot()

        let continued = Interpreter(restoring: snapshot, Workshop())
        let record = try continued.startStep()
        #expect(record.description == "changed: handled → (Bench.Saw.On, Bench.Paint.Wet.Second)")
        #expect(
            continued.configuration.states.map(\.path) == [
                "Workshop", "Bench", "Bench.Saw", "Bench.Saw.On", "Bench.Paint", "Bench.Paint.Wet",
                "Bench.Paint.Wet.Second",
            ])
        #expect(continued.top.log == interpreter.top.log)
        let bench = continued.top.bench
        #expect(bench.saw.restorations + bench.saw.on.restorations == ["Bench.Saw", "Bench.Saw.On"])
        #expect(bench.saw.off.restorations.isEmpty && continued.top.idle.restorations.isEmpty)
        #expect(bench.saw.on.cuts == 6)
        #expect(continued.deferredCount == 1)
    }

    @Test func `a snapshot says everything in plain data`() throws {
        let interpreter = Interpreter(Workshop())
        try interpreter.start()
        for event in [Workshop.Event.work, .toggle, .tick(4), .order("ash"), .rest, .work] {
            try interpreter.send(event)
        }
        let snapshot = try interpreter.snapshot()
        #expect(snapshot.format == 2)
        #expect(snapshot.chart == "Workshop")
        #expect(snapshot.version == 3)
        #expect(
            snapshot.states.prefix(8) == [
                .init(path: "", kind: "top"), .init(path: "Idle", kind: "state"),
                .init(path: "Bench", kind: "orthogonal"), .init(path: "Bench.Saw", kind: "composite"),
                .init(path: "Bench.Saw.Off", kind: "state"), .init(path: "Bench.Saw.On", kind: "state"),
                .init(path: "Bench.Paint", kind: "composite"), .init(path: "Bench.Paint.Dry", kind: "state"),
            ])
        #expect(
            snapshot.states.suffix(6) == [
                .init(path: "Desk", kind: "submachine"), .init(path: "Desk.Orders", kind: "top"),
                .init(path: "Desk.Orders.Waiting", kind: "state"), .init(path: "Desk.Orders.Writing", kind: "state"),
                .init(path: "Desk.Orders.sent", kind: "final"), .init(path: "Closed", kind: "final"),
            ])
        #expect(snapshot.configuration == ["Desk.Orders.Waiting"])
        #expect(
            snapshot.history.map(\.state) == ["Bench", "Bench.Paint.Wet"])
        #expect(snapshot.history.map(\.substate) == ["Bench.Saw", "Bench.Paint.Wet.First"])
        #expect(
            snapshot.history.map(\.leaves) == [
                ["Bench.Saw.On", "Bench.Paint.Wet.First"], ["Bench.Paint.Wet.First"],
            ])
        #expect(snapshot.deferred.isEmpty && snapshot.raised.isEmpty && snapshot.queued.isEmpty)
        #expect(snapshot.data["Desk.Orders"] == .int(0))
        #expect(snapshot.data[""]?["orders"] == .array([.string("ash")]))
        #expect(snapshot.scoped.isEmpty)
    }

    @Test func `events deferred inside an embedded chart, and its data, continue there`() throws {
        let interpreter = Interpreter(Workshop())
        try interpreter.start()
        for event in [Workshop.Event.order("elm"), .toggle, .tick(1), .order("oak"), .tick(1), .tick(2)] {
            try interpreter.send(event)
        }
        let snapshot = try interpreter.snapshot()
        #expect(interpreter.top.desk.chart.written == 1)
        let continued = Interpreter(restoring: try snapshot.throughJSON(), Workshop())
        try continued.start()
        for chart in [interpreter, continued] { try chart.send(.toggle) }
        #expect(continued.top.log == interpreter.top.log)
        #expect(continued.top.log.suffix(1) == ["+Idle"])
        #expect(try continued.snapshot() == interpreter.snapshot())
    }

    @Test func `an event raised between two steps waits in the snapshot`() throws {
        let interpreter = Interpreter(Workshop())
        try interpreter.start()
        interpreter.top.raise(.work)
        interpreter.top.raise(.toggle)
        let snapshot = try interpreter.snapshot()
        #expect(
            snapshot.raised == [
                .init(chart: "", event: try SnapshotValue(encoding: Workshop.Event.work)),
                .init(chart: "", event: try SnapshotValue(encoding: Workshop.Event.toggle)),
            ])
        try interpreter.settle()
        let continued = Interpreter(restoring: snapshot, Workshop())
        try continued.start()
        #expect(continued.configuration == interpreter.configuration)
        #expect(continued.configuration.description == "(Bench.Saw.On, Bench.Paint.Dry)")
    }
}
