/// Mistakes that end in silence where they are made, told on the standard error, as the language's runtime does of a
/// continuation that is never resumed.
package enum Misuse {
    private typealias Listener = @Sendable (String) -> Void
    private static let told = Guarded<Set<String>>([])
    private static let listeners = Guarded<(last: Int, all: [Int: Listener])>((0, [:]))

    /// Of something that happens again and again: the first time, the tenth, the hundredth.
    static func isWorthTelling(_ count: Int) -> Bool {
        var rest = count
        while rest > 1, rest.isMultiple(of: 10) { rest /= 10 }
        return rest == 1
    }

    package static func tell(_ what: String) {
        let listeners = listeners.withLock { Array($0.all.values) }
        callingOut()
        for listener in listeners { listener(what) }
        if listeners.isEmpty { StandardError.tell("Statecharts: \(what)\n") }
    }

    /// Of something that each instance of a class does: once in the process.
    static func tellOnce(_ what: String) {
        if told.withLock({ $0.insert(what).inserted }) { tell(what) }
    }

    /// Tells of what is lost, if there is anything, with a machine that was released and was never started.
    /// - Parameters:
    ///   - noun: what it is called: `("an event", "events")`.
    ///   - place: where it has waited; begins with a space.
    static func tellUnstarted(
        _ machine: String, _ lost: [any Sendable], _ noun: (one: String, many: String), _ place: String = ""
    ) {
        guard let first = lost.first else { return }
        let (count, more) = lost.count == 1 ? (noun.one, "") : ("\(lost.count) \(noun.many)", ", …")
        tell(
            "the machine \(machine) was released before start(), and \(count) with it\(place) "
                + "(\(ValueText.of(first))\(more)); call start(), and keep the machine until it is done")
    }

    /// Has `listener` told instead, until what this answers is called.
    static func hear(_ listener: @escaping @Sendable (String) -> Void) -> @Sendable () -> Void {
        let key = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = listener
            return listeners.last
        }
        return {
            let listener = listeners.withLock { $0.all.removeValue(forKey: key) }
            withExtendedLifetime(listener) {}
        }
    }
}
