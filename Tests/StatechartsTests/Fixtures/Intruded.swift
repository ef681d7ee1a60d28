import Statecharts

//    ┌ Intruded ─────────────────────────────────┐
//    │    ┌ A ───────────────────┐               │
//    │ ●→ │  ●→ A1 ──go──► A2    │ ──inner──► B  │
//    │    └──────────────────────┘               │
//    └───────────────────────────────────────────┘
// In the step of `go` somebody else gets to the machine: in A's handler, in A1's exit, in the effect, in A2's entry.
final class Intruded: NotedTop<Intruded.Event> {
    enum Event: Sendable, CustomStringConvertible {
        case go, inner, unknown
        /// Does something when it is let go.
        case carry(Baggage)

        var description: String {
            switch self {
            case .go: "go"
            case .inner: "inner"
            case .unknown: "unknown"
            case .carry: "carry"
            }
        }
    }

    enum Place: CaseIterable, Codable { case handler, exit, effect, entry }

    var intrude: (Place) -> Void = { _ in }
    let a = A(), b = B()
    override func configure() { substates(a, b) }

    final class A: Noted<Intruded, Intruded> {
        let a1 = A1(), a2 = A2()
        override func configure() { substates(a1, a2) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go:
                top.notes.append("?go")
                top.intrude(.handler)
                top.notes.append("go?")
                return .local(to: a2) {
                    self.top.notes.append("!go")
                    self.top.intrude(.effect)
                }
            case .inner: return .to(superior.b)
            case .carry: return .handled { self.top.notes.append("!carry") }
            case .unknown: return .unhandled
            }
        }
    }

    final class A1: Noted<A, Intruded> {
        override func exit() throws {
            try super.exit()
            top.intrude(.exit)
        }
    }

    final class A2: Noted<A, Intruded> {
        override func entry() throws {
            try super.entry()
            top.intrude(.entry)
        }
    }

    final class B: Noted<Intruded, Intruded> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .inner, .carry: .handled { self.top.notes.append("!\(event) in B") }
            case .go, .unknown: .unhandled
            }
        }
    }
}

/// Does something when it is let go.
final class Baggage: Sendable {
    private let drop: @Sendable () -> Void
    init(_ drop: @escaping @Sendable () -> Void) { self.drop = drop }
    deinit { drop() }
}

extension Machine<Intruded> {
    /// Has something done at one place of the step of `go`.
    func intrude(at place: Intruded.Place, _ body: @escaping @Sendable () -> Void) async throws {
        try await withTop { top in top.intrude = { if $0 == place { body() } } }
    }
}

/// A task that begins on the main actor at once, wherever the main actor just is.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class Inside<Value: Sendable>: Sendable {
    private let task = Guarded<Task<Value, any Error>?>(nil)

    func begin(_ body: @escaping @MainActor @Sendable () async throws -> Value) {
        let begun = MainActor.assumeIsolated { Task.immediate { @MainActor in try await body() } }
        task.withLock { $0 = begun }
    }

    /// What came of it; `nil` if it has not begun.
    var result: Value? {
        get async throws { try await task.withLock { $0 }?.value }
    }
}

/// Something that is written in one place and read in another.
final class Sighting<Value: Sendable>: Sendable {
    private let seen = Guarded<Value?>(nil)
    var value: Value? { seen.withLock { $0 } }
    func set(_ value: Value) { seen.withLock { $0 = value } }
}

/// A machine that something inside it refers to.
final class WeakMachine: Sendable {
    private let reference = Guarded(Reference())
    private struct Reference { weak var machine: Machine<Intruded>? }
    var machine: Machine<Intruded>? {
        get { reference.withLock { $0.machine } }
        set { reference.withLock { $0.machine = newValue } }
    }
}
