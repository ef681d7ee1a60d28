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
}
