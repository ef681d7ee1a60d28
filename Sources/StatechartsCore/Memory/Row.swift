// Unsafe storage of its own. Why it is sound: a row is a view of a plan, which does not change and is there for as long
// as anybody looks at one of its rows. Debug builds check positions.

/// A read-only view of numbers that lie one behind the other.
@safe
struct Row {
    private let start, end: UnsafeMutablePointer<Int32>

    @inline(__always)
    init(from start: UnsafeMutablePointer<Int32>, to end: UnsafeMutablePointer<Int32>) {
        unsafe self.start = unsafe start
        unsafe self.end = unsafe end
    }

    @inline(__always) var count: Int32 { unsafe Int32(truncatingIfNeeded: end - start) }

    subscript(_ position: Int32) -> Int32 {
        @inline(__always) get {
            assert(position >= 0 && position < count)
            return unsafe start[Int(position)]
        }
    }

    @inline(__always) func forEach(_ body: (Int32) -> Void) {
        var place = unsafe start
        while unsafe place < end {
            body(unsafe place.pointee)
            unsafe place += 1
        }
    }
}
