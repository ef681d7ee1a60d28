extension Terminal {
    /// Something to react to in a session.
    public enum Happening: Sendable {
        /// A key, or another size of the window.
        case input(TerminalInput)
        /// What is shown has changed.
        case change
    }

    /// Keys, and changes of what is shown, whichever comes first. Begins with a change, for the first drawing, and ends
    /// with the keys.
    ///
    /// To be called once in a session, and read by the one task that draws, so that an older drawing never comes after
    /// a newer one.
    public func happenings<Changes: AsyncSequence & Sendable>(and changes: Changes) -> AsyncStream<Happening>
    where Changes.Failure == Never {
        let (stream, continuation) = AsyncStream.makeStream(of: Happening.self)
        continuation.yield(.change)
        let following = Task {
            for await _ in changes { continuation.yield(.change) }
        }
        let inputs = inputs
        Task {
            for await input in inputs { continuation.yield(.input(input)) }
            continuation.finish()
            following.cancel()
        }
        return stream
    }
}
