import Statecharts

/// A component of a system in another process.
public struct MonitoredMember: Sendable, Hashable, Codable {
    /// What the system calls it.
    public let name: String
    /// The class of its chart; empty for a component without one.
    public let type: String
    /// The system's name for the composite that contains it; `nil` for a component that is inside none.
    public let composite: String?
    /// Its ports and the types of their messages: `in orders: Int`.
    public let ports: [String]
}

/// What a ``MonitorService`` reports.
public enum MonitorReport: Sendable, Hashable, Codable {
    /// The components and connections, whenever one came or went.
    case system(members: [MonitoredMember], connections: [String])
    /// The first of the components and connections, if they are too many for one frame. Others follow, the last ones as
    /// ``system(members:connections:)``. A ``Monitor`` puts them together, so that its reports have whole systems only.
    case part(members: [MonitoredMember], connections: [String])
    /// The configuration of a machine, whenever it has changed.
    case configuration(member: String, String)
    /// A message was delivered.
    case message(MonitoredMessage)
    /// The result of a command: a text for people, or why it was not done, the first of the messages that are held and
    /// how many there are, and how many messages were left out because the monitor did not take them in time.
    case answer(
        number: Int, isDone: Bool, text: String, held: [MonitoredMessage], heldCount: Int, dropped: Int)
}

// A report has to go into a frame.

extension MonitorReport {
    /// The most held messages that an answer has.
    static let mostHeld = 100
    /// The most components that are told, and the most connections.
    static let most = 100_000
    /// The longest part of a system: many of them go into the queue of a monitor.
    private static let longestPart = 1 << 16

    /// The connections as text, the first ones and how many more there are.
    static func lines(of connections: [System.Link]) -> [String] {
        let lines = connections.prefix(most).map { $0.description.clipped(200) }
        return connections.count > most ? lines + ["… and \(connections.count - most) more"] : lines
    }

    /// What there is in a system, in as many reports as it takes for frames of this length. The last one is `.system`.
    static func parts(of members: [System.Member], _ connections: [String], within length: Int) -> [MonitorReport] {
        let composites = members.composites
        var told = members.prefix(most).map { MonitoredMember($0, inside: composites[$0.id]) }
        if members.count > most {
            let name = "… and \(members.count - most) more"
            told.append(MonitoredMember(name: name, type: "", composite: nil, ports: []))
        }
        // Around it are the header of a message, and the names of the case.
        let room = min(length, longestPart) - 512
        var parts: [MonitorReport] = [], left = room
        var memberPart: [MonitoredMember] = [], linePart: [String] = []
        func fits(_ size: Int) -> Bool {
            left -= size + 1
            if left >= 0 { return true }
            left = room - size - 1
            return false
        }
        for member in told {
            let member = member.fitting(room)
            if !fits(member.encodedLength) {
                parts.append(.part(members: memberPart, connections: []))
                memberPart = []
            }
            memberPart.append(member)
        }
        for line in connections {
            if !fits(line.encodedLength) {
                parts.append(.part(members: memberPart, connections: linePart))
                (memberPart, linePart) = ([], [])
            }
            linePart.append(line)
        }
        return parts + [.system(members: memberPart, connections: linePart)]
    }

    /// How many bytes a report takes in a frame.
    static func length(_ report: MonitorReport) -> Int { report.encodedLength }

    /// The first messages that go into so many bytes.
    static func fitting(_ messages: [MonitoredMessage], in room: Int) -> [MonitoredMessage] {
        var left = room
        return messages.prefix { message in
            left -= message.encodedLength + 1
            return left >= 0
        }.map { $0 }
    }
}

extension Encodable {
    /// How many bytes it takes in a frame.
    fileprivate var encodedLength: Int {
        var writer = JSONWriter()
        guard let body = try? MessageBody(self) else { return 0 }
        body.write(to: &writer)
        return writer.bytes.count
    }
}

extension MonitoredMember {
    /// Without its ports, if it is too long with them.
    fileprivate func fitting(_ room: Int) -> MonitoredMember {
        if encodedLength < room { return self }
        return MonitoredMember(
            name: name.clipped(64), type: type.clipped(64), composite: composite?.clipped(64),
            ports: ["… \(CountText.of(ports.count, "port"))"])
    }
}

extension MonitoredMember {
    init(_ member: System.Member, inside composite: String?) {
        self.init(
            name: member.name.clipped(200), type: member.type.clipped(200), composite: composite?.clipped(200),
            ports: member.ports.map { "\($0.direction == .input ? "in" : "out") \($0.label.name): \($0.type)" }
                .clipped())
    }
}

/// What a ``Monitor`` asks for.
public struct MonitorCommand: Sendable, Hashable, Codable {
    /// What is to be done.
    public enum Verb: String, Sendable, Hashable, Codable {
        /// Nothing: the answer has what is held. Everything that is so now has been reported before it, including the
        /// present configurations, except of machines whose actors do something else for a second.
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
