// Unsafe storage of its own. Why it is sound: a row is a part of the memory of one engine, see `EngineMemory`. The
// first `count` elements are initialised and no others; every function keeps that. There is room for all that are
// listed: each leaf has one answer at most, or is in one of the regions that one answer changes. An element is taken
// out of the row before it is destroyed, as its end may run code of the chart.
//
// Tried against it: the random charts, whose every answer is listed (RandomChartTests).

/// The answers of the microstep under way, in the order of their leaves.
@safe
struct AnswerRow {
    private let base: UnsafeMutablePointer<Engine.Answer>
    private let counter: UnsafeMutablePointer<Int32>
    private let capacity: Int32

    static func size(for places: Int) -> Int { places * MemoryLayout<Engine.Answer>.stride }

    /// - Parameter counter: where the number of answers is kept, which stays where it is as long as the row is used.
    init(at place: UnsafeMutableRawPointer, places: Int, countedAt counter: UnsafeMutablePointer<Int32>) {
        unsafe base = unsafe place.bindMemory(to: Engine.Answer.self, capacity: places)
        unsafe self.counter = unsafe counter
        capacity = Int32(places)
    }

    @inline(__always) var count: Int32 { unsafe counter.pointee }
    @inline(__always) var isEmpty: Bool { count == 0 }

    subscript(_ position: Int32) -> Engine.Answer {
        @inline(__always) _read {
            assert(position >= 0 && position < count)
            yield unsafe base[Int(position)]
        }
        @inline(__always) nonmutating _modify {
            assert(position >= 0 && position < count)
            yield unsafe &base[Int(position)]
        }
    }

    @inline(__always) func append(_ answer: consuming Engine.Answer) {
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
            // The effect is all of an answer that has to be destroyed, and mostly there is none.
            if unsafe base[Int(count)].reaction.hasEffect { unsafe base[Int(count)].reaction.letGoOfEffect() }
        }
    }

    func takeAll() -> [Engine.Answer] {
        let all = (0..<Int(count)).map { unsafe (base + $0).move() }
        unsafe counter.pointee = 0
        return all
    }
}
