// Unsafe storage of its own: the handle and the memory belong to one scratch, which frees it. A place is never moved
// or freed while a plan in it may be used: `make` takes the next one, and only `removeAll`, after the microstep, has
// them used again.
//
// Tried against it: the random charts with every plan made here (RandomChartTests), 2,000,000 of them, and some under
// the thread sanitizer.

/// The plans of one microstep that are not cached; their memory is used again.
@safe
struct TransientPlans {
    @safe struct Header {
        fileprivate var places = unsafe FlatList<UnsafeMutableRawBufferPointer>.Header()
        fileprivate var used: Int32 = 0
    }
    private let header: UnsafeMutablePointer<Header>

    init(at header: UnsafeMutablePointer<Header>) { unsafe self.header = unsafe header }

    private var places: FlatList<UnsafeMutableRawBufferPointer> { unsafe FlatList(at: &header.pointee.places) }

    func make(_ draft: Plan.Draft, _ key: Plan.Key) -> Plan {
        let place = unsafe header.pointee.used
        unsafe header.pointee.used += 1
        if unsafe place == places.count {
            unsafe places.append(.allocate(byteCount: 0, alignment: PlanCache.alignment))
        }
        let size = draft.size
        if unsafe places[place].count < size {
            unsafe places[place].deallocate()
            // With room for a few words more, so that a place is seldom too small.
            unsafe places[place] = .allocate(byteCount: size + 64, alignment: PlanCache.alignment)
        }
        return unsafe Plan(draft, key, at: places[place].baseAddress.unsafelyUnwrapped)
    }

    func removeAll() { unsafe header.pointee.used = 0 }

    func free() {
        for place in unsafe 0..<places.count { unsafe places[place].deallocate() }
        unsafe places.free()
    }
}
