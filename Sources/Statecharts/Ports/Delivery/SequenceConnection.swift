/// The task that carries a sequence's elements to an input.
enum SequenceConnection {
    static func make<Source: AsyncSequence & Sendable>(
        _ source: Source, _ input: InputStorage<Source.Element>
    ) -> Connection where Source.Element: Sendable {
        let task = Task { [weak input] in
            do {
                for try await message in source {
                    guard let input else { return }
                    try await input.sendWaiting(message)
                    if input.isFinished { return }
                }
            } catch {
                // The sequence, or the task, came to its end.
            }
        }
        let type = String(describing: Source.Element.self)
        return Connection(
            isThere: { [weak input] in input != nil && !task.isCancelled }, end: { task.cancel() },
            ends: { [weak input] in input.map { (PortLabel(owner: "", name: type), $0.identity.label) } })
    }
}
