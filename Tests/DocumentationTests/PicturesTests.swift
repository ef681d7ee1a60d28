import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import TestSupport
import Testing

/// The pictures of README.md and the articles are what the charts that run draw. `UPDATE=1 swift test --filter PicturesTests` writes those anew that are
/// not the output of a demo.
@Suite struct PicturesTests {
    @Test func `the running lights are drawn by the demo`() throws {
        #expect(
            try Repository.text("DocC/Statecharts.docc/running-lights.svg")
                == Repository.text("Demos/RunningLights/Scripts/diagram-svg.expected"))
    }

    @Test(.needsMethodTables) func `the order is drawn by exploring it`() async throws {
        var explorer = Explorer(
            events: [.add(40), .add(100), .checkout, .approve, .cancel, .digit(1), .invoiced, .packed]
        ) { Order() }
        explorer.limits = .init(depth: 12)
        explorer.fingerprint(.alone) {
            [
                $0.total > 100 ? 1 : 0,
                $0.payment.isActive ? $0.payment.chart.typing.isActive ? $0.payment.chart.typing.digits.count : 9 : 0,
            ]
        }
        try await compare("order", explorer)
    }

    @Test(.needsMethodTables) func `the charts of the guides are drawn by exploring them`() async throws {
        try await compare("kettle", Explorer(events: [.press, .boils]) { Kettle() })
        try await compare("reader", Explorer(events: [.notes, .open, .text, .sleep, .wake, .home]) { Reader() })
        try await compare(
            "washer", Explorer(events: [.start, .full, .hot, .powerCut, .powerBack, .door]) { Washer() })
        var explorer = Explorer(events: [.key("Ada"), .enter, .escape, .book, .lostPassword]) { Booking() }
        explorer.fingerprint(.alone) { booking in
            let inside = booking.signIn.chart
            return [booking.guest, booking.signIn.isActive && inside.asking.isActive ? inside.asking.text : ""]
        }
        explorer.limits = .init(depth: 6)
        try await compare("booking", explorer)
    }

    @Test(.needsMethodTables)
    func `the charts of the guides on states, on machines and for newcomers are drawn by exploring them`()
        async throws
    {
        var espresso = Explorer(
            events: [.power, .hot, .brew, .poured, .rinse, .strength(3), .refill, .emptyTray]
        ) { Espresso() }
        espresso.fingerprint(.alone) { [$0.water, $0.cups] }
        espresso.limits = .init(depth: 14, deferred: 1)
        try await compare("espresso", espresso)
        try await compare("fountain", Explorer(events: [.turn, .leaf, .close]) { Fountain() })
        struct Offline: Error {}
        var fetch = Explorer(events: [.fetch, .cancel]) { Fetch { "" } }
        fetch.outcomes(of: String.self, returns: "text", throws: Offline())
        try await compare("fetch", fetch)
    }

    @Test(.needsMethodTables) func `the jukebox with its child is drawn by exploring it`() async throws {
        var explorer = Explorer(events: [.play, .stop, .heard(0.5)]) { ChildMachinesTests.Jukebox() }
        explorer.outcomes(of: Int.self, returns: 3)
        try await compare("child-machines", explorer)
    }

    @Test(arguments: [("download", "diagram-svg"), ("downloads", "list-diagram-svg")])
    func `the download and the list of downloads are drawn by the demo`(picture: String, run: String) throws {
        #expect(
            try Repository.text("DocC/Statecharts.docc/\(picture).svg")
                == Repository.text("Demos/Download/Scripts/\(run).expected"))
    }

    private func compare<Top: Statechart>(_ name: String, _ explorer: Explorer<Top>) async throws {
        // No wider than its words can be read on a phone.
        let picture = ChartDrawing(try await explorer.explore().graph).svg(width: 520)
        let file = Repository.root.appending(path: "DocC/Statecharts.docc/\(name).svg")
        if ProcessInfo.processInfo.environment["UPDATE"] != nil {
            try picture.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == picture)
    }

    @Test func `every picture that is shown is there, and every one that is there is shown`() throws {
        let shown = try Repository.documents.flatMap { path in
            try Repository.text(path).matches(of: /!\[[^\]]*\]\(([^)]*)\)|@Image\(source: ([^,)]*)/)
                .map { String($0.output.1 ?? $0.output.2 ?? "") }
        }
        func name(_ path: String) -> String {
            String(path.split(separator: "/").last ?? "").replacing(".svg", with: "")
        }
        let names = Set(shown.map(name))
        let there = Repository.paths(below: "DocC/Statecharts.docc", endings: ["svg"]).map(name)
        #expect(names == Set(there))
    }
}
