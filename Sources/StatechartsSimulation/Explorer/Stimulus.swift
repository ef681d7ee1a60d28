import Statecharts

/// Something that can happen to a chart: a step of a path.
public struct Stimulus: Sendable, Hashable, CustomStringConvertible {
    /// Where it comes from: outside, a timer, work, a port.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An event from outside.
        case event
        /// A timer of a state is due.
        case timer
        /// An activity of a state goes on or ends.
        case activity
        /// A message comes through a port.
        case message
        /// A question is asked.
        case question
        /// The chart takes what waits for it first: what a child machine that runs beside it has sent, its end, or a
        /// message of its own.
        case delivery
        /// Something happens in a child machine that runs beside the chart.
        case child
    }

    /// Where it comes from.
    public let kind: Kind
    /// The state that armed the timer or runs the activity, the name of the port, or the path of the child machine,
    /// such as `Playing/player`; empty for events and questions.
    public let place: String
    /// Which activity of the state it is: the name that the state gave it, and a number, from the second one of that
    /// name or without a name on: `"charge"`, `#2`. Empty for everything else.
    public let work: String
    /// The event or message, how the activity goes on, or what happens in the child machine, as its own explorer says
    /// it. Different ones with the same text are numbered: `add #2`.
    public let text: String

    init(kind: Kind, place: String, work: String = "", text: String) {
        (self.kind, self.place, self.work, self.text) = (kind, place, work, text)
    }

    /// What the text says of a child machine that begins.
    static var beginning: String { "begins" }

    /// Whether nobody in the chart or its children brings it about.
    var isFromOutside: Bool {
        switch kind {
        case .event, .message, .question: true
        case .timer, .activity, .delivery: false
        case .child: text != Self.beginning && Stimulus(line: text).isFromOutside
        }
    }

    /// `lock(code: 1)`, `timer Red: tick`, `activity Loading: returns 4`, `activity Paying "charge": returns yes`,
    /// `activity Loading #2: returns 4`, `message orders: 7`, `question total`, `delivery Playing/player: heard(3)`,
    /// `child Playing/player: timer Loading: tick`.
    public var description: String {
        if kind == .event { return text }
        let whose = [place, work].filter { !$0.isEmpty }.joined(separator: " ")
        return whose.isEmpty ? "\(kind) \(text)" : "\(kind) \(whose): \(text)"
    }

    /// The event without its values: `lock`.
    public var name: String {
        // Samples that differ in what their texts do not show are numbered.
        guard let sign = text.lastIndex(of: "#"), text[..<sign].hasSuffix(" "),
            text[sign...].dropFirst().allSatisfy(\.isWholeNumber)
        else { return ChartGraph.eventName(text) }
        return ChartGraph.eventName(String(text[..<sign].dropLast()))
    }
}
