/// How an activity sends events to its machine while it runs.
///
/// Calling it posts: it never waits, and events keep their order. It goes dead when its state is left: from then on
/// nothing arrives any more, not even events that were sent before and that the machine has not taken yet.
public struct ActivityHandle<Event: Sendable>: Sendable {
    let deliver: @Sendable (any Sendable) -> Bool

    /// Sends an event to the machine.
    /// - Returns: `false` if the machine has come to its end. `true` is no promise that the event arrives: the state
    ///   may be left before.
    @discardableResult
    public func callAsFunction(_ event: Event) -> Bool { deliver(event) }
}

// Activities of states (UML 2.5.1, 14.2.3.4.5, doActivity; SCXML 6.4, invoke).

extension Subvertex {
    /// Runs work that belongs to the state, concurrently with the steps of the machine, until the state is left.
    ///
    ///     override func entry() {
    ///         run(top.fetch, done: { .loaded($0) })  // an error goes to failed(_:)
    ///     }
    ///
    /// The work begins when the step that requests it is over, with everything that follows in that step, if the state
    /// is still active then (SCXML 6.4): a state that is left in the same step begins none. So no action of the step
    /// may wait for it.
    ///
    /// A state may run several activities. Each is a task of its own, outside the machine's isolation; it captures what
    /// it needs from the chart. When the state is left, before its exit action, the task is cancelled, and whatever it
    /// still sends is discarded, even if it is in the mailbox already. Activities also end, without result, with the
    /// machine: by `stop()`, a top-level final state, ``Terminate``, a failure, or when the machine is released.
    ///
    /// About the events that it sends, and those of its result or error, the active states inside this one are asked,
    /// then this one, then its superiors. Other regions are not: to have all states asked, post to the machine. If a
    /// state defers such an event, the event is still discarded when this state is left.
    ///
    /// When all activities of a state have ended without an error, the state is complete, see ``State/completed()``. If
    /// one throws, whether the error has an event, is handled or not, the state is not complete until it has run
    /// another one in its place, or is left and entered again.
    ///
    /// Call it from `entry()`, or from effects while the state is active. On a state that is not active or is being
    /// left it begins nothing and is a mistake of the step, ``StepError/Code/notActive``. In a plain ``Interpreter``
    /// the step fails with ``StepError/Code/needsMachine``.
    /// - Parameters:
    ///   - policy: what becomes of work that is under way when a snapshot is taken and that `restored()` does not
    ///     restart.
    ///   - work: what to do.
    ///   - done: the event for its result; without it the result is dropped.
    ///   - failed: the event for an error; without it the error is offered to ``State/failed(_:)``, innermost state
    ///     first. It is also called when a snapshot is taken, for the event of an ``InterruptedActivity``.
    public final func run<Result: Sendable>(
        whenRestored policy: ActivityPolicy = .failed, _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform(.run(Result.self), policy, { (_: ActivityHandle<Top.Event>) in try await work() }, done, failed) }

    /// Runs work that belongs to the state and sends events while it runs.
    ///
    ///     override func entry() {
    ///         run { [sensor = top.sensor] send in
    ///             for await value in sensor { send(.progress(value)) }
    ///         }
    ///     }
    ///     override func completed() -> Reaction { .to(superior.idle) }  // the sensor has no more
    ///
    /// The closure gets a handle that posts to the machine and goes dead when the state is left. Everything else is as
    /// with the `run` without a handle.
    public final func run<Result: Sendable>(
        whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable (ActivityHandle<Top.Event>) async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform(.run(Result.self), policy, work, done, failed) }

    /// Sends the state an event for every element of a sequence, until the sequence ends or the state is left.
    ///
    ///     override func entry() { listen(to: top.sensor) { .reading($0) } }
    ///
    /// Listening is an activity, with everything that `run` says about it. So the states inside this one, this one and
    /// its superiors are asked about the events, and no other region.
    /// - Parameters:
    ///   - sequence: iterated in a task of its own.
    ///   - policy: what becomes of it if a snapshot is taken meanwhile and `restored()` does not restart it.
    ///   - event: the event for an element.
    ///   - done: the event for the end of the sequence.
    ///   - failed: the event for an error of the sequence; without it the error is offered to ``State/failed(_:)``.
    public final func listen<Elements: AsyncSequence & Sendable>(
        to sequence: Elements, whenRestored policy: ActivityPolicy = .failed,
        _ event: @escaping @Sendable (Elements.Element) -> Top.Event,
        done: (@Sendable () -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { follow(sequence, policy, event, done, failed) }

    /// Runs work under a name, by which a restored state restarts it.
    ///
    ///     override func entry() { begin() }
    ///     override func restored() { begin() }  // of the two, what was interrupted, and nothing else
    ///
    ///     private func begin() {
    ///         run("charge", top.charge, done: { .charged($0) })
    ///         run("mail", top.mail)
    ///     }
    ///
    /// Outside ``StateNode/restored()`` it is the `run` without a name. Inside, it starts the work only if an activity
    /// of this name was under way when the snapshot was taken. If that had ended, whether its end was taken or still
    /// waits in the mailbox, nothing is started: what was done is not done again. There, run work that is to start in
    /// any case without a name.
    ///
    /// Each state has its own names. Two activities of one name are restarted in the order in which they were started.
    /// - Parameters:
    ///   - name: what a ``Snapshot`` and an ``InterruptedActivity`` call it.
    ///   - policy: what becomes of it if `restored()` does not restart it.
    ///   - work: what to do.
    ///   - done: the event for its result; without it the result is dropped.
    ///   - failed: the event for an error; without it the error is offered to ``State/failed(_:)``.
    public final func run<Result: Sendable>(
        _ name: String, whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform(.run(Result.self), policy, { (_: ActivityHandle<Top.Event>) in try await work() }, done, failed, name) }

    /// Runs work that has a name and sends events while it runs.
    ///
    /// See the `run` with a name for what the name does, and the `run` with a handle for everything else.
    public final func run<Result: Sendable>(
        _ name: String, whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable (ActivityHandle<Top.Event>) async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform(.run(Result.self), policy, work, done, failed, name) }

    /// Listens to a sequence under a name, by which a restored state listens to it again.
    ///
    /// See the `run` with a name for what the name does, and the `listen` without one for everything else.
    public final func listen<Elements: AsyncSequence & Sendable>(
        _ name: String, to sequence: Elements, whenRestored policy: ActivityPolicy = .failed,
        _ event: @escaping @Sendable (Elements.Element) -> Top.Event,
        done: (@Sendable () -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { follow(sequence, policy, event, done, failed, name) }
}

extension TopState {
    /// Runs work that goes on as long as the chart runs; as in states, see ``Subvertex``. All active states are asked
    /// about its events.
    ///
    /// Reaching a final state directly inside the top does not wait for it.
    public final func run<Result: Sendable>(
        whenRestored policy: ActivityPolicy = .failed, _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform(.run(Result.self), policy, { (_: ActivityHandle<Event>) in try await work() }, done, failed) }

    /// Runs work that goes on as long as the chart runs, and sends events meanwhile; as in states, see ``Subvertex``.
    public final func run<Result: Sendable>(
        whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable (ActivityHandle<Event>) async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform(.run(Result.self), policy, work, done, failed) }

    /// Sends the chart an event for every element of a sequence; as in states, see ``Subvertex``.
    public final func listen<Elements: AsyncSequence & Sendable>(
        to sequence: Elements, whenRestored policy: ActivityPolicy = .failed,
        _ event: @escaping @Sendable (Elements.Element) -> Event,
        done: (@Sendable () -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { follow(sequence, policy, event, done, failed) }

    /// Runs work that has a name and goes on as long as the chart runs; as in states, see ``Subvertex``.
    public final func run<Result: Sendable>(
        _ name: String, whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform(.run(Result.self), policy, { (_: ActivityHandle<Event>) in try await work() }, done, failed, name) }

    /// Runs work that has a name and sends events while it runs; as in states, see ``Subvertex``.
    public final func run<Result: Sendable>(
        _ name: String, whenRestored policy: ActivityPolicy = .failed,
        _ work: @escaping @Sendable (ActivityHandle<Event>) async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform(.run(Result.self), policy, work, done, failed, name) }

    /// Listens to a sequence under a name; as in states, see ``Subvertex``.
    public final func listen<Elements: AsyncSequence & Sendable>(
        _ name: String, to sequence: Elements, whenRestored policy: ActivityPolicy = .failed,
        _ event: @escaping @Sendable (Elements.Element) -> Event,
        done: (@Sendable () -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { follow(sequence, policy, event, done, failed, name) }
}

extension StateNode {
    final func perform<Event: Sendable, Result: Sendable>(
        _ kind: Activity.Kind, _ policy: ActivityPolicy,
        _ work: @escaping @Sendable (ActivityHandle<Event>) async throws -> Result,
        _ done: (@Sendable (Result) -> Event)?, _ failed: (@Sendable (any Error) -> Event)?, _ name: String? = nil,
        as face: @autoclosure () -> ActivityFace? = nil
    ) {
        let function: StaticString =
            switch kind {
            case .listen: "listen(to:)"
            case .run, .saved: "run(_:done:failed:)"
            }
        guard let engine else { unbound(function) }
        checkIsolation(function)
        guard let services = engine.services(for: index, function) else { return }
        let failure = failed.map { failed in { @Sendable (error: any Error) -> any Sendable in failed(error) } }
        services.run(
            index,
            Activity(
                kind: kind, name: name, policy: policy, failure: failure,
                simulated: services.isSimulated ? SimulatedWork(face() ?? ActivityFace(done, failed)) : nil,
                work: { handle in
                    do {
                        let result = try await work(ActivityHandle(deliver: handle))
                        return done.map { .event($0(result)) } ?? .silently
                    } catch {
                        return failed.map { .failed($0(error)) } ?? .failure(error)
                    }
                }))
    }

    final func follow<Event: Sendable, Elements: AsyncSequence & Sendable>(
        _ sequence: Elements, _ policy: ActivityPolicy, _ event: @escaping @Sendable (Elements.Element) -> Event,
        _ done: (@Sendable () -> Event)?, _ failed: (@Sendable (any Error) -> Event)?, _ name: String? = nil
    ) {
        let ended = done.map { done in { @Sendable (_: SequenceEnd) in done() } }
        let work: @Sendable (ActivityHandle<Event>) async throws -> SequenceEnd = { send in
            for try await element in sequence { send(event(element)) }
            return SequenceEnd()
        }
        perform(
            .listen(Elements.Element.self), policy, work, ended, failed, name, as: ActivityFace(event, done, failed))
    }
}

private struct SequenceEnd: Sendable {}
