extension Snapshotting {
    /// What tells what the state saves from others.
    func savedKey(_ reader: ValueReader) -> AnyHashable {
        let saved = save()
        if let saved = saved as? AnyHashable { return saved }
        return (try? SnapshotValue(withSecretsOf: saved)).map(AnyHashable.init) ?? reader.key(of: saved)
    }

    func savedData() -> Placement.SavedData {
        let saved = save()
        return Placement.SavedData(state: self, value: saved) { self.restore(saved) }
    }
}

extension Simulation {
    /// Asks code of the chart, also if the chart has come to its end: that what it uses is gone then is no mistake.
    package func askingAtEnd<Answer>(_ question: () -> Answer) -> Answer {
        guard let engine, !isRunning else { return question() }
        var answer: Answer?
        try? engine.throwingMistakes { answer = question() }
        return answer ?? question()
    }
}
