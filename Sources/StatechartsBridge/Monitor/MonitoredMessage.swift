public import Statecharts

/// What a monitor learns about a message of a system in another process.
public struct MonitoredMessage: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the process that has reported it.
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

    /// Makes it from the record of a message, for a process of this name.
    public init(_ record: MessageRecord, in process: String) {
        self.process = process
        number = record.id.number
        identity = record.identity.description
        cause = record.causeIdentity?.description
        date = record.timeSince1970 / .seconds(1)
        sender = record.sender.description.clipped(200)
        receivers = record.receivers.map(\.description).clipped()
        type = record.type.clipped(200)
        message = ValueText.of(record.message).clipped()
        isForeign = record.isForeign
    }

    /// Makes it from a message that a paused system holds.
    public init(_ held: HeldMessage, in process: String) {
        self.process = process
        number = held.id.number
        identity = held.identity.description
        cause = held.causeIdentity?.description
        date = held.timeSince1970 / .seconds(1)
        sender = held.sender.description.clipped(200)
        receivers = []
        type = held.type.clipped(200)
        message = ValueText.of(held.message).clipped()
        isForeign = held.isForeign
    }

    /// `shop #2 Shop.orders → Kitchen.orders: pizza`
    public var description: String {
        "\(process) #\(number) \(sender)" + (receivers.isEmpty ? "" : " → " + receivers.joined(separator: ", "))
            + ": \(message)"
    }
}

extension MonitoredMessage {
    /// Returns messages of one or several processes as trees, each under the one that caused it: a line for each
    /// record.
    ///
    /// Beyond sixty levels lines are not indented further, and begin with `…`. The record of a message in the process
    /// that it went to is under its record in the process that it came from.
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
        var drawn: Set<Int> = []
        return TreeLines.lines(roots) { place in
            drawn.insert(place).inserted ? ordered[place].description : nil
        } children: { place in
            children[place] ?? []
        }
    }
}
