import StatechartsSimulation

/// Random numbers that are the same on every platform for the same seed, with what tests draw by them.
package struct SplitMix: RandomNumberGenerator {
    private var numbers: SplitMix64

    package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { numbers.next() }

    /// A number below `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    package mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True in `percent` of a hundred cases.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    package mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var rest = elements
        var shuffled: [Element] = []
        while !rest.isEmpty { shuffled.append(rest.remove(at: below(rest.count))) }
        return shuffled
    }
}
