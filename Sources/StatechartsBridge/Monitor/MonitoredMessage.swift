public import Statecharts

/// What a monitor is told about a message of a system in another process.
public struct MonitoredMessage: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the process that has told.
    public let process: String
    /// The number that it has in the system there.
    public let number: UInt64
    /// What it is known by in all processes (`MessageIdentity` as text).
    public let identity: String
    /// The identity of the message that caused it.
    public let cause: String?
    /// When it was sent, in seconds since the first of January 1970, 0:00 UTC.
    public let date: Double
    /// The port that it left, with the name of the sender.
    public let sender: String
    /// The ports that it arrived at; empty while it is held.
    public let receivers: [String]
    /// The type of the message.
    public let type: String
    /// The message as text.
    public let message: String
    /// Whether it came there from another process.
    public let isForeign: Bool

    /// Makes it of the record of a message, for a process of this name.
    public init(_ record: MessageRecord, in process: String) {
        self.process = process
        number = record.id.number
        identity = record.identity.description
        cause = record.causeIdentity?.description
        date = record.timeSince1970 / .seconds(1)
        sender = record.sender.description
        receivers = record.receivers.map(\.description)
        type = record.type
        message = "\(record.message)"
        isForeign = record.isForeign
    }

    /// Makes it of a message that a paused system holds.
    public init(_ held: HeldMessage, in process: String) {
        self.process = process
        number = held.id.number
        identity = held.identity.description
        cause = held.causeIdentity?.description
        date = held.timeSince1970 / .seconds(1)
        sender = held.sender.description
        receivers = []
        type = held.type
        message = "\(held.message)"
        isForeign = held.isForeign
    }

    /// `shop #2 Shop.orders → Kitchen.orders: pizza`
    public var description: String {
        "\(process) #\(number) \(sender)" + (receivers.isEmpty ? "" : " → " + receivers.joined(separator: ", "))
            + ": \(message)"
    }
}

extension MonitoredMessage {
    /// Messages of one or several processes as trees, each under the one that caused it: a line for each record.
    ///
    /// What one message was in the process that it went to stands under what it was in the one that it came from.
    public static func tree(_ messages: some Sequence<MonitoredMessage>) -> [String] {
        let ordered = messages.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        // The first record of a message is that of its sender.
        var places: [String: Int] = [:]
        for (place, message) in ordered.enumerated() where !message.isForeign { places[message.identity] = place }
        for (place, message) in ordered.enumerated() where places[message.identity] == nil {
            places[message.identity] = place
        }
        // What a message has caused stands under its record in the same process.
        var arrivals: [[String]: Int] = [:]
        for (place, message) in ordered.enumerated() { arrivals[[message.identity, message.process]] = place }
        var children: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (place, message) in ordered.enumerated() {
            let own = places[message.identity]
            let superior = own == place ? message.cause.flatMap { arrivals[[$0, message.process]] ?? places[$0] } : own
            if let superior, superior != place {
                children[superior, default: []].append(place)
            } else {
                roots.append(place)
            }
        }
        // What others have told may be a ring: a record is drawn once.
        var lines: [String] = [], drawn: Set<Int> = []
        func draw(_ place: Int, _ first: String, _ rest: String) {
            guard drawn.insert(place).inserted else { return }
            lines.append(first + ordered[place].description)
            let inner = children[place] ?? []
            for child in inner {
                let isLast = child == inner.last
                draw(child, rest + (isLast ? "└─ " : "├─ "), rest + (isLast ? "   " : "│  "))
            }
        }
        for root in roots { draw(root, "", "") }
        return lines
    }
}

/// A component of a system in another process.
public struct MonitoredMember: Sendable, Hashable, Codable {
    /// What the system calls it.
    public let name: String
    /// The class of its chart; empty for a component without one.
    public let type: String
    /// Its ports and the types of their messages: `in orders: Int`.
    public let ports: [String]
}

/// What a ``MonitorService`` tells.
public enum MonitorReport: Sendable, Hashable, Codable {
    /// The components and connections, whenever one came or went.
    case system(members: [MonitoredMember], connections: [String])
    /// The configuration of a machine, whenever it has changed.
    case configuration(member: String, String)
    /// A message was delivered.
    case message(MonitoredMessage)
    /// What came of a command: a text for people, or why it was not done, and what is held.
    case answer(number: Int, isDone: Bool, text: String, held: [MonitoredMessage])
}

/// What a ``Monitor`` asks for.
public struct MonitorCommand: Sendable, Hashable, Codable {
    /// What is to be done.
    public enum Verb: String, Sendable, Hashable, Codable {
        /// Nothing: the answer has what is held.
        case look
        /// As `System.pause()`, `System.step(_:)` and `System.resume()`.
        case pause, step, resume
        /// From now on the lines of a recording come to ``Monitor/recording``, if the service has one.
        case record
    }
    let number: Int
    let verb: Verb
    let message: UInt64?
}
