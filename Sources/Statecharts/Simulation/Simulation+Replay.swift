// Inputs of a recorded run, fed to a chart one by one. Each answers `false`, and does nothing, if the chart is not
// where the recording was: there is no such timer or activity, or the machine has ended. Events are of the chart that
// the state belongs to, which may be an embedded one.

extension Simulation {
    /// Reads an event of the chart that a state belongs to; `nil` if there is no such state, or its events are not
    /// `Decodable`.
    package func event(of path: String, _ decode: (any Decodable.Type) throws -> Any) rethrows -> (any Sendable)? {
        guard let engine, let node = node(at: path) else { return nil }
        return try engine.store(of: engine.infos[node].scope)?.read(decode)
    }

    /// Lets the first armed timer of a state expire whose event reads like this.
    package func fireTimer(of path: String, reading text: String) async -> Bool {
        let timer = timers.first { $0.state.path == path && ValueText.of($0.event) == text }
        guard let timer else { return false }
        return await fire(timer, movingTime: true)
    }

    /// Takes an event that a port of an embedded chart has brought.
    package func takeMessage(_ event: any Sendable, insideOf top: String) async -> Bool {
        guard let engine, isRunning, let node = node(at: top) else { return false }
        let end = StepDriver(interpreter).receive(event, insideOf: node, engine)
        if case .refused = end { return false }
        await run(from: end)
        return true
    }

    /// Takes an event that an activity of a state has sent.
    package func takeSent(_ event: any Sendable, of path: String) async -> Bool {
        guard let engine, isRunning, let node = node(at: path), activities.contains(where: { $0.node == node })
        else { return false }
        return await begin(event, at: node, engine)
    }

    /// Ends an activity of a state as a recorded one did.
    /// - Parameters:
    ///   - rank: which one, in the order in which they began.
    ///   - event: what it ended with, for the kinds that have one.
    ///   - error: the error as text, and made again from that, if somebody can.
    package func endActivity(
        _ rank: Int, of path: String, _ kind: InputOrigin.Kind, _ event: (any Sendable)?,
        error: (text: String, made: (any Error)?)
    ) async -> Bool {
        guard let engine, isRunning, let services = engine.services, let node = node(at: path) else { return false }
        let known = activities.filter { $0.node == node }
        guard known.indices.contains(rank) else { return false }
        let end: ActivityEnd
        switch kind {
        case .result, .failed:
            guard let event else { return false }
            end = kind == .result ? .event(event) : .failed(event)
        case .silent: end = .silently
        case .error: end = .failure(error.made.map { known[rank].told($0) } ?? ReplayedError(error.text))
        case .timer, .sent: return false
        }
        return await finish(known[rank], end, engine, services)
    }

    private func node(at path: String) -> Int32? {
        guard let engine else { return nil }
        return (0..<Int32(engine.topology.count)).first { engine.topology.path(of: $0) == path }
    }
}

/// Stands for an error that a recording has as text.
package struct ReplayedError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
