//     apart ──begin──▶ greeting ──hello──▶ running        cut leads from greeting and running back to apart,
//       ▲                                     │            and an end from everywhere to over
//       └───────────────── cut ───────────────┘

/// The decisions of a bridge: what is said when, what is taken, what is said again. It calls nobody; what is to be done
/// is its answer.
struct Session: Sendable {
    enum Phase: Sendable, Hashable {
        /// There is no connection.
        case apart
        /// There is one, and the other side has not said hello.
        case greeting
        case running
        /// There will be no connection any more.
        case over
    }

    struct Export: Sendable {
        let offer: ChannelOffer
        /// How many messages may wait for credit here, encoded. Others wait in the buffer of the export, where policies
        /// drop them.
        let ahead: Int
        var waiting = PieceQueue<Void>()
        /// How many messages may be sent in this session, and how many were.
        var granted: UInt64 = 0
        var sent: UInt64 = 0
        /// How many of those that were sent have not been acknowledged.
        var inFlight = 0
        /// Whether the other side takes the channel; `nil` while there is no connection, and before its hello.
        var isWanted: Bool?
        /// True if what is sent is for nobody. Jobs of a point-to-point channel are for somebody else then.
        var isUnheard: Bool { isWanted == false && offer.kind == .publish }
    }

    struct Import: Sendable {
        let offer: ChannelOffer
        /// How many messages may be under way. For point-to-point channels a message has to find its receiver ready.
        var window: Int
        /// Whether the port says when its receiver is ready, and whether that is waited for.
        let tellsReadiness: Bool
        var waitsForReadiness = false
        /// How many messages came in this session, how many of these are in their port.
        var received = 0
        var arrived = 0
        /// How many may come, and how many of these the other side was told on this connection.
        var granted = 0
        var told = 0
    }

    var phase = Phase.apart
    /// True while there is no peer, and none is waited for: what is sent is for nobody.
    var isVacant = false
    let name: String
    let number: UInt64
    let limits: BridgeLimits
    var exports: [Export]
    /// By the place of the export.
    var headerWriters: [HeaderWriter]
    var imports: [Import]
    /// The places of imports by their names.
    let places: [String: Int]
    /// The place of the message before: most often that of the next one too.
    var lastPlace = 0

    var peer: Hello?
    var unacknowledged = Unacknowledged()
    /// The next message that is to be written on this connection.
    var nextToWrite: UInt64 = 1
    /// The last message that came, and the last one that the other side was told to have come.
    var received: UInt64 = 0
    var acknowledged: UInt64 = 0

    var owesHello = false
    var owesCredits = false
    var owesPong = false
    var owesPing = false
    var awaitsPong = false
    var owesMembers = false
    var members: [RemoteMember]?
    /// How many lists of the other side's members have come, how many of them since the last look, and the newest one
    /// if there were too many.
    var shownCount: UInt64 = 0
    var shownLately = 0
    var notShown: [RemoteMember]?
    /// The last frame of this side: after it nothing is written.
    var farewell: Frame?
    var isMute = false
    /// What is done about the end of the session.
    var ending = Ending.open
    /// Whether the bridge has places for several others: each keeps to whoever has it, also while he is away.
    var isOneOfSeveral = false
    /// Whether bye was said on this connection, and whether the other side has said it in this session.
    var saidBye = false
    var heardBye = false
    /// How often bye was said since a message came last.
    var byeCount = 0
    /// Whether there was no connection at the last look already that was only wanted for the end.
    var hasLingered = false
    /// Whether anything has come over the connection since the last look.
    var heardLately = false
    /// Whether frames are being taken, so that what is written meanwhile is written together.
    var isInBatch = false
    /// Whether something has come over the present connection, or has been acknowledged, or it has lasted.
    var hasProgress = false
    /// Sessions of others that this one has gone on from to another: it has nothing to say to them any more.
    var former: [UInt64] = []
    /// What the watchman saw last: messages that wait for an acknowledgement, from this one on.
    var watched: Watched?

    struct Watched: Sendable, Equatable {
        let phase: Phase
        let first: UInt64
        let awaitsPong: Bool
        let saidBye: Bool
        let received: UInt64
    }

    init(
        name: String, number: UInt64, limits: BridgeLimits, exports: [(offer: ChannelOffer, ahead: Int)],
        imports: [(offer: ChannelOffer, tellsReadiness: Bool)]
    ) {
        self.name = name
        self.number = number
        self.limits = limits
        self.exports = exports.map { Export(offer: $0.offer, ahead: $0.ahead) }
        headerWriters = exports.map { HeaderWriter($0.offer.channel) }
        self.imports = imports.map {
            Import(offer: $0.offer, window: limits.saneWindow, tellsReadiness: $0.tellsReadiness)
        }
        places = Dictionary(uniqueKeysWithValues: imports.enumerated().map { ($1.offer.channel, $0) })
    }

    // MARK: Connections

    /// There is a connection. Answers whether it is wanted.
    /// - Parameter saysHello: false where the other side has to say first who it is.
    mutating func begin(saysHello: Bool = true) -> Bool {
        switch phase {
        case .apart:
            phase = .greeting
            nextToWrite = unacknowledged.first
            (owesHello, owesCredits, owesPong, owesPing, awaitsPong) = (saysHello, false, false, false, false)
            (isMute, farewell, hasProgress, watched) = (false, nil, false, nil)
            (saidBye, heardLately) = (false, false)
            return true
        case .over: return false
        case .greeting, .running: preconditionFailure("a session has one connection at a time")
        }
    }

    /// The connection has ended.
    mutating func cut() {
        isInBatch = false
        switch phase {
        case .greeting, .running: phase = .apart
        case .apart, .over: break
        }
        // Somebody else may come, unless that one has a place of his own.
        if !isOneOfSeveral { for place in exports.indices { exports[place].isWanted = nil } }
    }

    /// There will be no other connection. What is still to be said is `farewell`.
    mutating func end(_ farewell: Frame?) {
        phase = .over
        self.farewell = farewell
    }

    /// On this connection nothing more is said but this.
    mutating func part(_ farewell: Frame) { self.farewell = farewell }
}
