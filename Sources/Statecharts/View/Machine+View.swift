extension Machine {
    /// Has a view told of the machine from now on. Answers with what is to be shown at first, once no step is under
    /// way.
    func join<Value>(_ link: ViewLink<Top, Value>) async throws -> ViewLink<Top, Value>.Shown {
        try await looking { _ in self.assumeIsolated { $0.joinHere(link) } }
    }

    /// The same at once; `nil` while a step is under way, of whose end the view will be told.
    func joinNow<Value>(_ link: ViewLink<Top, Value>) -> ViewLink<Top, Value>.Shown? {
        guard canBeLookedAt else {
            add(link)
            return nil
        }
        return occupied { joinHere(link) }
    }

    /// True between two steps, also while views are told of one.
    private var canBeLookedAt: Bool { !isOccupied || cold?.tellsViews == true }

    /// The answer to a question that is new, between two steps; `nil` while one is under way, of whose end the view
    /// will be told.
    func answerNow<Value>(
        _ question: ViewLink<Top, Value>.Question, as number: Int, _ link: ViewLink<Top, Value>
    ) -> Bool? {
        add(link)
        guard canBeLookedAt else { return nil }
        return occupied {
            let answer = question(self)
            link.note(answer, to: number)
            return answer
        }
    }

    private func joinHere<Value>(_ link: ViewLink<Top, Value>) -> ViewLink<Top, Value>.Shown {
        add(link)
        return link.look(at: self)
    }
}
