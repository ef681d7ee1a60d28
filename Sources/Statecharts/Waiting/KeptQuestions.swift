/// The questions that a machine was asked and may not have answered yet: they end with it.
struct KeptQuestions {
    private(set) var questions: [OpenQuestion] = []
    /// With more than this it is time to look which of them are still open.
    private var limit = 16

    var hasOpen: Bool { questions.contains { $0.isOpen } }

    mutating func keep(_ question: OpenQuestion) {
        if let last = questions.last, !last.isOpen {
            // The usual case: a question is answered in its own step.
            questions[questions.count - 1] = question
            return
        }
        if questions.count >= limit {
            questions.removeAll { !$0.isOpen }
            limit = max(16, 2 * questions.count)
        }
        questions.append(question)
    }

    /// Forgets them all and answers with them.
    mutating func takeAll() -> [OpenQuestion] {
        defer { questions = [] }
        return questions
    }
}
