// Unsafe storage of its own. Why it is sound: a row is what a plan or a list of the workspace holds at a moment. Who
// asks for it uses it up before the list changes; plans do not change. Debug builds check every position.

/// Numbers or the like, one behind the other, to be read.
@safe
struct Row<Element: BitwiseCopyable> {
    /// `nil` where there never was one.
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

extension FlatStack where Element: BitwiseCopyable {
    /// What the stack holds now.
    @inline(__always) var row: Row<Element> { unsafe Row(base: place, count: count) }

    func row(_ positions: Range<Int32>) -> Row<Element> {
        guard !positions.isEmpty, let place = unsafe place else { return unsafe Row(base: nil, count: 0) }
        assert(positions.upperBound <= count)
        return unsafe Row(base: place + Int(positions.lowerBound), count: Int32(positions.count))
    }
}

extension LeafRow {
    /// Those at the positions.
    func row(_ positions: Range<Int32>) -> Row<Int32> {
        assert(positions.upperBound <= count)
        return unsafe Row(
            base: words + 2 + Int(positions.lowerBound), count: positions.upperBound - positions.lowerBound)
    }
}
