// Unsafe storage of its own. Why it is sound: a row is a view of a plan, of a list of the scratch or of the leaves.
// Whoever asks for it is done with it before the list changes; plans do not change. Debug builds check every position.

/// A read-only view of elements that lie one behind the other.
@safe
struct Row<Element: BitwiseCopyable> {
    /// `nil` if there are no elements and never were any.
    private let base: UnsafeMutablePointer<Element>?
    let count: Int32

    @inline(__always)
    init(base: UnsafeMutablePointer<Element>?, count: Int32) {
        unsafe self.base = unsafe base
        self.count = count
    }

    subscript(_ position: Int32) -> Element {
        @inline(__always) get {
            assert(position >= 0 && position < count)
            return unsafe base.unsafelyUnwrapped[Int(position)]
        }
    }

    @inline(__always) func forEach(_ body: (Element) -> Void) {
        var position: Int32 = 0
        while position < count {
            body(self[position])
            position += 1
        }
    }
}

extension FlatList where Element: BitwiseCopyable {
    @inline(__always) var row: Row<Element> { unsafe Row(base: place, count: count) }

    func row(_ positions: Range<Int32>) -> Row<Element> {
        guard !positions.isEmpty, let place = unsafe place else { return unsafe Row(base: nil, count: 0) }
        assert(positions.upperBound <= count)
        return unsafe Row(base: place + Int(positions.lowerBound), count: Int32(positions.count))
    }
}

extension LeafRow {
    func row(_ positions: Range<Int32>) -> Row<Int32> {
        assert(positions.upperBound <= count)
        return unsafe Row(
            base: words + 2 + Int(positions.lowerBound), count: positions.upperBound - positions.lowerBound)
    }
}
