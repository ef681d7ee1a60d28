// `@unchecked Sendable`: everything that changes is behind the lock.

/// What a machine and a view of it share: what is to be looked at, and what was seen last.
final class ViewLink<Top: Statechart, Value: Equatable & Sendable>: ViewObserver<Top>, @unchecked Sendable {
    /// What was seen in one look.
    struct Shown: Sendable {
        var configuration: Configuration
        var value: Value
        /// The answers by the numbers of their questions.
        var answers: [Int: Bool] = [:]
        var hasEnded = false
        /// Grows with every look that found something else.
        var number = 0

        /// What was not asked yet is not so.
        func answer(_ question: Int) -> Bool { answers[question] ?? false }

        func hasSameButAnswers(as other: Shown) -> Bool {
            configuration == other.configuration && value == other.value && hasEnded == other.hasEnded
        }
    }

    typealias Question = @Sendable (isolated Machine<Top>) -> Bool

    private struct State {
        var questions: [Int: Question] = [:]
        var last: Shown?
        /// What the view has not taken yet.
        var next: Shown?
        var isOver = false
        var view: WeakView<Top, Value>?
    }

    private let derive: @Sendable (Top, Configuration) -> Value
    private let state = Guarded(State())

    init(_ derive: @escaping @Sendable (Top, Configuration) -> Value) { self.derive = derive }

    var view: WeakView<Top, Value>? {
        get { state.withLock { $0.view } }
        set { state.withLock { $0.view = newValue } }
    }

    /// Has something asked at every look from now on.
    func add(_ question: @escaping Question, as number: Int) {
        state.withLock { $0.questions[number] = question }
    }

    /// Has these questions asked no more.
    func remove(_ numbers: [Int]) {
        // Handed out, because to let go of an event that was asked for may run anything.
        let gone = state.withLock { state in
            numbers.map { number in
                state.last?.answers[number] = nil
                state.next?.answers[number] = nil
                return state.questions.removeValue(forKey: number)
            }
        }
        _ = gone
    }

    /// Takes up what a new question was answered between two looks.
    func note(_ answer: Bool, to number: Int) {
        state.withLock { $0.last?.answers[number] = answer }
    }

    /// What was seen and is not shown yet.
    func take() -> Shown? { state.withLock { $0.next.take() } }

    /// The view is gone.
    func end() { state.withLock { $0.isOver = true } }

    override var isOver: Bool { state.withLock { $0.isOver } }

    override func lookAgain(at machine: isolated Machine<Top>) {
        let former = state.withLock { $0.last?.number }
        let next = look(at: machine)
        if next.number != former { deliver(next, isOnMainActor: machine.isOnMainActor) }
    }

    /// Looks, between two steps. Answers with what is to be shown, which has the number of the former look if it is the
    /// same.
    func look(at machine: isolated Machine<Top>) -> Shown {
        let (questions, last) = state.withLock { ($0.questions, $0.last) }
        let configuration = machine.interpreter.configuration
        var shown = Shown(configuration: configuration, value: derive(machine.interpreter.top, configuration))
        for (number, question) in questions { shown.answers[number] = question(machine) }
        shown.hasEnded = machine.hasEnded
        if let last, last.answers == shown.answers, last.hasSameButAnswers(as: shown) { return last }
        shown.number = (last?.number ?? 0) + 1
        let seen = shown
        // Handed out, because to let go of a value may run anything.
        let former = state.withLock { state in
            defer { state.last = seen }
            return state.last
        }
        _ = former
        return seen
    }

    private func deliver(_ next: Shown, isOnMainActor: Bool) {
        let (view, former) = state.withLock { state in
            defer { state.next = next }
            return (state.view, state.next)
        }
        guard let view else { return }
        if isOnMainActor {
            MainActor.assumeIsolated { view.view?.catchUp() }
        } else if former == nil {
            Task.detached { @MainActor in view.view?.catchUp() }
        }
    }
}

/// A view that may be gone. Followed on the main actor only.
struct WeakView<Top: Statechart, Value: Equatable & Sendable>: Sendable {
    weak let view: MachineView<Top, Value>?
    init(_ view: MachineView<Top, Value>) { self.view = view }
}
