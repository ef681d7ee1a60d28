// Unsafe storage of its own. Why it is sound: a row belongs to one engine, which makes it with the memory that it needs
// and frees it in its `deinit`. The first `count` elements are initialised and no others; every function keeps that. There
// is room for as many as leaves can be active together, and no more are listed: each leaf has one answer at most, or is
// in one of the regions that one answer changes; `append` ends the program rather than write beyond. Elements are out of
// the row when they are destroyed, whatever their end sets off. Positions are below `count`, which debug builds check.
//
// Tried against it: the random charts, with every answer listed (StepEngineTests).

/// The answers of the microstep under way, in the order of their leaves.
@safe
struct AnswerRow {
    private let base: UnsafeMutablePointer<StepEngine.Answer>
    private let counter: UnsafeMutablePointer<Int32>
    private let capacity: Int32

    /// - Parameter counter: where the number of answers is kept, which stays where it is as long as the row is used.
    init(capacity: Int, countedAt counter: UnsafeMutablePointer<Int32>) {
        unsafe base = .allocate(capacity: capacity)
        unsafe self.counter = unsafe counter
        self.capacity = Int32(capacity)
    }

    @inline(__always) var count: Int32 { unsafe counter.pointee }
    @inline(__always) var isEmpty: Bool { count == 0 }

    subscript(_ position: Int32) -> StepEngine.Answer {
        @inline(__always) _read {
            assert(position >= 0 && position < count)
            yield unsafe base[Int(position)]
        }
        @inline(__always) nonmutating _modify {
            assert(position >= 0 && position < count)
            yield unsafe &base[Int(position)]
        }
    }

    @inline(__always) func append(_ answer: consuming StepEngine.Answer) {
        guard count < capacity else {
            trap("more answers were listed than states are active", "please report this as a bug")
        }
        unsafe (base + Int(count)).initialize(to: answer)
        unsafe counter.pointee += 1
    }

    /// Destroys all answers, the last one first.
    @inline(__always) func removeAll() {
        while count > 0 {
            unsafe counter.pointee -= 1
            _ = unsafe (base + Int(count)).move()
        }
    }

    /// Moves all answers out, in order.
    func takeAll() -> [StepEngine.Answer] {
        let all = (0..<Int(count)).map { unsafe (base + $0).move() }
        unsafe counter.pointee = 0
        return all
    }

    func free() {
        removeAll()
        unsafe base.deallocate()
    }
}
