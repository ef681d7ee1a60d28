// How a run of a supervisor begins and ends, and what it is asked meanwhile.

extension Supervisor {
    /// Answers whether the supervisor was not running.
    /// - Parameter child: what it is to the supervisor above that runs it, if one does.
    func beginRunning(as child: SupervisedSupervisor? = nil) -> Bool {
        contents.withLock { contents in
            if contents.isRunning { return false }
            (contents.isRunning, contents.takesRequests) = (true, true)
            contents.runner = child.map { ObjectIdentifier($0) }
            return true
        }
    }

    /// Whether there is a run, and it is not of this child.
    func isRun(otherThanAs child: SupervisedSupervisor) -> Bool {
        contents.withLock { $0.isRunning && $0.runner != ObjectIdentifier(child) }
    }

    /// Whether a supervisor is this one, or below it.
    func leads(to other: Supervisor) -> Bool {
        var known: Set<ObjectIdentifier> = [], rest = [self]
        while let next = rest.popLast() {
            if next === other { return true }
            guard known.insert(ObjectIdentifier(next)).inserted else { continue }
            rest += next.children.compactMap { ($0 as? SupervisedSupervisor)?.supervisor }
        }
        return false
    }

    /// The end of a run, after which another one may begin.
    /// - Parameter endsStreams: whether nobody is told of a run that follows.
    func endRunning(endsStreams: Bool) {
        // Whoever subscribes from now on wants to know of the next run.
        let (requests, subscribers) = contents.withLock { contents in
            (contents.isRunning, contents.takesRequests) = (false, false)
            contents.runner = nil
            contents.listener = nil
            return (contents.takeRequests(), endsStreams ? contents.takeSubscribers() : [])
        }
        for case .remove(let child, let reply) in requests {
            child.dismiss()
            reply.resume()
        }
        callingOut()
        for subscriber in subscribers { subscriber.finish() }
    }

    /// Has somebody told whenever there are requests.
    func listen(_ listener: @escaping @Sendable () -> Void) { contents.withLock { $0.listener = listener } }

    func takeRequests() -> [Request] { contents.withLock { $0.takeRequests() } }

    /// What is to be done before the run may end; `nil` if that is nothing, and the run takes no requests any more.
    func requestsOrEnd() -> [Request]? {
        contents.withLock { contents in
            if !contents.requests.isEmpty { return contents.takeRequests() }
            contents.takesRequests = false
            return nil
        }
    }
}
