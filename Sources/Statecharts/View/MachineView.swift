public import Observation

/// What a user interface shows of a machine: an object of the main actor that changes only when what it shows changes,
/// and never shows half a step.
///
///     @MainActor
///     static func greet() async throws -> String {
///         let machine = Machine(Greeter(), on: MainActor.shared)
///         try await machine.start()
///         let view = MachineView(machine, initially: "") { top, _ in top.name }
///
///         view.post(.name("Ada"))  // returns at once
///         try await view.send(.greet)  // returns when the step is complete, and the view shows it
///         return view.isActive(\.greeting) ? "Hello, \(view.value)!" : "Who are you?"
///     }
///
/// - What it shows: the machine between two steps, read at one moment on the machine's executor: the ``configuration``,
///   the ``value`` that the closure makes from the chart's extended state, the answers to ``isActive(_:)`` and
///   ``accepts(_:as:)``, and whether the machine ``hasEnded``. All of it changes together.
/// - When it changes: for a machine on the main actor, before any code that waits for the step goes on, so that a view
///   is never behind its machine. For any other machine, soon afterwards; if there are many steps in a row the last one
///   counts, and the view is never more than one change behind.
/// - Observation: it is `Observable`. Code that reads a property under `withObservationTracking`, as SwiftUI does, is
///   notified once when that property is about to change, and not of steps that leave it unchanged. Everything else
///   still has its former value then.
/// - Lifetime: the view keeps the machine, the machine does not keep the view. After the machine's end the view keeps
///   showing what it showed last. The view does not restart a machine that fails or stops; make a view of the next one.
/// - Cost: each step of a machine with a view runs the closure, and the handlers for each event that was asked for, on
///   the machine's executor.
@MainActor
public final class MachineView<Top: Statechart, Value: Equatable & Sendable> {
    /// The machine that is shown.
    public nonisolated let machine: Machine<Top>

    private let link: ViewLink<Top, Value>
    private let registrar = ObservationRegistrar()
    private(set) var shown: ViewLink<Top, Value>.Shown
    /// What was asked.
    private(set) var questions = ViewQuestions()
    /// Whether a task of its own is about to forget questions, or to ask the machine.
    private var willForget = false, willAsk = false

    /// Makes a view that is up to date from the beginning.
    ///
    /// Returns when the step under way is over, at once if there is none; in that case without a suspension if the
    /// machine is on the main actor.
    /// - Parameters:
    ///   - machine: started or not; before its start the configuration is empty.
    ///   - derive: makes what is shown of the extended state, on the machine's executor, between two steps. It must not
    ///     change anything.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an action that this machine
    ///   waits for.
    public init(
        _ machine: Machine<Top>, _ derive: @escaping @Sendable (Top, Configuration) -> Value
    ) async throws {
        self.machine = machine
        link = ViewLink(derive)
        shown = try await machine.join(link)
        link.view = WeakView(self)
        // What has happened on the way here.
        catchUp()
    }

    /// Makes a view without waiting.
    ///
    /// For a machine on the main actor it is up to date from the beginning, unless a step is suspended; for any other,
    /// it shows `value` and an empty configuration until the machine has been asked.
    /// - Parameters:
    ///   - machine: started or not.
    ///   - value: what is shown until the machine has been asked.
    ///   - derive: makes what is shown of the extended state, on the machine's executor, between two steps. It must not
    ///     change anything.
    public init(
        _ machine: Machine<Top>, initially value: Value,
        _ derive: @escaping @Sendable (Top, Configuration) -> Value
    ) {
        self.machine = machine
        link = ViewLink(derive)
        shown = .init(configuration: .empty, value: value)
        link.view = WeakView(self)
        ask()
    }

    deinit {
        link.end()
        // The closure goes as soon as the machine has time, not with its next step.
        Task.detached { [machine, link] in await machine.forget(link) }
    }

    // MARK: What is shown

    /// The active states between two steps; see ``Machine/configuration``.
    public var configuration: Configuration {
        registrar.access(self, keyPath: \.configuration)
        return shown.configuration
    }

    /// What the closure has made from the extended state.
    public var value: Value {
        registrar.access(self, keyPath: \.value)
        return shown.value
    }

    /// Whether the machine has come to its end, so that nothing changes any more.
    public var hasEnded: Bool {
        registrar.access(self, keyPath: \.hasEnded)
        return shown.hasEnded
    }

    /// Whether the state that the key path leads to is active.
    ///
    /// Observers are notified only if the value changes. For a machine on the main actor it is there at once; but a
    /// question that is asked for the first time while a step is suspended is `false` until the step is over, and may
    /// change then. The chart of any other machine can be read on its own executor only: a question that is asked for
    /// the first time is `false` until the machine has answered, and may change then, unless ``ask(whether:)`` was
    /// awaited.
    public func isActive<S: StateNode>(_ state: any KeyPath<Top, S> & Sendable) -> Bool {
        answer(AnyHashable(state as AnyKeyPath)) { $0.interpreter.isActive(state) }
    }

    /// Whether a state would react to the event, such as that of a button; see ``Machine/accepts(_:)``.
    ///
    /// From the first call on, the question is asked after each step, as that of ``isActive(_:)`` is. If there are more
    /// than 1,000 questions, those that have not been read for a while are forgotten; an observer of one of these is
    /// notified, as of a change, and asks again by reading it.
    /// - Parameters:
    ///   - event: the event in question; the first one that was given under this name counts.
    ///   - name: what distinguishes it from others.
    public func accepts(_ event: Top.Event, as name: some Hashable & Sendable) -> Bool {
        answer(AnyHashable(Asked(name: name))) { $0.interpreter.engine?.foresee(event) == .handled }
    }

    /// Asks beforehand, so that ``isActive(_:)`` has its answer even if the machine is not on the main actor, or a step
    /// of it is suspended.
    ///
    /// Returns when the step under way is over, at once if there is none.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an action that this machine
    ///   waits for.
    public func ask<S: StateNode>(whether state: any KeyPath<Top, S> & Sendable) async throws {
        _ = isActive(state)
        show(try await machine.join(link))
    }

    // MARK: Events

    /// Gives the machine an event and returns at once; see ``Machine/post(_:)``.
    ///
    /// A machine on the main actor takes it at once, after what was posted before, unless a step is under way: when
    /// this returns, the view shows the result, as far as no action has actually suspended. So a text field that shows
    /// what the machine made of its text is never behind. Any other machine takes it soon. Outside the main actor, post
    /// to the ``machine``.
    /// - Returns: `false` if the machine has come to its end, or is being stopped, and did not take the event.
    @discardableResult
    public func post(_ event: Top.Event) -> Bool {
        isOnMainActor ? machine.assumeIsolated { $0.putAndDrain(.event(event, .present)) } : machine.post(event)
    }

    /// Gives the machine an event and waits until its step is complete; see ``Machine/send(_:)``.
    ///
    /// When this returns, the view of a machine on the main actor shows the result.
    @discardableResult
    public func send(_ event: Top.Event) async throws -> Outcome { try await machine.send(event) }

    // MARK: Changes

    private var isOnMainActor: Bool { machine.isOnMainActor }

    /// Takes over what the machine has left, if it has.
    func catchUp() {
        if let next = link.take() { show(next) }
    }

    func show(_ next: ViewLink<Top, Value>.Shown) {
        // Of two looks the later one may be here first.
        guard next.number > shown.number else { return }
        var changed: [Change] = []
        if next.configuration != shown.configuration { changed.append(.configuration) }
        if next.value != shown.value { changed.append(.value) }
        if next.hasEnded != shown.hasEnded { changed.append(.hasEnded) }
        for number in next.answers.keys where next.answer(number) != shown.answer(number) {
            changed.append(.answer(number))
        }
        change(changed) { view in
            let former = view.shown
            view.shown = next
            // What somebody has asked first who was told of this change is not in that look.
            for (number, answer) in former.answers where next.answers[number] == nil {
                view.shown.answers[number] = answer
            }
        }
        forgetQuestions()
    }

    /// Changes something and tells of it: who is told may read anything, which is all as it was before, and then all as
    /// it is.
    private func change(_ changes: [Change], _ body: (MachineView) -> Void) {
        for change in changes { willSet(change) }
        body(self)
        for change in changes { didSet(change) }
    }

    private enum Change {
        case configuration, value, hasEnded
        case answer(Int)
    }

    private func willSet(_ change: Change) {
        switch change {
        case .configuration: registrar.willSet(self, keyPath: \.configuration)
        case .value: registrar.willSet(self, keyPath: \.value)
        case .hasEnded: registrar.willSet(self, keyPath: \.hasEnded)
        case .answer(let number): registrar.willSet(self, keyPath: \.[answer: number])
        }
    }

    private func didSet(_ change: Change) {
        switch change {
        case .configuration: registrar.didSet(self, keyPath: \.configuration)
        case .value: registrar.didSet(self, keyPath: \.value)
        case .hasEnded: registrar.didSet(self, keyPath: \.hasEnded)
        case .answer(let number): registrar.didSet(self, keyPath: \.[answer: number])
        }
    }

    // MARK: Questions

    private struct Asked<Name: Hashable & Sendable>: Hashable, Sendable { let name: Name }

    private subscript(answer number: Int) -> Bool { shown.answer(number) }

    /// The answer to a question; asked from now on if it is new.
    private func answer(_ name: AnyHashable, _ question: @escaping ViewLink<Top, Value>.Question) -> Bool {
        let (number, isNew) = questions.number(of: name)
        if isNew { ask(question, as: number) }
        registrar.access(self, keyPath: \.[answer: number])
        return self[answer: number]
    }

    private func ask(_ question: @escaping ViewLink<Top, Value>.Question, as number: Int) {
        link.add(question, as: number)
        if questions.areMany, !willForget {
            willForget = true
            // Not here: whoever reads does not expect that he changes something.
            Task { [weak self] in self?.forgetQuestions() }
        }
        if !isOnMainActor { return ask() }
        // Nobody has been told another answer. While a step is suspended, its end brings it.
        if let answer = machine.assumeIsolated({ $0.answerNow(question, as: number, link) }) {
            shown.answers[number] = answer
        }
    }

    /// Forgets questions if there are many, see ``ViewQuestions``.
    private func forgetQuestions() {
        willForget = false
        let stale = questions.takeStale()
        if stale.isEmpty { return }
        link.remove(stale)
        change(stale.map { .answer($0) }) { view in for number in stale { view.shown.answers[number] = nil } }
    }

    /// Has the machine tell what it shows.
    private func ask() {
        if isOnMainActor {
            if let next = machine.assumeIsolated({ $0.joinNow(link) }) { show(next) }
            return
        }
        if willAsk { return }
        willAsk = true
        Task { [weak self, machine, link] in
            // What is asked from here on may come too late for this look.
            self?.willAsk = false
            guard let next = try? await machine.join(link) else { return }
            self?.show(next)
        }
    }
}

extension MachineView: Observable {}

extension MachineView where Value == Configuration {
    /// Makes a view of the configuration only.
    ///
    /// For a machine on the main actor it is up to date from the beginning, unless a step is suspended; for any other,
    /// no state is active until the machine has been asked.
    public convenience init(_ machine: Machine<Top>) {
        self.init(machine, initially: .empty) { _, configuration in configuration }
    }
}

extension MachineView where Top.Event: Hashable {
    /// Whether a state would react to the event, such as that of a button.
    ///
    /// The event is its own name. Observers are notified only if the value changes.
    public func accepts(_ event: Top.Event) -> Bool { accepts(event, as: event) }
}
