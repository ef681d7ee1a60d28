import Statecharts
import Testing

/// What follows a transition without another event: the same with and without anybody who wants records, asked in the same order and
/// as often.
@Suite struct FollowingTests {
    @Test(arguments: [
        (Sluice.Event.open(5), "-Basin gate? gate +Pool", "Pool"),
        (.open(15), "-Basin gate? gate weir? +Brim full? echo full?", "Brim"),
        (.open(25), "-Basin gate? gate weir? weir +Lake", "Lake"),
        (.spill(15), "-Basin +Brim full? echo full?", "Brim"),
        (.spill(25), "-Basin +Brim full? -Brim +Lake echo", "Lake"),
        (.burst(15), "-Basin +Brim failed full? echo full?", "Brim"),
        (.burst(25), "-Basin +Brim failed full? -Brim +Lake echo", "Lake"),
        (.seep(15), "-Basin +Marsh firm? nowhere? dry?", "Marsh.Mire"),
        (.seep(25), "-Basin +Marsh firm? nowhere? dry? -Marsh +Lake", "Lake"),
        (.many, "-Basin +Pool", "Pool"),
    ])
    func `choices and eventless transitions follow alike whether a record is wanted or not`(
        event: Sluice.Event, notes: String, state: String
    ) throws {
        for isRecorded in [false, true] {
            let sluice = Interpreter(Sluice())
            if isRecorded { sluice.onStep = { _ in } }
            try sluice.start()
            // The second time the ways are known.
            for _ in 0..<2 {
                sluice.top.notes = []
                try sluice.send(event)
                #expect(sluice.top.notes.joined(separator: " ") == notes)
                #expect(sluice.configuration.description == state)
                try sluice.send(.close)
                #expect(sluice.configuration.description == "Basin")
            }
        }
    }

    @Test func `a reaction that is dropped leaves nothing behind`() throws {
        let sluice = Interpreter(Sluice())
        try sluice.start()
        for _ in 0..<3 {
            #expect(try sluice.send(.many) == .handled)
            #expect(try sluice.send(.close) == .handled)
            #expect(try sluice.send(.open(5)) == .handled)
            #expect(sluice.configuration.description == "Pool")
            #expect(try sluice.send(.many) == .unhandled)
            #expect(try sluice.send(.echo) == .handled)
            #expect(try sluice.send(.close) == .handled)
        }
    }
}
