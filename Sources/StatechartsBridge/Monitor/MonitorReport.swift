import Statecharts

/// A component of a system in another process.
public struct MonitoredMember: Sendable, Hashable, Codable {
    /// What the system calls it.
    public let name: String
    /// The class of its chart; empty for a component without one.
    public let type: String
    /// What the system calls the composite that it is inside of; `nil` for a component that is inside none.
    public let composite: String?
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
    /// What came of a command: a text for people, or why it was not done, the first of the messages that are held and
    /// how many there are, and how many messages were not told because the monitor did not take them in time.
    case answer(
        number: Int, isDone: Bool, text: String, held: [MonitoredMessage], heldCount: Int, dropped: Int)
}

// A report has to go into a frame.

extension MonitorReport {
    /// The most held messages that an answer has.
    static let mostHeld = 100
    private static let most = 1_000

    /// What there is in a system; of many components and connections the first, and how many more there are.
    static func system(of system: System) -> MonitorReport {
        let members = system.members, connections = system.connections
        let composites = members.composites
        var shown = members.prefix(most).map { MonitoredMember($0, inside: composites[$0.id]) }
        if members.count > most {
            let name = "… and \(members.count - most) more"
            shown.append(MonitoredMember(name: name, type: "", composite: nil, ports: []))
        }
        var lines = connections.prefix(most).map { $0.description.clipped(200) }
        if connections.count > most { lines.append("… and \(connections.count - most) more") }
        return .system(members: shown, connections: lines)
    }
}

extension String {
    /// The beginning, where it is longer than people read.
    func clipped(_ limit: Int = 2_000) -> String {
        utf8.count <= limit ? self : String(prefix(limit / 4)) + "…"
    }
}

extension [String] {
    /// The first ones, and how many more there are.
    func clipped(_ limit: Int = 20) -> [String] {
        let texts = prefix(limit).map { $0.clipped(200) }
        return count > limit ? texts + ["… and \(count - limit) more"] : texts
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
