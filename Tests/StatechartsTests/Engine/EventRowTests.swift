import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// The row of a chart's deferred or raised events, by itself.
@Suite struct EventRowTests {
    /// An event that does something when it is destroyed.
    private final class Fuse {
        let number: Int
        let burn: (() -> Void)?

        init(_ number: Int, _ burn: (() -> Void)? = nil) {
            self.number = number
            self.burn = burn
        }
        deinit { burn?() }
    }

    @Test(arguments: 1...4)
    func `what the end of an event puts in finds the row in order, wherever the event was`(_ removed: Int) {
        let row = EventRow<Fuse>()
        var seen: [Int] = []
        for number in 1...4 {
            row.append(
                Fuse(number) { [weak row] in
                    guard let row else { return }
                    seen = row.events.map(\.number)
                    // There is no room for these where the others are.
                    for late in 5...9 { row.append(Fuse(late), number: late) }
                }, number: number)
        }
        row.remove(number: removed)
        let others = (1...4).filter { $0 != removed }
        #expect(seen == others)
        #expect(row.events.map(\.number) == others + [5, 6, 7, 8, 9])
        for number in others + [5, 6, 7, 8, 9] { #expect(row[number: number]?.number == number) }
        #expect(row[number: removed] == nil)
    }

    @Test func `when all are removed, what their ends put in stays`() {
        let row = EventRow<Fuse>()
        for number in 1...4 {
            row.append(
                Fuse(number) { [weak row] in row?.append(Fuse(10 + number), number: 10 + number) }, number: number)
        }
        row.removeAll()
        #expect(row.events.map(\.number) == [11, 12, 13, 14])
        row.removeAll()
        #expect(row.isEmpty)
    }

    @Test(arguments: 0..<10) func `whatever is put in and taken out, each event is found by its number`(_ seed: UInt64)
    {
        var random = SplitMix(seed: seed)
        var model: [Int] = []
        let row = EventRow<Fuse>()
        for number in 0..<1_000 {
            switch random.below(5) {
            case 0, 1:
                row.append(Fuse(number), number: number)
                model.append(number)
            case 2:
                #expect(row.removeFirst()?.number == model.first)
                model = Array(model.dropFirst())
            case 3:
                guard !model.isEmpty else { continue }
                row.remove(number: model.remove(at: random.below(model.count)))
            default:
                // Nobody has this number.
                row.remove(number: -1)
                row.remove(number: number)
            }
            #expect(row.events.map(\.number) == model)
            #expect(row.count == model.count)
            for number in model { #expect(row[number: number]?.number == number) }
        }
    }
}
