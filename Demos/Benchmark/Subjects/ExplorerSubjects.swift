import CSupport
import Statecharts
import StatechartsSimulation

extension Benchmark {
    /// What it costs to find out what a chart can do.
    static let explorerSubjects: [Subject] = [
        Subject(
            "explore", "finding 100,000 configurations of five regions, by ten million transitions", floor: "none",
            goal: .within(nanoseconds: 30e9, bytes: 1_073_741_824), isLong: true
        ) { _ in
            try await exploration()
        }
    ]

    private static func exploration() async throws -> Figures {
        var figures = Figures()
        var sizes: [String] = []
        for regions in 3...5 {
            var explorer = Explorer(events: Rooms.events(regions: regions)) { Rooms(regions: regions) }
            // What the regions know of themselves never changes.
            explorer.returning = .placing
            explorer.limits.configurations = 1_000_000
            let before = support_processor_nanoseconds()
            let found = try await explorer.explore()
            let spent = Double(support_processor_nanoseconds() - before)
            let expected = (0..<regions).reduce(1) { count, _ in count * 10 }
            guard found.isComplete, found.situationCount == expected, found.stepCount == expected * 20 * regions else {
                throw WrongWork(name: "explore")
            }
            // Every step takes a transition: its source is left alone, one of its substates is exchanged.
            guard found.reactions.reduce(0, { $0 + $1.count }) == found.stepCount else {
                throw WrongWork(name: "explore")
            }
            let seconds = found.duration.nanoseconds / 1e9
            // On a busy machine the time on the clock is that of others too.
            sizes.append(
                "\(expected) in \(Number.fixed(seconds, 2)) s, \(Number.fixed(spent / 1e9, 2)) s of a processor, "
                    + "\(Number.fixed(spent / Double(found.stepCount), 0)) ns a step")
            if regions == 5 { figures.subject = [found.duration.nanoseconds] }
        }
        let most = support_most_resident_bytes()
        if most >= 0 { figures.bytes = (Double(most), nil) }
        figures.remark = sizes.joined(separator: "\n" + String(repeating: " ", count: 17))
        return figures
    }
}

extension Duration {
    fileprivate var nanoseconds: Double { self / .nanoseconds(1) }
}
