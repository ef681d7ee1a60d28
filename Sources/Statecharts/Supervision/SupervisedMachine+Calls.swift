// What can be asked of a machine, asked of the present one of a supervised machine.

extension SupervisedMachine {
    /// Asks the machine something, in whichever of its lives: posts an event that carries a ``Reply`` and waits for the
    /// answer.
    ///
    ///     let total = try await basket.ask { .total(reply: $0) }
    ///
    /// The question is an event like any other: between two lives it is kept or refused, as the policy of the mailbox
    /// says. If the machine fails while it keeps the reply, there is no answer. Inside an action of a machine only the
    /// present machine is asked, and none that may follow.
    /// - Parameters:
    ///   - limit: how long to wait at most, by the supervisor's clock.
    ///   - event: makes the event; called once, at once.
    /// - Throws: ``SupervisorError`` with the code ``SupervisorError/Code/unanswered`` if the reply is dropped,
    ///   ``SupervisorError/Code/late`` after the limit, ``SupervisorError/Code/down`` if there is no machine and no
    ///   mail is kept; what ended the supervisor, or the code ``SupervisorError/Code/finished``, if the machine has
    ///   come to its end; what ``Reply/fail(_:)`` was given; `CancellationError`. Inside an action, what
    ///   ``Machine/ask(within:_:)`` throws, even if the machine fails or is ended before it takes the event.
    public func ask<Value: Sendable>(
        within limit: Duration? = nil, _ event: @Sendable (Reply<Value>) -> Event
    ) async throws -> Value {
        if ActionContext.here != nil {
            guard let machine else { throw endError(.down) }
            return try await machine.ask(within: limit, event)
        }
        let question = Question<Value>(waiting: nil)
        guard put(.event(event(Reply(question)), .question(question))) else { throw endError(.down) }
        let alarm = limit.map { limit in
            Task(executorPreference: time.executor) { [time] in
                guard (try? await time.sleep(time.instant(in: limit))) != nil else { return }
                question.end(.failure(NoAnswer.late(limit)))
            }
        }
        defer { alarm?.cancel() }
        do { return try await question.value } catch let reason as NoAnswer {
            switch reason {
            case .dropped, .ended: throw endError(.unanswered)
            case .late(let limit):
                throw SupervisorError(.late, name, "the Reply<\(Value.self)> was not answered within \(limit)")
            }
        }
    }

    /// Why there is no machine to call: the error because of which there never will be, or that there is none now.
    private var absence: any Error {
        if case .over(let error?) = contents.withLock({ $0.phase }) { return error }
        return SupervisorError(.down, name, "has no machine at present")
    }

    private func endError(_ code: SupervisorError.Code) -> any Error {
        if case .over(let error) = contents.withLock({ $0.phase }) {
            return error ?? SupervisorError(.finished, name, "has come to its end and answers nothing any more")
        }
        let what =
            code == .down
            ? "has no machine at present that could answer"
            : "the reply was dropped without an answer, by the machine or because it failed meanwhile"
        return SupervisorError(code, name, what)
    }

    /// Whether the state is active in the present machine; `false` while there is none.
    public func isActive<S: StateNode>(_ state: any KeyPath<Top, S> & Sendable) async -> Bool {
        await machine?.isActive(state) ?? false
    }

    /// Whether there is a machine.
    public enum Status: Sendable, Hashable {
        /// There has been none yet.
        case new
        /// There is none at present: between two lives, and while one is being started.
        case down
        /// There is one.
        case running
        /// There will be no other one, unless the supervisor runs again.
        case over
    }

    /// Whether there is a machine at present, or may be one again.
    public var status: Status {
        contents.withLock {
            switch $0.phase {
            case .down, .starting: $0.hasRun ? .down : .new
            case .up: .running
            case .over: .over
            }
        }
    }

    /// Reads a port, or anything else that is `Sendable`, of the present machine's top state, as ``Machine/port(_:)``
    /// does.
    ///
    /// If each machine makes the port itself, this is the port of the present one.
    /// - Throws: ``SupervisorError`` with the code ``SupervisorError/Code/down`` while there is no machine.
    public func port<Port: Sendable>(_ port: any KeyPath<Top, Port> & Sendable) async throws -> Port {
        guard let machine else { throw absence }
        return await machine.port(port)
    }

    /// The active states of the present machine; empty while there is none.
    public var configuration: Configuration {
        get async { await machine?.configuration ?? .empty }
    }

    /// Reads or changes the extended state of the present machine between two steps, see ``Machine/withTop(_:)``.
    /// - Throws: ``SupervisorError`` with the code ``SupervisorError/Code/down`` while there is no machine; and what
    ///   ``Machine/withTop(_:)`` throws.
    @discardableResult
    public func withTop<Result: Sendable>(
        _ body: @escaping @Sendable (Top) throws -> Result
    ) async throws -> Result {
        guard let machine else { throw absence }
        return try await machine.withTop(body)
    }
}
