/// Why a link or a bridge has come to its end: what happened, where, and what to do.
///
/// ``code`` is what this side has found out by itself. What the other side has reported is in ``peer``, and has a type
/// of its own: nothing that another process says counts as something that has happened here.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What this side has found out.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The two sides do not fit: version, channels or types. The description has both sides.
        case refused
        /// What came is no frame of the format, or one that must not come now.
        case malformed
        /// A frame was announced that is longer than this side allows.
        case tooLong
        /// A message came for which this side had given no credit.
        case flood
        /// The other side has not answered for longer than ``BridgeLimits/patience``, or has not answered a ping.
        case silent
        /// Messages are missing: a link has lost them or changed their order.
        case gap
        /// The connection broke.
        case cut
        /// There is nobody at the other end, or no way to it.
        case unreachable
        /// The bridge or the link was closed on this side.
        case closed
        /// The other side has ended the connection and has said why: see ``BridgeError/peer``.
        case peer
    }

    /// What kind of end it was.
    public let code: Code
    /// What happened, where, and what to do.
    public let message: String
    /// What the other side has said, if it has ended the connection with an error; otherwise `nil`.
    public let peer: PeerError?

    /// Makes an error, for links of your own.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        peer = nil
    }

    /// The message and the code in one line.
    public var description: String { "\(message) [\(code.rawValue)]" }

    /// What the other side has said.
    init(_ peer: PeerError) {
        code = .peer
        message = "the other side says: \(peer.text)"
        self.peer = peer
    }

    /// Whether the same messages may come through on another connection.
    var isPassing: Bool {
        switch code {
        case .silent, .gap, .cut, .unreachable: true
        case .refused, .malformed, .tooLong, .flood, .closed: false
        case .peer: peer?.isPassing ?? true
        }
    }
}

/// An error as the other side of a bridge has reported it, in a frame.
///
/// It is what another process says, perhaps an unknown one. So it is not a ``BridgeError/Code``, and the two cannot be
/// compared: `error.peer?.code == .busy` is what the other side has reported, `error.code == .silent` what was found
/// here.
public struct PeerError: Sendable, Hashable, CustomStringConvertible {
    /// What kind of error the other side has reported.
    public enum Code: Sendable, Hashable {
        /// Version, channels or types do not fit, it says.
        case refused
        /// It has got what is no frame of the format, or one that must not come then.
        case malformed
        /// A frame was announced to it that is longer than it allows.
        case tooLong
        /// It has got a message for which it had given no credit.
        case flood
        /// It has waited too long for an answer.
        case silent
        /// It misses messages.
        case gap
        /// It serves as many as it can: try again later.
        case busy
        /// A word that the format does not know, at most forty characters of it.
        case other(String)
    }

    /// The kind of error.
    public let code: Code
    /// Its text for people, at most two thousand characters.
    public let text: String

    init(code: String, text: String) {
        self.code = Code(code)
        self.text = String(text.prefix(2_000))
    }

    /// The code and the text.
    public var description: String { "\(code): \(text)" }

    /// Whether it asks this side, or lets it, to come again with the same messages.
    var isPassing: Bool {
        switch code {
        case .silent, .gap, .busy: true
        case .refused, .malformed, .tooLong, .flood, .other: false
        }
    }
}

extension PeerError.Code: CustomStringConvertible {
    /// Reads the word of a frame.
    init(_ word: String) {
        self = Self.known.first { $0.description == word } ?? .other(String(word.prefix(40)))
    }

    private static let known: [Self] = [.refused, .malformed, .tooLong, .flood, .silent, .gap, .busy]

    /// The word as it appears in the frame.
    public var description: String {
        switch self {
        case .refused: "refused"
        case .malformed: "malformed"
        case .tooLong: "tooLong"
        case .flood: "flood"
        case .silent: "silent"
        case .gap: "gap"
        case .busy: "busy"
        case .other(let word): word
        }
    }
}

extension BridgeError {
    /// The word for the other side, if it is to hear of this error: not where it knows, or where it is not concerned.
    var told: PeerError.Code? {
        switch code {
        case .refused: .refused
        case .malformed: .malformed
        case .tooLong: .tooLong
        case .flood: .flood
        case .silent: .silent
        case .gap: .gap
        case .cut, .unreachable, .closed, .peer: nil
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
    /// How long the other side may be silent while something is expected from it: it is given up between once and twice
    /// this later. If it is silent while nothing is due, it is asked by a ping after twice this at the latest, and has
    /// this time to answer.
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

/// How far a bridge is: connecting, connected, or at its end.
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
