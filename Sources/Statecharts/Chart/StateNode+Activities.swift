/// How an activity sends events to its machine while it runs.
///
/// Calling it posts: it never waits, and events keep their order. It goes dead with its state: from then on, and for events that the machine has not
/// taken yet, nothing arrives any more.
public struct ActivityHandle<Event: Sendable>: Sendable {
    let deliver: @Sendable (any Sendable) -> Bool

    /// Sends an event to the machine.
    /// - Returns: `false` if the machine has come to its end. `true` is no promise that the event arrives: the state may be left before.
    @discardableResult
    public func callAsFunction(_ event: Event) -> Bool { deliver(event) }
}

// Activities of states (UML 2.5.1, 14.2.3.4.5, doActivity; SCXML 6.4, invoke).

extension Subvertex {
    /// Runs work that belongs to the state: it begins now, beside the steps of the machine, and is cancelled when the state is left.
    ///
    ///     override func entry() {
    ///         run { [url = top.url] in try await fetch(url) } done: { .loaded($0) } failed: { .failed($0) }
    ///     }
    ///
    /// A state may run several activities. Each is a task of its own, outside the machine's isolation; what it needs of the chart, it
    /// captures. On leaving the state, before its exit action, the task is cancelled, and whatever it still brings is discarded, also if it is in the mailbox already.
    /// When all activities of a state have ended it is complete, see ``State/completed()``; they also end, without result, with the machine:
    /// by `stop()`, a top-level final state, ``Terminate``, a failure, or when the machine is released.
    ///
    /// Call it from `entry()`, or from effects while the state is active; it traps on a state that is not active or is being left.
    /// In a plain ``Interpreter`` the step fails with ``StepError/Code/needsMachine``.
    /// - Parameters:
    ///   - work: what to do.
    ///   - done: the event for its result; without it the result is dropped.
    ///   - failed: the event for an error; without it the error is offered to ``State/failed(_:)``, innermost state first.
    public final func run<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform("run(_:done:failed:)", { (_: ActivityHandle<Top.Event>) in try await work() }, done, failed) }

    /// Runs work that belongs to the state and sends events on its way.
    ///
    ///     run { send in
    ///         for try await part in parts { send(.progress(part.fraction)) }
    ///     } done: { .complete } failed: { .failed($0) }
    ///
    /// The closure gets a handle that posts to the machine and goes dead with the state. Everything else is as with the `run` without a handle.
    public final func run<Result: Sendable>(
        _ work: @escaping @Sendable (ActivityHandle<Top.Event>) async throws -> Result,
        done: (@Sendable (Result) -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { perform("run(_:done:failed:)", work, done, failed) }

    /// Sends the state an event for every element of a sequence, until the sequence ends or the state is left.
    ///
    ///     override func entry() { listen(to: sensor.readings) { .reading($0) } }
    ///
    /// Listening is an activity, with all that `run(_:done:failed:)` says of one.
    /// - Parameters:
    ///   - sequence: iterated in a task of its own, from now on.
    ///   - event: the event for an element.
    ///   - done: the event for the end of the sequence.
    ///   - failed: the event for an error of the sequence; without it the error is offered to ``State/failed(_:)``.
    public final func listen<Elements: AsyncSequence & Sendable>(
        to sequence: Elements, _ event: @escaping @Sendable (Elements.Element) -> Top.Event,
        done: (@Sendable () -> Top.Event)? = nil, failed: (@Sendable (any Error) -> Top.Event)? = nil
    ) { follow(sequence, event, done, failed) }
}

extension TopState {
    /// Runs work that goes on as long as the chart runs; as in states, see ``Subvertex``.
    ///
    /// Reaching a final state directly inside the top does not wait for it.
    public final func run<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform("run(_:done:failed:)", { (_: ActivityHandle<Event>) in try await work() }, done, failed) }

    /// Runs work that goes on as long as the chart runs, and sends events on its way; as in states, see ``Subvertex``.
    public final func run<Result: Sendable>(
        _ work: @escaping @Sendable (ActivityHandle<Event>) async throws -> Result,
        done: (@Sendable (Result) -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { perform("run(_:done:failed:)", work, done, failed) }

    /// Sends the chart an event for every element of a sequence; as in states, see ``Subvertex``.
    public final func listen<Elements: AsyncSequence & Sendable>(
        to sequence: Elements, _ event: @escaping @Sendable (Elements.Element) -> Event,
        done: (@Sendable () -> Event)? = nil, failed: (@Sendable (any Error) -> Event)? = nil
    ) { follow(sequence, event, done, failed) }
}

extension StateNode {
    final func perform<Event: Sendable, Result: Sendable>(
        _ function: StaticString, _ work: @escaping @Sendable (ActivityHandle<Event>) async throws -> Result,
        _ done: (@Sendable (Result) -> Event)?, _ failed: (@Sendable (any Error) -> Event)?
    ) {
        guard let engine else { unbound(function) }
        guard let services = engine.services(for: index, function) else { return }
        services.run(index) { handle in
            do {
                let result = try await work(ActivityHandle(deliver: handle))
                return done.map { .event($0(result)) } ?? .silently
            } catch {
                return failed.map { .event($0(error)) } ?? .failure(error)
            }
        }
    }

    final func follow<Event: Sendable, Elements: AsyncSequence & Sendable>(
        _ sequence: Elements, _ event: @escaping @Sendable (Elements.Element) -> Event,
        _ done: (@Sendable () -> Event)?, _ failed: (@Sendable (any Error) -> Event)?
    ) {
        let ended = done.map { done in { @Sendable (_: SequenceEnd) in done() } }
        let work: @Sendable (ActivityHandle<Event>) async throws -> SequenceEnd = { send in
            for try await element in sequence { send(event(element)) }
            return SequenceEnd()
        }
        perform("listen(to:)", work, ended, failed)
    }
}

private struct SequenceEnd: Sendable {}
