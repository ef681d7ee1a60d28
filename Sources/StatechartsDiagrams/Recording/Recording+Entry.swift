import Statecharts

extension Recording.Message {
    init(_ record: MessageRecord, time: Double, date: String) {
        self.init(
            id: record.id.number, cause: record.cause?.number, time: time, date: date,
            sender: record.sender.description, receivers: record.receivers.map(\.description),
            proxies: record.proxies.map(\.description), isForeign: record.isForeign, type: record.type,
            text: ValueText.of(record.message))
    }
}

extension Recording.Entry: Codable {
    private enum Key: String, CodingKey {
        case kind
    }

    /// Reads an entry, whose `kind` says what it is.
    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
        switch kind {
        case "step": self = .step(try Recording.Step(from: decoder))
        case "message": self = .message(try Recording.Message(from: decoder))
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "an entry is a step or a message, not '\(kind)'"))
        }
    }

    /// Writes the entry beside its `kind`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .step(let step):
            try container.encode("step", forKey: .kind)
            try step.encode(to: encoder)
        case .message(let message):
            try container.encode("message", forKey: .kind)
            try message.encode(to: encoder)
        }
    }
}

extension Recording.Entry {
    /// Without what only a replay needs.
    var withoutEvent: Recording.Entry {
        guard case .step(let step) = self, step.event != nil else { return self }
        return .step(
            .init(
                machine: step.machine, time: step.time, date: step.date, input: step.input, text: step.text,
                origin: step.origin, inside: step.inside, event: nil, outcome: step.outcome,
                deferredBy: step.deferredBy, microsteps: step.microsteps,
                leaves: step.leaves, active: step.active, failure: step.failure, data: step.data,
                secrets: step.secrets, answers: nil, seesMachines: nil))
    }
}
