public import Synchronization

/// What the code that runs now was caused by.
@usableFromInline
enum Tracing {
    /// The message that is being handled; what is sent meanwhile refers to it. Tasks that are started meanwhile inherit it.
    @TaskLocal static var cause: Origin?

    @usableFromInline static let watched = Atomic<Int>(0)

    /// Whether any system is being watched: one load.
    @inlinable static var isActive: Bool { watched.load(ordering: .relaxed) > 0 }

    /// What the present code was caused by, if any system is being watched; otherwise one load.
    static var present: Origin? { isActive ? cause : nil }

    static func begin() { watched.add(1, ordering: .relaxed) }
    static func end() { watched.subtract(1, ordering: .relaxed) }
}
