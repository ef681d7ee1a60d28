import Observation

/// What a terminal has of observable objects: word that something has changed, as SwiftUI takes it to draw again.
public enum Changes {
    /// An element whenever something has changed that `read` reads. Ends with the task that reads it.
    @MainActor
    public static func of<Value>(_ read: @escaping @MainActor () -> Value) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        follow(read, continuation)
        return changes
    }

    @MainActor
    private static func follow<Value>(
        _ read: @escaping @MainActor () -> Value, _ continuation: AsyncStream<Void>.Continuation
    ) {
        withObservationTracking {
            _ = read()
        } onChange: {
            // The word comes before the change.
            Task { @MainActor in
                // Nobody reads any more.
                if case .terminated = continuation.yield() { return }
                follow(read, continuation)
            }
        }
    }
}
