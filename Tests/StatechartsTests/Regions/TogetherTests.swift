import Statecharts
import Testing

/// Regions that react to one event together, where the number of active leaves changes with it.
@Suite struct TogetherTests {
    @Test func `regions change together though one of them gets more leaves, or fewer`() throws {
        let run = Run(Unfolding())
        try run.start()
        let unfold = """
            turn: handled → (Map.Spread.North, Map.Spread.South, Lamp.On, Fan.Turning)
              event, Map.Folded → Map.Spread; Lamp.Off → Lamp.On; Fan.Still → Fan.Turning, \
            exits Fan.Still Lamp.Off Map.Folded, effects Map.Folded Lamp.Off Fan.Still, \
            entries Map.Spread Map.Spread.North Map.Spread.South Lamp.On Fan.Turning
            """
        let fold = """
            turn: handled → (Map.Folded, Lamp.Off, Fan.Still)
              event, Map.Spread → Map.Folded; Lamp.On → Lamp.Off; Fan.Turning → Fan.Still, \
            exits Fan.Turning Lamp.On Map.Spread.South Map.Spread.North Map.Spread, \
            effects Map.Spread Lamp.On Fan.Turning, entries Map.Folded Lamp.Off Fan.Still
            """
        // The second time the ways are known.
        for _ in 0..<2 {
            try run.send("turn", unfold)
            try run.send("turn", fold)
        }
    }

    @Test func `each region changes once though one of them has to ask where its transition leads`() throws {
        let run = Run(Crossroads())
        try run.start()
        for _ in 0..<2 {
            try run.send(
                "go",
                """
                go: handled → (West.Green, East.Drive)
                  event, West.Red → West.Green; East.Stop → East.Drive, exits East.Stop West.Red, \
                effects West.Red East.Stop, entries West.Green East.Drive
                """)
            try run.send(
                "go",
                """
                go: handled → (West.Red, East.Stop)
                  event, West.Green → West.Red; East.Drive → East.Stop, exits East.Drive West.Green, \
                effects West.Green East.Drive, entries West.Red East.Stop
                """)
        }
    }
}

/// One region reacts, and the others were asked as well.
@Suite struct OneOfSeveralTests {
    @Test(arguments: [
        ("wink", "-Eye.Closed -Hand.Open !Hand.Open !Eye.Closed +Hand.Shut +Eye.Wide", "(Hand.Shut, Eye.Wide)"),
        ("grasp", "-Hand.Open !Hand.Open +Hand.Shut -Eye.Closed !Eye.Closed +Eye.Wide", "(Hand.Shut, Eye.Wide)"),
        ("wait", "-Hand.Open !Hand.Open +Hand.Shut", "(Hand.Shut, Eye.Closed)"),
        ("blink", "-Eye.Closed !Eye.Closed +Eye.Wide", "(Hand.Open, Eye.Wide)"),
    ])
    func `the only reaction is taken alone, and what the others did while they were asked is not lost`(
        event: String, notes: String, configuration: String
    ) throws {
        for isRecorded in [false, true] {
            let watchful = Interpreter(Watchful())
            if isRecorded { watchful.onStep = { _ in } }
            try watchful.start()
            for round in 0..<3 {
                watchful.top.notes = []
                #expect(try watchful.send(event) == .handled)
                if round != 1 {
                    #expect(watchful.top.notes.joined(separator: " ") == notes)
                    #expect(watchful.configuration.description == configuration)
                }
            }
        }
    }

    @Test func `while the effects of several regions run, what they leave is active no more and what is around it is`()
        throws
    {
        for isRecorded in [false, true] {
            let watchful = Interpreter(Watchful())
            if isRecorded { watchful.onStep = { _ in } }
            try watchful.start()
            for _ in 0..<3 {
                watchful.top.notes = []
                #expect(try watchful.send("stare") == .handled)
                let effects = watchful.top.notes.filter { $0.hasPrefix("!") }
                #expect(effects == ["!Watchful,Hand,Eye", "!Watchful,Hand,Eye"])
            }
        }
    }

    @Test func `targets of a reaction that is dropped are not taken for those of the next one`() throws {
        let fickle = Interpreter(Fickle())
        try fickle.start()
        for _ in 0..<3 {
            #expect(try fickle.send(.drop) == .handled)
            #expect(fickle.configuration.description == "Away")
            #expect(try fickle.send(.home) == .handled)
            #expect(try fickle.send(.drop) == .handled)
            #expect(try fickle.send(.spread) == .handled)
            #expect(fickle.configuration.description == "(Wide.One.B, Wide.Two.B, Wide.Three.B)")
            #expect(try fickle.send(.home) == .handled)
        }
    }
}
