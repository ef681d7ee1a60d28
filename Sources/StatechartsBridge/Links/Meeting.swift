import Statecharts

/// Where the ends of links meet: one in the middle, and others that each have a wire to it.
final class Meeting: Sendable {
    typealias Opening = CheckedContinuation<MemoryConnection, any Error>
    enum End: Sendable, Hashable {
        case middle
        case point(Int)
    }
    private enum Answer {
        case closed, cancelled, waits
        case meets(point: Int, middle: Opening, other: Opening)
    }
    private struct State {
        let isStar: Bool
        var waiting: [(key: Int, end: End, opening: Opening)] = []
        var lastKey = 0
        /// The points whose links were closed, and whether that of the middle was.
        var closed: Set<Int> = []
        var isOver = false

        mutating func open(_ key: Int, _ end: End, _ opening: Opening) -> Answer {
            if isOver { return .closed }
            if case .point(let point) = end, closed.contains(point) { return .closed }
            for (place, other) in waiting.enumerated() {
                switch (end, other.end) {
                case (.middle, .middle), (.point, .point): continue
                case (.middle, .point(let point)):
                    waiting.remove(at: place)
                    return .meets(point: point, middle: opening, other: other.opening)
                case (.point(let point), .middle):
                    waiting.remove(at: place)
                    return .meets(point: point, middle: other.opening, other: opening)
                }
            }
            waiting.append((key, end, opening))
            return .waits
        }

        /// Answers who waits in vain.
        mutating func close(_ end: End) -> [Opening] {
            if isStar, case .point(let point) = end {
                closed.insert(point)
                let vain = waiting.filter { $0.end == end }
                waiting.removeAll { $0.end == end }
                return vain.map(\.opening)
            }
            isOver = true
            defer { waiting = [] }
            return waiting.map(\.opening)
        }
    }

    private let wires: [Wire]
    private let state: Guarded<State>

    /// - Parameter isStar: whether the middle goes on without the points.
    init(_ wires: [Wire], isStar: Bool) {
        self.wires = wires
        state = Guarded(State(isStar: isStar))
    }

    func open(_ end: End) async throws -> MemoryConnection {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (opening: Opening) in
                let isCancelled = Task.isCancelled
                let answer: Answer = state.withLock { state in isCancelled ? .cancelled : state.open(key, end, opening)
                }
                switch answer {
                case .closed: opening.resume(throwing: Self.closed)
                case .cancelled: opening.resume(throwing: CancellationError())
                case .waits: if Task.isCancelled { cancel(key) }
                case .meets(let point, let middle, let other):
                    let (first, second) = wires[point].connect()
                    middle.resume(returning: first)
                    other.resume(returning: second)
                }
            }
        } onCancel: {
            cancel(key)
        }
    }

    private func cancel(_ key: Int) {
        let opening = state.withLock { state in
            state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0).opening }
        }
        opening?.resume(throwing: CancellationError())
    }

    private static var closed: BridgeError { BridgeError(.closed, "memory: the other side has closed") }

    /// That of the middle ends all. That of a point ends its own, and all where there is only one.
    func close(_ end: End) {
        for opening in state.withLock({ $0.close(end) }) { opening.resume(throwing: Self.closed) }
    }

    func cut(_ end: End) {
        switch end {
        case .middle: for wire in wires { wire.cut() }
        case .point(let point): wires[point].cut()
        }
    }
}
