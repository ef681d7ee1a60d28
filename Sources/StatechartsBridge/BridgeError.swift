/// Why a link or a bridge has come to its end: what happened, where, and what to do.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of end it was.
    public enum Code: String, Sendable, Hashable {
        /// The two sides do not fit: version, channels or types. The description has both sides.
        case refused
        /// What came is no frame of the format, or one that must not come now.
        case malformed
        /// A frame was announced that is longer than this side allows.
        case tooLong
        /// A message came for which this side had given no credit.
        case flood
        /// The other side has not answered for longer than ``BridgeLimits/patience``.
        case silent
        /// Messages are missing: a link has lost them or changed their order.
        case gap
        /// The connection broke.
        case cut
        /// There is nobody at the other end, or no way to it.
        case unreachable
        /// The other side serves as many as it can.
        case busy
        /// The bridge or the link was closed on this side.
        case closed
    }

    /// What kind of end it was.
    public let code: Code
    /// What happened, where, and what to do.
    public let description: String

    /// Makes an error; links of your own do.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Whether the same messages may come through on another connection.
    var isPassing: Bool {
        switch code {
        case .silent, .gap, .cut, .unreachable, .busy: true
        case .refused, .malformed, .tooLong, .flood, .closed: false
        }
    }
}

/// How much a bridge takes, and how long it waits.
public struct BridgeLimits: Sendable, Hashable {
    /// The longest frame in bytes that is read and written.
    public var frameLength: Int
    /// How many messages of a channel may be under way to this side before it has taken the first of them, and how many
    /// that this side has sent may wait for their acknowledgement, whatever the other side allows. From 1 to 2²⁰.
    public var window: Int
    /// How long the other side may be silent while something is waited for from it.
    public var patience: Duration
    /// How long after a failed attempt to connect the next one is made: from the first to the last, doubled each time.
    public var retryDelays: ClosedRange<Duration>
    /// How many attempts to connect in a row may fail before the bridge ends; `nil` for any number.
    public var attempts: Int?

    /// Makes limits; what is not named is as documented here: 1 MiB, 256 messages, 10 seconds, from 50 milliseconds to
    /// 2 seconds, without end.
    ///
    /// Memory for one link is bounded by these: at most `window` messages of `frameLength` for each channel, besides
    /// what the policies of exports keep.
    public init(
        frameLength: Int = 1 << 20, window: Int = 256, patience: Duration = .seconds(10),
        retryDelays: ClosedRange<Duration> = .milliseconds(50)...Duration.seconds(2), attempts: Int? = nil
    ) {
        self.frameLength = min(max(frameLength, 1 << 10), 1 << 30)
        self.window = max(window, 1)
        self.patience = max(patience, .milliseconds(1))
        self.retryDelays = retryDelays
        self.attempts = attempts
    }

    /// The window, also where somebody has set it to nonsense.
    var saneWindow: Int { min(max(window, 1), 1 << 20) }
}

/// Where a bridge stands.
public enum BridgeState: Sendable, Hashable, CustomStringConvertible {
    /// It was not started.
    case new
    /// It waits for the other side.
    case connecting
    /// It is connected with a side of this name.
    case connected(peer: String)
    /// The link broke; what was not acknowledged is sent again when there is a new one.
    case cut(BridgeError)
    /// It has ended: with an error, or without one because one of the sides has closed it.
    case ended(BridgeError?)

    /// The case, with the peer or the error.
    public var description: String {
        switch self {
        case .new: "new"
        case .connecting: "connecting"
        case .connected(let peer): "connected with \(peer)"
        case .cut(let error): "cut: \(error)"
        case .ended(let error): error.map { "ended: \($0)" } ?? "ended"
        }
    }
}
