/// What fingers do on a screen, and what an event wants them to do.
public struct Gesture: Sendable, Hashable, Codable {
    /// The classes of touch events.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case touch, tap, longPress, pan, swipe, pinch, rotate
    }

    /// Where a swipe goes.
    public enum Direction: String, FieldLiteral {
        case right, left, up, down
    }

    /// The class.
    public let kind: Kind
    /// How many fingers; of an event `nil` for any.
    public let fingersCount: Int?
    /// How long a press lasts, in seconds; of an event at least.
    public let pressDuration: Double?
    /// Where a swipe goes; of an event `nil` for anywhere.
    public let swipeDirection: Direction?

    /// Makes a gesture.
    public init(
        _ kind: Kind, fingersCount: Int? = nil, pressDuration: Double? = nil, swipeDirection: Direction? = nil
    ) {
        self.kind = kind
        self.fingersCount = fingersCount
        self.pressDuration = pressDuration
        self.swipeDirection = swipeDirection
    }

    /// `longPress`, `swipe down`; `nil` for a tap and for any touch, which a plain button stands for.
    var text: String? {
        switch kind {
        case .tap, .touch: nil
        case .longPress, .pan, .pinch, .rotate: kind.rawValue
        case .swipe: (["swipe"] + [swipeDirection?.rawValue].compactMap(\.self)).joined(separator: " ")
        }
    }
}

extension Gesture {
    /// True if a gesture is what this one of an event wants, apart from its class.
    func fits(_ gesture: Gesture) -> Bool {
        if let fingersCount, fingersCount != gesture.fingersCount { return false }
        if let swipeDirection, swipeDirection != gesture.swipeDirection { return false }
        if let pressDuration { return pressDuration <= gesture.pressDuration ?? 0 }
        return true
    }

    /// The classes of events that get a gesture of this class, the first that has one: each swipe is a pan too, and any
    /// gesture is a touch.
    var classes: [Kind] {
        switch kind {
        case .touch: [.touch]
        case .swipe: [.swipe, .pan, .touch]
        case .tap, .longPress, .pan, .pinch, .rotate: [kind, .touch]
        }
    }
}
