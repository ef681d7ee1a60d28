// How a run of a supervisor begins and ends, and what it is asked meanwhile.

extension Supervisor {
    /// Answers whether the supervisor was not running.
    func beginRunning() -> Bool {
        contents.withLock { contents in
            if contents.isRunning { return false }
            (contents.isRunning, contents.takesRequests) = (true, true)
            return true
        }
    }

    /// The end of a run, after which another one may begin.
    /// - Parameter endsStreams: whether nobody is told of a run that follows.
    func endRunning(endsStreams: Bool) {
        // Whoever subscribes from now on wants to know of the next run.
        let (requests, subscribers) = contents.withLock { contents in
            (contents.isRunning, contents.takesRequests) = (false, false)
            contents.listener = nil
            defer { contents.requests = [] }
            return (contents.requests, endsStreams ? contents.takeSubscribers() : [])
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

    func takeRequests() -> [Request] {
        contents.withLock { contents in
            defer { contents.requests = [] }
            return contents.requests
        }
    }

    /// What is to be done before the run may end; `nil` if that is nothing, and the run takes no requests any more.
    func requestsOrEnd() -> [Request]? {
        contents.withLock { contents in
            if contents.requests.isEmpty {
                contents.takesRequests = false
                return nil
            }
            defer { contents.requests = [] }
            return contents.requests
        }
    }
}
