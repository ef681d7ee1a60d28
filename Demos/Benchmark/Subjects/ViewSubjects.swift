import Observation
import Statecharts
import Synchronization

extension Benchmark {
    /// What a user interface waits for.
    static let viewSubjects: [Subject] = [
        Subject(
            "view", "MachineView.post of what changes the value, to the word of it",
            floor: "the same property of an observable object", goal: .atMost(4)
        ) {
            .init(subject: try await viewPosts(), floor: handViewPosts())
        }
    ]

    private static func viewPosts() async throws -> Loop {
        let machine = Machine(SynchronousEntry(), on: MainActor.shared)
        try await machine.start()
        let view = await MachineView(machine, initially: 0) { top, _ in top.entries }
        return { count in
            guard await watch(count, view) == count else { throw WrongWork(name: "view") }
        }
    }

    @MainActor
    private static func watch(_ count: Int, _ view: MachineView<SynchronousEntry, Int>) -> Int {
        watch(count) {
            view.value
        } change: {
            view.post(.tick)
        }
    }

    private static func handViewPosts() -> Loop {
        { count in
            guard await handWatch(count) == count else { throw WrongWork(name: "view") }
        }
    }

    @MainActor
    private static func handWatch(_ count: Int) -> Int {
        let hand = HandView()
        return watch(count) {
            hand.value
        } change: {
            hand.post()
        }
    }

    /// Looks at a value and changes it, so many times. Answers how often it was told of a change.
    @MainActor
    private static func watch(_ count: Int, _ read: () -> Int, change: () -> Void) -> Int {
        let told = Mutex(0)
        for _ in 0..<count {
            withObservationTracking {
                _ = read()
            } onChange: {
                told.withLock { $0 += 1 }
            }
            change()
        }
        return told.withLock { $0 }
    }
}

/// Two states by hand, and how often they were entered.
@MainActor @Observable
private final class HandView {
    private(set) var value = 0
    @ObservationIgnored private var isTwo = false

    func post() {
        isTwo.toggle()
        value += 1
    }
}
