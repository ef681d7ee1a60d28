// Unsafe storage of its own: the handle and the memory belong to one scratch, which frees it. A place is never moved
// or freed while a plan in it may be used: `make` takes the next one, and only `removeAll`, after the microstep, has
// them used again.
//
// Tried against it: the random charts with every plan made here (RandomChartTests), 2,000,000 of them, and some under
// the thread sanitizer.

/// The plans of one microstep that are not cached; their memory is used again.
@safe
struct TransientPlans {
    @safe fileprivate struct Place: BitwiseCopyable {
        let base: UnsafeMutableRawPointer
        let size: Int
    }

    struct Header {
        fileprivate var places = FlatList<Place>.Header()
        fileprivate var used: Int32 = 0
    }
    private let header: UnsafeMutablePointer<Header>

    init(at header: UnsafeMutablePointer<Header>) { unsafe self.header = unsafe header }

    private var places: FlatList<Place> { unsafe FlatList(at: &header.pointee.places) }

    func make(_ content: Plan.Content, _ key: Plan.Key) -> Plan {
        let place = unsafe header.pointee.used
        unsafe header.pointee.used += 1
        let size = content.size
        if place == places.count { places.append(Self.make(size)) }
        if places[place].size < size {
            unsafe places[place].base.deallocate()
            places[place] = Self.make(size)
        }
        return unsafe Plan(content, key, at: places[place].base)
    }

    private static func make(_ size: Int) -> Place {
        // With room for a few words more, so that a place is seldom too small.
        unsafe Place(base: .allocate(byteCount: size + 64, alignment: PlanCache.alignment), size: size + 64)
    }

    func removeAll() { unsafe header.pointee.used = 0 }

    func free() {
        for place in 0..<places.count { unsafe places[place].base.deallocate() }
        places.free()
    }
}
