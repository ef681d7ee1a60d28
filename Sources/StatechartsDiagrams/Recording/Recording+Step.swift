public import Statecharts

extension Recording {
    /// A transition in a step, by places in the chart's graph.
    public struct Transition: Sendable, Hashable, Codable {
        /// The vertex that reacted.
        public let source: Int
        /// Where it led.
        public let targets: [Int]
        /// External, local or internal.
        public let type: ChartGraph.Transition.Kind
        /// The words for its guard.
        public let guardText: String?
    }

    /// A microstep, by places in the chart's graph.
    public struct Microstep: Sendable, Hashable, Codable {
        /// What enabled the transitions, as text.
        public let trigger: String
        /// The transitions taken.
        public let transitions: [Transition]
        /// The transitions that another one excluded.
        public let preempted: [Transition]
        /// What was left, in order.
        public let exits: [Int]
        /// The sources of the effects that ran, in order.
        public let effects: [Int]
        /// What was entered, in order.
        public let entries: [Int]
    }

    /// What triggered a step: the rest of the step follows from it.
    public enum Input: String, Sendable, Hashable, Codable {
        /// The start of the machine.
        case start
        /// An event from outside, a timer, an activity or a port.
        case event
        /// An event that had been deferred.
        case recalled
        /// The end of an activity.
        case activity
        /// A change of data from outside.
        case changed
        /// A call to stop.
        case stop
    }

    /// The timer or activity of a state that an input came from.
    public struct Origin: Sendable, Hashable, Codable {
        /// What it was.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// A timer of the state expired.
            case timer
            /// An activity of the state sent an event, and goes on.
            case sent
            /// An activity of the state ended with an event.
            case result
            /// An activity of the state ended with an event that was made of an error.
            case failed
            /// An activity of the state ended without an event.
            case silent
            /// An activity of the state failed without an event for it.
            case error
        }

        /// The state, by its place in the chart's graph.
        public let state: Int
        /// What it was.
        public let kind: Kind
        /// Which of the state's activities it was, in the order in which they began.
        public let rank: Int
        /// The error, as text.
        public let error: String?
        /// The name of the child machine of the state, if it was one: `player`, `rows[3]`; `nil` for work that the
        /// state does itself.
        public let child: String?
    }

    /// What a child has answered to an action of its owner.
    public struct Answer: Sendable, Hashable, Codable {
        /// The answer as JSON, of an event that was sent the outcome; `nil` if it cannot be written, or there is none.
        public let value: String?
        /// The error, as text, if there is no answer.
        public let error: String?
    }

    /// A step of a machine.
    public struct Step: Sendable, Hashable, Codable {
        /// The machine, by its place in ``Recording/machines``.
        public let machine: Int
        /// Seconds since the recording began, by the recorder's clock.
        public let time: Double
        /// The wall clock, as ISO 8601 writes it; empty if none was read.
        public let date: String
        /// What triggered it.
        public let input: Input
        /// The event, or what else triggered it, as text.
        public let text: String
        /// The timer or activity that the input came from; `nil` if it came from outside the chart.
        public let origin: Origin?
        /// The top of the embedded chart whose event it is, by its place in the graph; `nil` for an event of the chart
        /// itself, and in recordings of former versions.
        public let inside: Int?
        /// The event as JSON, if events of its type can be written: what a replay feeds to the chart.
        public let event: String?
        /// `handled`, `deferred`, `unhandled` or `finished`.
        public let outcome: String
        /// The state that deferred the event, if the outcome is `deferred`; `nil` in recordings of former versions.
        public let deferredBy: Int?
        /// What happened.
        public let microsteps: [Microstep]
        /// The innermost active states afterwards.
        public let leaves: [Int]
        /// All active states afterwards.
        public let active: [Int]
        /// The error with which the machine failed, as text.
        public let failure: String?
        /// The top's data afterwards as text, if the recorder was asked for it.
        public let data: String?
        /// The numbers of the secrets in ``event``, each once; `nil` if there are none.
        public let secrets: [Int]?
        /// What children have answered to what the step's actions have sent and asked them, in the order in which they
        /// did; `nil` if there was nothing of the kind, and in recordings of former versions.
        public let answers: [Answer]?
        /// True if the step has looked at the machine of a child, by `child.machine` or `rows[key]`: there is none in a
        /// replay. `nil` if it has not, and in recordings of former versions.
        public let seesMachines: Bool?
    }

    /// A message between ports.
    public struct Message: Sendable, Hashable, Codable {
        /// Its number in the system.
        public let id: UInt64
        /// The number of the message that caused it.
        public let cause: UInt64?
        /// Seconds since the recording began.
        public let time: Double
        /// The wall clock, as ISO 8601 writes it; empty if none was read.
        public let date: String
        /// The port that it left.
        public let sender: String
        /// The ports that it arrived at.
        public let receivers: [String]
        /// The ports of composites that it passed on its way there, in the order of passing.
        public let proxies: [String]
        /// Whether it came from another process.
        public let isForeign: Bool
        /// The type of the message.
        public let type: String
        /// The message as text.
        public let text: String

        private enum CodingKeys: String, CodingKey {
            case id, cause, time, date, sender, receivers, proxies, isForeign, type, text
        }
    }

    /// A step or a message.
    public enum Entry: Sendable, Hashable {
        /// A step of a machine.
        case step(Step)
        /// A message between ports.
        case message(Message)
    }
}

extension Recording.Message {
    /// Reads a message; one of an older recording has no proxies.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(UInt64.self, forKey: .id),
            cause: try container.decodeIfPresent(UInt64.self, forKey: .cause),
            time: try container.decode(Double.self, forKey: .time),
            date: try container.decode(String.self, forKey: .date),
            sender: try container.decode(String.self, forKey: .sender),
            receivers: try container.decode([String].self, forKey: .receivers),
            proxies: try container.decodeIfPresent([String].self, forKey: .proxies) ?? [],
            isForeign: try container.decodeIfPresent(Bool.self, forKey: .isForeign) ?? false,
            type: try container.decode(String.self, forKey: .type),
            text: try container.decode(String.self, forKey: .text))
    }
}
