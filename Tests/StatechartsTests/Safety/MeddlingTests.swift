import Statecharts
import Testing

/// Code of a chart runs while a machine is made ready with it. Whatever it starts then, a node belongs to one machine.
@Suite(.serialized) struct MeddlingTests {
    private func start(_ chart: some Statechart) -> String {
        do {
            try Interpreter(chart).start()
            return "started"
        } catch let error as ChartError {
            return error.diagnostics.map { "\($0.path): \($0.message)" }.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    /// The first chart of a class is looked at in full, the second one compared with the first.
    @Test(arguments: Selfish.Place.allCases, [false, true])
    func `a chart that is being made ready cannot be started a second time`(
        place: Selfish.Place, isKnown: Bool
    ) throws {
        if isKnown { try Interpreter(Selfish()).start() }
        var refusals: [String] = []
        let chart = Selfish(at: place) { refusals.append(start($0)) }
        let interpreter = Interpreter(chart)
        try interpreter.start()
        let all = [
            "Selfish", "Home", "Home.Bed", "Away", "Both", "Both.left", "Both.right", "desk", "desk.Drawer",
            "desk.Drawer.Shut", "fork",
        ]
        // A mirror is looked at once for each class, and for each chart that is bound.
        let wasMet = !refusals.isEmpty || place == .mirror
        #expect(wasMet)
        for refusal in refusals {
            #expect(refusal.split(separator: "\n").first == "Selfish: already belongs to a machine")
            let paths = refusal.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
            #expect(paths.allSatisfy { all.contains($0) }, "\(refusal)")
        }
        #expect(chart.path == "Selfish")
        #expect(chart.home.bed.path == "Home.Bed")
        #expect(try interpreter.send(1) == .handled)
        #expect(interpreter.configuration.description == "Away")
        #expect(chart.away.isActive)
    }

    @Test(arguments: Selfish.Place.allCases)
    func `a chart inside another that was started meanwhile is refused, and both are whole`(
        place: Selfish.Place
    ) throws {
        var inner: Interpreter<Drawer>?
        var isInnerStarted = false
        let chart = Selfish(at: place) { selfish in
            let interpreter = Interpreter(selfish.desk.chart)
            isInnerStarted = (try? interpreter.start()) != nil
            inner = interpreter
        }
        let result = start(chart)
        if isInnerStarted {
            #expect(result.contains("desk.Drawer: already belongs to a machine"))
            #expect(inner?.configuration.description == "Shut")
            #expect(chart.desk.chart.shut.path == "Shut")
            // When the other one is gone the chart can be started.
            inner = nil
            #expect(start(chart) == "started")
        } else {
            #expect(result == "started")
        }
    }

    @Test func `a chart whose start was refused can be started by another machine`() throws {
        var chart: Selfish?
        chart = Selfish(at: .configure) { selfish in
            // A node that is in a machine already.
            try? Interpreter(selfish).start()
        }
        let kept = try #require(chart)
        #expect(start(kept) == "started")
        #expect(start(kept) == "started")
        chart = nil
    }
}
