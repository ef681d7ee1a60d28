import Statecharts

/// What children have answered in the recorded run, for the actions of the replayed one.
final class ReplayAnswers {
    private let steps: [[Recording.Answer]]
    private let secrets: Recording.Secrets
    private let errors: (String) -> (any Error)?
    /// The step under way, counted from the first one of the machine, and how many of its answers were read.
    private var step = 0, read = 0

    init(_ steps: [Recording.Step], _ secrets: Recording.Secrets, _ errors: @escaping (String) -> (any Error)?) {
        self.steps = steps.map { $0.answers ?? [] }
        self.secrets = secrets
        self.errors = errors
    }

    func stepIsOver() { (step, read) = (step + 1, 0) }

    func next(_ type: Any.Type) throws -> Any {
        guard steps.indices.contains(step), read < steps[step].count else {
            throw ReplayedError("a child is asked, and was not in the recording")
        }
        let answer = steps[step][read]
        read += 1
        if let error = answer.error { throw errors(error) ?? ReplayedError(error) }
        guard let value = answer.value, let type = type as? any Decodable.Type else {
            throw ReplayedError("the answer of a child was not kept, as \(type) is not Codable")
        }
        let secrets = secrets
        return try JSONText.value(type, of: value, secrets: .given { secrets[$0] })
    }
}
