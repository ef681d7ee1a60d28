/// Where a user of an application has been: the way back, windows over others, and what has been loaded.
public struct Navigation<Place: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The containers that navigation flows have left, the last one last. Landmarks, data flows and modal windows are
    /// not among them.
    public private(set) var stack: [Place] = []
    /// The modal windows that are shown, the uppermost last.
    public private(set) var windows: [Place] = []
    /// What the user is told, until an action begins or another container is shown.
    public var message: String?
    private var loaded: [Place] = []

    /// Makes a navigation that begins.
    public init() {}

    /// Where `back` leads; `nil` if there is no way back.
    public var previous: Place? { stack.last }

    /// Notes that a container is shown. A stack that has it already is cut there.
    /// - Parameters:
    ///   - target: the innermost container that is shown now.
    ///   - source: the container that a navigation flow has left; `nil` for a landmark.
    public mutating func show(_ target: Place, from source: Place? = nil) {
        message = nil
        if let place = stack.firstIndex(of: target) {
            stack.removeSubrange(place...)
        } else if let source {
            stack.append(source)
        }
    }

    /// Notes that `back` has been taken.
    public mutating func goBack() {
        message = nil
        _ = stack.popLast()
    }

    /// Forgets the way back.
    public mutating func beginAnew() {
        message = nil
        stack = []
    }

    /// True if a container gets the user's events: no modal window is over it.
    public func isOnTop(_ window: Place? = nil) -> Bool { windows.last == window }

    /// Notes that a modal window is shown.
    public mutating func open(_ window: Place) { windows.append(window) }

    /// Notes that a modal window is not shown any more.
    public mutating func close(_ window: Place) { windows.removeAll { $0 == window } }

    /// True if the container has been shown before, which its on-load event asks.
    public func isLoaded(_ container: Place) -> Bool { loaded.contains(container) }

    /// Notes that the container has been shown.
    public mutating func load(_ container: Place) {
        if !isLoaded(container) { loaded.append(container) }
    }
}
