import Statecharts

/// What the two sides of a bridge tell each other. The article *Bridges between processes* describes how it is written.
enum Frame: Sendable, Hashable {
    case hello(Hello)
    case message(MessageFrame, body: Range<Int>)
    /// All messages up to this number have come.
    case acknowledgement(UInt64)
    /// So many messages of the channel may have been sent since the beginning of the session.
    case credit(channel: String, upTo: UInt64)
    case ping, pong
    /// The components of the sender's system.
    case members([RemoteMember])
    /// The sender has no more to say, and all its messages were acknowledged. Either it waits for what the other side
    /// has under way and for that one's bye, or it has gone and hears nothing any more.
    case bye(waits: Bool)
    case error(code: String, text: String)

    /// How many bytes of a frame are kept free for numbers: those of a hello, which grow, and that of a message with
    /// what stands before it.
    static let roomForNumbers = 64

    /// What is said to one too many.
    /// - Parameter count: how many are served.
    static func busy(_ place: String, _ count: Int) -> Frame {
        .error(
            code: PeerError.Code.busy.description, text: "\(place) serves as many as it can (\(count)); try again later"
        )
    }
}

/// What each side says first.
struct Hello: Sendable, Hashable {
    static let protocolName = "statecharts-bridge"
    static let currentVersion: UInt64 = 1

    var protocolName = Self.protocolName
    var version = Self.currentVersion
    /// What people call the side.
    var name: String
    /// A random number of the side, the same for all connections of its session.
    var session: UInt64
    /// The session of the other side, as far as known: the two go on with it.
    var peer: UInt64?
    /// The number of the first message that the side will send.
    var next: UInt64
    /// The number of the last message that came from `peer`.
    var received: UInt64
    var exports: [ChannelOffer]
    var imports: [ChannelOffer]
}

/// A channel as a side describes it.
@usableFromInline
struct ChannelOffer: Sendable, Hashable {
    let channel: String
    let type: String
    var kind: Kind

    @usableFromInline
    enum Kind: String, Sendable, Hashable {
        /// Every side that imports the channel gets every message.
        case publish
        /// Exactly one receiver gets a message.
        case pointToPoint = "point-to-point"
    }
}

/// What is written before the body of a message.
struct MessageFrame: Sendable, Hashable {
    /// The place of the message among all that the side sends in its session; the first one has 1.
    var number: UInt64
    var channel: String
    var header: MessageHeader
}

/// A component of the system on the other side of a bridge.
struct RemoteMember: Sendable, Hashable {
    struct Port: Sendable, Hashable {
        let name: String
        let isInput: Bool
        let type: String
    }
    let name: String
    let type: String
    /// The name of the composite that it is inside of, if it is inside one.
    var composite: String?
    let ports: [Port]
}
