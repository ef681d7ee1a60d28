// What is decoded comes from a file that anybody may have written: it is checked as a whole before it is used.

extension Coverage: Codable {
    private enum CodingKeys: String, CodingKey {
        case chart, counts, requirements, guarded, knowsAllStates, remarks
    }

    /// - Throws: `DecodingError` if it is not a coverage, or if its parts do not fit together.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(chart: try container.decode(String.self, forKey: .chart))
        counts = try Self.counts(from: container.nestedUnkeyedContainer(forKey: .counts))
        requirements = try container.decode([String: [String]].self, forKey: .requirements)
        guarded = try container.decode([String: [String]].self, forKey: .guarded)
        knowsAllStates = try container.decode(Bool.self, forKey: .knowsAllStates)
        remarks = try container.decodeIfPresent([String].self, forKey: .remarks) ?? []
        if let problem {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
    }

    /// Aspects and their counts in turns, as a dictionary with such keys is written.
    private static func counts(from container: any UnkeyedDecodingContainer) throws -> [Aspect: [String: Int]] {
        var container = container
        var counts: [Aspect: [String: Int]] = [:]
        while !container.isAtEnd {
            let aspect = try container.decode(Aspect.self)
            let own = try container.decode([String: Int].self)
            guard counts.updateValue(own, forKey: aspect) == nil else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(aspect) are there twice")
            }
        }
        return counts
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(chart, forKey: .chart)
        var aspects = container.nestedUnkeyedContainer(forKey: .counts)
        for aspect in Aspect.allCases {
            guard let own = counts[aspect] else { continue }
            try aspects.encode(aspect)
            try aspects.encode(own)
        }
        try container.encode(requirements, forKey: .requirements)
        try container.encode(guarded, forKey: .guarded)
        try container.encode(knowsAllStates, forKey: .knowsAllStates)
        if !remarks.isEmpty { try container.encode(remarks, forKey: .remarks) }
    }

    /// What does not fit together; `nil` for nothing.
    private var problem: String? {
        for (aspect, own) in counts {
            if let negative = own.first(where: { $0.value < 0 }) {
                return "\(aspect) \(negative.key) is counted \(negative.value) times"
            }
        }
        for (path, names) in requirements {
            if let lost = names.first(where: { counts[.requirements]?[$0] == nil }) {
                return "the requirement \(lost) of \(path) is not counted"
            }
        }
        for (key, names) in guarded {
            if Set(names).count < names.count { return "a guard of \(key) is there twice" }
            for name in names where counts[.transitions]?[name] == nil || !name.hasPrefix(key) {
                return "the guard of \(name) belongs to no transition of \(key)"
            }
            for name in names.flatMap({ Self.guards(of: $0) }) where counts[.guards]?[name] == nil {
                return "the guard \(name) is not counted"
            }
        }
        return nil
    }

    /// What is counted of the guard of a transition.
    static func guards(of transition: String) -> [String] { ["\(transition) [holds]", "\(transition) [does not]"] }
}

extension Int {
    /// The sum of two numbers that are not negative, or the largest number.
    func adding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    mutating func add(_ other: Int) { self = adding(other) }
}
