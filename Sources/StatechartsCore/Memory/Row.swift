// Unsafe storage of its own. Why it is sound: a row is a view of a plan, which does not change and is there for as long
// as anybody looks at one of its rows. Debug builds check every position.

/// A read-only view of numbers that lie one behind the other.
@safe
struct Row {
    private let base: UnsafeMutablePointer<Int32>
    let count: Int32

    @inline(__always)
    init(base: UnsafeMutablePointer<Int32>, count: Int32) {
        unsafe self.base = unsafe base
        self.count = count
    }

    subscript(_ position: Int32) -> Int32 {
        @inline(__always) get {
            assert(position >= 0 && position < count)
            return unsafe base[Int(position)]
        }
    }

    @inline(__always) func forEach(_ body: (Int32) -> Void) {
        var position: Int32 = 0
        while position < count {
            body(self[position])
            position += 1
        }
    }
}
