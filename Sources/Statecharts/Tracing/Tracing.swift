public import Synchronization

/// What the code that runs now was caused by.
@usableFromInline
enum Tracing {
    /// The message that is being handled; what is sent meanwhile refers to it. Tasks that are started meanwhile inherit
    /// it.
    @TaskLocal static var cause: TraceContext?

    @usableFromInline static let wanted = Atomic<Int>(0)
    @usableFromInline static let watched = Atomic<Int>(0)

    /// Whether anybody wants to know what caused a message, a system that is being watched or a bridge: one load.
    @inlinable static var isActive: Bool { wanted.load(ordering: .relaxed) > 0 }

    /// Whether any system is being watched, so that messages have to pass its queue. Bridges only want their causes.
    @inlinable static var isWatched: Bool { watched.load(ordering: .relaxed) > 0 }

    /// What the present code was caused by, if anybody wants to know; otherwise one load.
    static var present: TraceContext? { isActive ? cause : nil }

    /// Does something as whoever was handling `cause`: for what waits its turn, and is done by another thread then.
    static func caused<Result>(by cause: TraceContext?, _ body: () throws -> Result) rethrows -> Result {
        isActive ? try $cause.withValue(cause, operation: body) : try body()
    }

    /// The same for a task of which nobody knows a cause yet. Nothing is bound without one: every value that is bound
    /// takes memory as long as the task lives, and time whenever another one is looked up.
    @inline(__always)
    static func caused<Result>(by cause: TraceContext?, _ body: () async -> Result) async -> Result {
        guard let cause else { return await body() }
        return await binding(cause, body)
    }

    /// Not inlined: its variables would be in the task's memory also where nothing is bound.
    @inline(never)
    private static func binding<Result>(_ cause: TraceContext, _ body: () async -> Result) async -> Result {
        await $cause.withValue(cause, operation: body)
    }

    /// - Parameter watching: whether it is a system that begins, not a bridge.
    static func begin(watching: Bool) {
        if watching { watched.add(1, ordering: .relaxed) }
        wanted.add(1, ordering: .relaxed)
    }
    static func end(watching: Bool) {
        if watching { watched.subtract(1, ordering: .relaxed) }
        wanted.subtract(1, ordering: .relaxed)
    }
}
