// Those that are called after each step, on the machine's executor, before anybody who waits for the step goes on: what
// records where and when things happened. Readers (`steps`) get the same records later, in their own time.

/// Called with the record of a step.
@usableFromInline typealias StepTap<Event: Sendable> = @Sendable (Macrostep<Event>) -> Void

extension Observers {
    /// Has a closure called after each step from now on; never after the end. Answers with its key.
    func addTap(_ tap: @escaping StepTap<Event>) -> Int {
        contents.withLock { contents in
            let key = contents.nextKey()
            if !contents.hasEnded { contents.taps.append((key, tap)) }
            updateAudience(&contents)
            return key
        }
    }

    /// Without effect if the closure was removed before.
    func removeTap(_ key: Int) {
        forget { $0.taps.remove(key, by: { $0.key })?.tap }
    }

    @usableFromInline
    func callTaps(_ taps: [(key: Int, tap: StepTap<Event>)], _ step: Macrostep<Event>) {
        callingOut()
        for (_, tap) in taps { tap(step) }
    }
}

extension Machine {
    /// Has a closure called after each step from now on, on the machine's executor, with the record, what it does not
    /// say of the input, the top state, and a way to the vertices.
    /// - Returns: what ends that; the machine's end does too.
    package nonisolated func tap(
        _ body: @escaping @Sendable (Macrostep<Event>, RecordedInput, Top, () -> [StateID]) -> Void
    ) -> @Sendable () -> Void {
        let observers = observers
        let key = observers.addTap { [weak self] step in
            // Steps are published where they are taken: on this machine's executor.
            self?.assumeIsolated { machine in
                let input = RecordedInput(of: step.trigger, machine.interpreter.engine)
                body(step, input, machine.interpreter.top) { machine.interpreter.vertices }
            }
        }
        return { [weak observers] in observers?.removeTap(key) }
    }
}
