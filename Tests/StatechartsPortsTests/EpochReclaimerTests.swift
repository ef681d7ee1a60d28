import Synchronization
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What is published is found without a lock, and goes away when nobody can be using it any more: neither earlier nor later.
@Suite struct EpochReclaimerTests {
    /// Counts those of its kind that are there.
    private final class Thing: Sendable {
        private let there: Guarded<Int>.Shared
        let number: Int
        init(_ number: Int, _ there: Guarded<Int>.Shared) {
            self.number = number
            self.there = there
            there.change { $0 += 1 }
        }
        deinit { there.change { $0 -= 1 } }
    }

    @Test func `what is replaced while nobody reads goes at once`() {
        let there = Guarded<Int>.Shared(), readers = EpochReclaimer(), place = RCUPointer<Thing>()
        #expect(place.exchange(Thing(1, there)) == nil)
        for number in 2...5 {
            if let former = place.exchange(Thing(number, there)) { readers.retire(former) }
            #expect(there.value == 1)
        }
        #expect(readers.read { reading in place.withValue(reading) { $0.number } } == 5)
        let keepsAny = readers.keeps.load(ordering: .sequentiallyConsistent)
        #expect(!keepsAny)
    }

    @Test func `what is replaced while somebody reads goes when the last reading has ended, also a nested one`() {
        let there = Guarded<Int>.Shared(), readers = EpochReclaimer(), place = RCUPointer<Thing>()
        _ = place.exchange(Thing(1, there))
        var seen: [Int] = []
        readers.read { reading in
            place.withValue(reading) { first in
                if let former = place.exchange(Thing(2, there)) { readers.retire(former) }
                readers.read { inner in
                    place.withValue(inner) { second in
                        if let former = place.exchange(nil) { readers.retire(former) }
                        seen += [first.number, second.number, there.value]
                    }
                }
                seen += [first.number, there.value]
            }
        }
        #expect(seen == [1, 2, 2, 1, 2])
        #expect(there.value == 0)
        let keepsAny = readers.keeps.load(ordering: .sequentiallyConsistent)
        #expect(!keepsAny)
    }

    @Test func `what a reading keeps does not keep what is retired after its end`() {
        let there = Guarded<Int>.Shared(), readers = EpochReclaimer()
        readers.read { _ in
            readers.retire(Thing(1, there))
            readers.retire(Thing(2, there))
            #expect(there.value == 2)
        }
        #expect(there.value == 0)
        readers.retire(Thing(3, there))
        #expect(there.value == 0)
    }

    @Test func `eight tasks read while two replace: whoever reads finds something alive, and nothing is left`() async {
        let there = Guarded<Int>.Shared(), readers = EpochReclaimer(), board = Board()
        let found = await withTaskGroup(of: Int.self) { group in
            for writer in 1...2 {
                group.addTask {
                    for number in 0..<2_000 { board.replace(Thing(10_000 * writer + number, there), readers) }
                    return 0
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    (0..<2_000).count { _ in
                        readers.read { board.place.withValue($0) { $0.number >= 10_000 } } == true
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(found <= 16_000)
        #expect(there.value == 1)
        board.replace(nil, readers)
        #expect(there.value == 0)
    }

    private final class Board: Sendable {
        let place = RCUPointer<Thing>()
        func replace(_ thing: Thing?, _ readers: EpochReclaimer) {
            if let former = place.exchange(thing) { readers.retire(former) }
        }
    }
}

extension Guarded where Value == Int {
    /// A number that several can change.
    fileprivate final class Shared: Sendable {
        private let guarded = Guarded<Int>(0)
        var value: Int { guarded.withLock { $0 } }
        func change(_ body: (inout Int) -> Void) { guarded.withLock { body(&$0) } }
    }
}
