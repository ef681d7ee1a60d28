/// A set of vertex numbers below 64: the reference computes with sets only, and does it for thousands of charts.
struct NodeSet: Equatable {
    static let limit = 64
    private(set) var bits: UInt64 = 0

    init() {}

    init(_ numbers: [Int]) {
        for number in numbers { insert(number) }
    }

    private init(bits: UInt64) { self.bits = bits }

    var isEmpty: Bool { bits == 0 }

    func contains(_ number: Int) -> Bool { bits & (1 << UInt64(number)) != 0 }

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

    static func | (a: NodeSet, b: NodeSet) -> NodeSet { NodeSet(bits: a.bits | b.bits) }
    static func & (a: NodeSet, b: NodeSet) -> NodeSet { NodeSet(bits: a.bits & b.bits) }
    static func - (a: NodeSet, b: NodeSet) -> NodeSet { NodeSet(bits: a.bits & ~b.bits) }
    static func |= (a: inout NodeSet, b: NodeSet) { a = a | b }
    static func -= (a: inout NodeSet, b: NodeSet) { a = a - b }

    func intersects(_ other: NodeSet) -> Bool { bits & other.bits != 0 }

    /// The members in document order.
    var ascending: [Int] {
        var numbers: [Int] = []
        var rest = bits
        while rest != 0 {
            numbers.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return numbers
    }

    /// The members in reverse document order: what is inside comes before what it is inside of.
    var descending: [Int] { ascending.reversed() }
}
