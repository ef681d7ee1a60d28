#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The least times of a subject at its sizes.
struct GrowthFigures: Sendable, Equatable {
    /// More than that is more than n log n, and than what caches and the noise of a machine add to it.
    static let bound = 1.5
    /// What takes less says nothing: a page fault more is seen in it.
    static let leastNanoseconds = 1e6

    struct Point: Sendable, Equatable {
        let size: Int
        let nanoseconds: Double

        var perElement: Double { nanoseconds / Double(size) }
    }

    /// One, two or three, the smallest size first.
    var points: [Point] = []
    /// Why there is no larger size.
    var error: String?

    /// From each size to the next: time grows as the size to the power of it.
    var exponents: [Double] {
        zip(points, points.dropFirst()).map { smaller, larger in
            log(larger.nanoseconds / smaller.nanoseconds) / log(Double(larger.size) / Double(smaller.size))
        }
    }

    /// Whether it grows by more than it should, at a size at which that can be told.
    var isSteep: Bool {
        zip(exponents, points.dropFirst()).contains { exponent, point in
            exponent > Self.bound && point.nanoseconds > Self.leastNanoseconds
        }
    }

    /// What ten times as many will take, by what the last two sizes took; at least ten times as long.
    func predicted() -> Double {
        guard let last = points.last else { return 0 }
        let factor = points.count < 2 ? 10 : last.nanoseconds / points[points.count - 2].nanoseconds
        return last.nanoseconds * max(10, factor)
    }
}
