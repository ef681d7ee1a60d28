// Waiting for room at the other ends, see `OutputPort.sendWaiting(_:)`.

extension OutputStorage {
    @usableFromInline
    func prepare(_ message: Message) -> Preparation {
        guard Tracing.isWatched, !isRelay else { return prepareEnds(message) }
        // The message does not come by here again.
        switch prepareEnds(message) {
        case .ready(let inner): return .ready([ProxiedDelivery(identity: identity, inner: inner)])
        case .waits(let wait):
            return .waits { [identity] in [ProxiedDelivery(identity: identity, inner: try await wait())] }
        }
    }

    private func prepareEnds(_ message: Message) -> Preparation {
        if folds { return .ready([FoldedDelivery(output: self, message: message)]) }
        let links = links
        var prepared: [any PreparedDelivery] = []
        for (position, link) in links.enumerated() {
            switch link.sink.prepare(message) {
            case .ready(let deliveries): prepared += deliveries
            case .waits(let wait):
                let known = prepared
                return .waits { [self] in
                    try await prepareRest(message, known, links[position...], waiting: wait)
                }
            }
        }
        return .ready(prepared)
    }

    func prepareAll(_ message: Message) async throws -> [any PreparedDelivery] {
        switch prepare(message) {
        case .ready(let prepared): return prepared
        case .waits(let wait): return try await wait()
        }
    }

    /// Waits at the first of the ends, and goes on with the others.
    func prepareRest(
        _ message: Message, _ known: [any PreparedDelivery], _ links: ArraySlice<StateMachine.Link>,
        waiting first: @escaping Preparation.Wait
    ) async throws -> [any PreparedDelivery] {
        var prepared = known
        do {
            for link in links {
                let wait: Preparation.Wait
                if link.id == links.first?.id {
                    wait = first
                } else {
                    switch link.sink.prepare(message) {
                    case .ready(let deliveries):
                        prepared += deliveries
                        continue
                    case .waits(let other): wait = other
                    }
                }
                prepared += try await self.wait(at: link.id, wait)
            }
        } catch {
            for delivery in prepared { delivery.cancel() }
            throw error
        }
        return prepared
    }

    /// Waits for room at an end as long as it is connected and the port is not finished.
    private func wait(at link: Int, _ wait: @escaping Preparation.Wait) async throws -> [any PreparedDelivery] {
        let task = Task { try await wait() }
        guard let id = state.withLock({ $0.wait(at: link) { task.cancel() } }) else {
            task.cancel()
            if let prepared = try? await task.value { for delivery in prepared { delivery.cancel() } }
            return []
        }
        defer { _ = state.withLock { $0.endWait(id) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled {
            // Not the sender was cancelled, but this wait: nothing is to come here any more.
            if isFinished { throw finishedError }
            return []
        }
    }

    @usableFromInline
    func sourceFinished() {}
    @usableFromInline
    var following: [any RouteNode] { links.flatMap { ($0.sink as? any RouteNode).map { [$0] } ?? $0.sink.following } }
    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { links.map(\.sink.end) }
}

/// Room behind an output for a message that is watched: it is told by which proxies it has come.
private struct ProxiedDelivery: PreparedDelivery {
    let identity: PortIdentity
    let inner: [any PreparedDelivery]

    func commit(_ origin: TraceContext?) {
        origin?.pass(identity.label)
        identity.commit(inner, origin)
    }
    func cancel() { for delivery in inner { delivery.cancel() } }
}

/// A change for a port that numbers changes, from a proxy that somebody waits at: it gets its number when it is sent.
private struct FoldedDelivery<Message: Sendable>: PreparedDelivery {
    let output: OutputStorage<Message>
    let message: Message

    func commit(_ origin: TraceContext?) { output.send(message, origin: origin) }
    func cancel() {}
}
