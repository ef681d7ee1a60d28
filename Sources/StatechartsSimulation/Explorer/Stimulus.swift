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
    }

    /// Where it comes from.
    public let kind: Kind
    /// The state that armed the timer or runs the activity, or the name of the port; empty for events and questions.
    public let place: String
    /// The event or message, or how the activity goes on. Different ones with the same text are numbered: `add #2`.
    public let text: String

    /// `lock(code: 1)`, `timer Red: tick`, `activity Loading: returns 4`, `message orders: 7`, `question total`.
    public var description: String {
        switch kind {
        case .event: text
        case .timer, .activity, .message, .question: place.isEmpty ? "\(kind) \(text)" : "\(kind) \(place): \(text)"
        }
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
