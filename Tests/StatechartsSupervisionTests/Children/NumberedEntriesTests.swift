import TestSupport
import Testing

@testable import Statecharts

@testable import StatechartsCore

/// Entries by numbers that grow, compared with a dictionary.
@Suite struct NumberedEntriesTests {
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private func check(_ entries: NumberedEntries<String>, _ model: [UInt64: String]) {
        #expect(entries.count == model.count)
        #expect(entries.isEmpty == model.isEmpty)
        #expect(entries.all.map(\.number) == model.keys.sorted())
        #expect(entries.values == model.sorted { $0.key < $1.key }.map(\.value))
    }

    @Test(arguments: 1...UInt64(amount(6, long: 20)))
    func `they are what a dictionary would have, in the order of the numbers`(seed: UInt64) {
        var dice = Dice(state: seed), model: [UInt64: String] = [:]
        let entries = NumberedEntries<String>()
        var last: UInt64 = 0
        for turn in 0..<400 {
            let known = UInt64.random(in: 0...last + 1, using: &dice)
            switch Int.random(in: 0..<6, using: &dice) {
            case 0, 1:
                last += UInt64.random(in: 1...3, using: &dice)
                (entries[last], model[last]) = ("\(turn)", "\(turn)")
            case 2: (entries[known], model[known]) = ("\(turn)", "\(turn)")
            case 3: (entries[known], model[known]) = (nil, nil)
            case 4: #expect(entries.remove(known) == model.removeValue(forKey: known))
            case _: #expect(entries[known] == model[known])
            }
            last = max(last, known)
            check(entries, model)
        }
        for number in model.keys.shuffled(using: &dice) {
            #expect(entries.remove(number) == model.removeValue(forKey: number))
            check(entries, model)
        }
    }

    @Test func `the oldest of many go and others come, and no holes are left`() {
        let entries = NumberedEntries<Int>()
        for number in 1...1_000 as ClosedRange<UInt64> { entries[number] = Int(number) }
        for number in 1...5_000 as ClosedRange<UInt64> {
            #expect(entries.remove(number) == Int(number))
            entries[number + 1_000] = Int(number) + 1_000
        }
        #expect(entries.values == Array(5_001...6_000))
        #expect(entries[5_000] == nil && entries[5_001] == 5_001 && entries[6_001] == nil)
    }
}
