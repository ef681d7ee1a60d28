import Statecharts
import Testing

@Suite struct WasherTests {
    @Test func `the regions of the article do what it says`() throws {
        // snippet: regions article run
        let washer = Interpreter(Washer())
        try washer.start()
        try washer.send(.start)
        print(washer.configuration)  // (Washing.Water.Filling, Washing.Heater.Heating)
        try washer.send(.powerCut)
        print(washer.configuration)  // (Washing.Water.Stopped, Washing.Heater.Off)
        // end snippet
        #expect(washer.configuration.description == "(Washing.Water.Stopped, Washing.Heater.Off)")
        try washer.send(.powerBack)
        #expect(washer.configuration.description == "(Washing.Water.Filling, Washing.Heater.Heating)")
        // snippet: regions article record
        let record = try washer.step(.hot)
        print(record)
        // end snippet
        #expect(
            record.description == """
                hot: handled → (Washing.Water.Filling, Washing.Heater.Hot)
                  event, Washing.Heater.Heating → Washing.Heater.Hot, exits Washing.Heater.Heating, \
                entries Washing.Heater.Hot
                """)
        try washer.send(.full)
        #expect(washer.configuration.description == "Done")
        try washer.send(.start)
        #expect(washer.configuration.description == "(Washing.Water.Full, Washing.Heater.Heating)")
        try washer.send(.door)
        #expect(washer.configuration.description == "Idle")
    }

    @Test func `a number of regions that is known when the chart is made`() throws {
        let launderette = Interpreter(Launderette(places: 3))
        try launderette.start()
        try launderette.send(.coin(2))
        #expect(launderette.configuration.description == "(places1.Free, places2.Busy, places3.Free)")
        try launderette.send(.finished(2))
        #expect(launderette.configuration.description == "(places1.Free, places2.Free, places3.Free)")
    }
}
