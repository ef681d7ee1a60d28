import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

@testable import download

@Suite struct ItemTests {
    @Test func `an item is described, then fetched, then downloaded`() async throws {
        let bench = try await Bench()
        try await bench.send(.present)
        await bench.clock.advance(by: .seconds(1))
        #expect(await bench.state == "Fetched")
        try await bench.send(.download)
        await bench.clock.advance(by: .seconds(5))
        #expect(await bench.state == "Downloaded")
        let records = try await bench.stop()
        #expect(
            Array(records.prefix(10)) == [
                """
                start: handled → Initial
                  start, entries Item Initial
                """,
                """
                present: handled → Fetching.Transferring
                  event, Initial → Fetching, exits Initial, entries Fetching Fetching.Transferring
                """,
                """
                arrived(0.25): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                arrived(0.5): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                learned(.description(\"It\\'s a bunny\")): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                arrived(0.75): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                arrived(1.0): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                learned(.thumbnail([\" ()_()\", \" (o.o)\", \" (> v<)o\"])): handled → Fetching.Transferring
                  event, Fetching.Transferring ↺, effects Fetching.Transferring
                """,
                """
                activity of Fetching.Transferring: handled → Fetched
                  completion of Fetching.Transferring, Fetching.Transferring → Fetching.done, exits Fetching.Transferring, entries Fetching.done
                  completion of Fetching, Fetching → Fetched, exits Fetching.done Fetching, entries Fetched
                """,
                """
                download: handled → Downloading.Transferring
                  event, Fetched → Downloading, exits Fetched, entries Downloading Downloading.Transferring
                """,
            ])
        #expect(records.count == 33)
        #expect(
            records.suffix(2) == [
                """
                activity of Downloading.Transferring: handled → Downloaded
                  completion of Downloading.Transferring, Downloading.Transferring → Downloading.done, \
                exits Downloading.Transferring, entries Downloading.done
                  completion of Downloading, Downloading → Downloaded, exits Downloading.done Downloading, entries Downloaded
                """,
                """
                stop: handled → Downloaded
                  finish, exits Downloaded Item
                """,
            ])
    }

    // snippet: broken connection
    @Test func `a second after the connection was lost the transfer goes on where it was`() async throws {
        let clock = ManualClock(), source = SimulatedSource(clock: clock)
        let item = Machine(Item(source: source), clock: clock)
        try await item.start()
        try await item.send(.present)
        await clock.advance(by: .milliseconds(600))  // two of four parts arrive on the way
        source.fail()
        #expect(await clock.pending.map(\.description) == ["Fetching.BackingOff: retry at 1.6 seconds"])
        await clock.advance()  // to the next deadline, whatever it is
        #expect(await item.isActive(\.fetching.transferring))
        #expect(try await item.withTop { $0.fetching.progress } == 0.5)
    }
    // end snippet

    @Test func `a broken transfer is tried again after growing pauses, and given up after the third failure`()
        async throws
    {
        let bench = try await Bench()
        try await bench.send(.present)
        await bench.clock.advance(by: .milliseconds(600))
        await bench.fail()
        #expect(await bench.pending == ["Fetching.BackingOff: retry at 1.6 seconds"])
        await bench.clock.advance(by: .seconds(1))
        #expect(await bench.pending == ["Fetching.Transferring: asleep until 1.85 seconds"])
        await bench.fail()
        #expect(await bench.pending == ["Fetching.BackingOff: retry at 3.6 seconds"])
        await bench.clock.advance(by: .seconds(2))
        await bench.fail()
        #expect(await bench.pending == [])
        try await bench.send(.present)
        #expect(await bench.pending == ["Fetching.Transferring: asleep until 3.85 seconds"])
        let records = try await bench.stop()
        let failure = "failure of Fetching.Transferring: connection lost"
        #expect(
            Array(records.dropFirst(5)) == [
                """
                activity of Fetching.Transferring: handled → Fetching.BackingOff
                  \(failure), Fetching.Transferring → Fetching.broken, exits Fetching.Transferring, effects Fetching.Transferring
                  choice Fetching.broken, Fetching.broken → Fetching.BackingOff [fewer than three failures], entries Fetching.BackingOff
                """,
                """
                retry: handled → Fetching.Transferring
                  event, Fetching.BackingOff → Fetching.Transferring, exits Fetching.BackingOff, entries Fetching.Transferring
                """,
                """
                activity of Fetching.Transferring: handled → Fetching.BackingOff
                  \(failure), Fetching.Transferring → Fetching.broken, exits Fetching.Transferring, effects Fetching.Transferring
                  choice Fetching.broken, Fetching.broken → Fetching.BackingOff [fewer than three failures], entries Fetching.BackingOff
                """,
                """
                retry: handled → Fetching.Transferring
                  event, Fetching.BackingOff → Fetching.Transferring, exits Fetching.BackingOff, entries Fetching.Transferring
                """,
                """
                activity of Fetching.Transferring: handled → Fetching.Failed
                  \(failure), Fetching.Transferring → Fetching.broken, exits Fetching.Transferring, effects Fetching.Transferring
                  choice Fetching.broken, Fetching.broken → Fetching.Failed [else], entries Fetching.Failed
                """,
                """
                present: handled → Fetching.Transferring
                  event, Fetching ⇢ Fetching.Transferring, exits Fetching.Failed, effects Fetching, entries Fetching.Transferring
                """,
                """
                stop: handled → Fetching.Transferring
                  finish, exits Fetching.Transferring Fetching Item
                """,
            ])
    }

    @Test func `the chart is the one that is drawn`() async throws {
        let bench = try await Bench()
        #expect(
            TextTree(await bench.machine.vertices, active: await bench.machine.configuration).description == """
                Item *
                  Initial *
                  Fetching
                    Transferring
                    «choice» broken
                    BackingOff
                    Failed
                    done
                  Fetched
                  Downloading
                    Transferring
                    «choice» broken
                    BackingOff
                    Failed
                    done
                  Downloaded
                """)
    }

    @Test func `cancelling a transfer leads back to where it was begun`() async throws {
        let bench = try await Bench()
        try await bench.send(.present)
        await bench.clock.advance(by: .milliseconds(300))
        try await bench.send(.cancel)
        #expect(await bench.pending == [])
        try await bench.send(.present)
        await bench.clock.advance(by: .seconds(1))
        try await bench.send(.download)
        try await bench.send(.cancel)
        #expect(await bench.pending == [])
        let records = try await bench.stop()
        let cancels = records.filter { $0.hasPrefix("cancel") }
        #expect(
            cancels == [
                """
                cancel: handled → Initial
                  event, Fetching → Initial, exits Fetching.Transferring Fetching, entries Initial
                """,
                """
                cancel: handled → Fetched
                  event, Downloading → Fetched, exits Downloading.Transferring Downloading, entries Fetched
                """,
            ])
    }

    @Test(arguments: Bench<SimulatedSource<ManualClock>>.ways)
    func `reset leads from anywhere to the beginning, and nothing goes on`(state: String, way: String) async throws {
        let bench = try await Bench()
        try await bench.take(way)
        #expect(await bench.state == state)
        try await bench.send(.reset)
        #expect(await bench.state == "Initial")
        #expect(await bench.pending == [])
        await bench.clock.advance(by: .seconds(60))
        #expect(await bench.state == "Initial")
        let record = try await bench.stop().dropLast().last ?? ""
        let outer = state.contains(".") ? state + " " + state.prefix { $0 != "." } : state
        #expect(
            record == """
                reset: handled → Initial
                  event, Item → Initial, exits \(outer), entries Initial
                """)
    }

    /// What each state makes of each event: a letter where it reacts, in the order of the events below.
    @Test func `what means nothing in a state changes nothing there`() async throws {
        let events: [(letter: Character, event: Item.Event)] = [
            ("p", .present), ("d", .download), ("c", .cancel), ("r", .reset), ("a", .arrived(0.5)),
            ("l", .learned(.description("test"))), ("t", .retry),
        ]
        var table: [String] = []
        for (state, way) in Bench<SimulatedSource<ManualClock>>.ways {
            var row = ""
            for (letter, event) in events {
                let bench = try await Bench()
                try await bench.take(way)
                let before = try await (bench.machine.display, bench.pending)
                let outcome = try await bench.machine.send(event)
                row.append(outcome == .handled ? letter : "-")
                guard outcome != .handled else { continue }
                let after = try await (bench.machine.display, bench.pending)
                #expect(outcome == .unhandled)
                #expect(after == before, "\(event) in \(state)")
            }
            table.append("\(row) \(state)")
        }
        #expect(
            table == [
                "p--r--- Initial",
                "--cral- Fetching.Transferring",
                "p-cr--t Fetching.BackingOff",
                "p-cr--- Fetching.Failed",
                "-d-r--- Fetched",
                "--cral- Downloading.Transferring",
                "-dcr--t Downloading.BackingOff",
                "-dcr--- Downloading.Failed",
                "---r--- Downloaded",
            ])
    }
}
