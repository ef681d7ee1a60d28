/// The whole that a port's messages are changes of. It is changed by one thread at a time, whoever works off the port's
/// errands. A snapshot may read it meanwhile.
final class Fold<Message: Sendable>: Sendable {
    /// Makes the change of a message in the whole. Answers the message with its number.
    let apply: @Sendable (Message) -> Message
    /// The whole as a message: what a receiver begins with. `nil` while a change is made, on another thread or by
    /// whoever asks.
    let whole: @Sendable () -> Message?
    /// Puts the whole of a snapshot in the place of the one that is there. Its number is greater than any that
    /// receivers have seen of this port, and not below the one that it had. Answers whether its number is that of the
    /// snapshot.
    let restore: @Sendable (Message) -> Bool

    init<Change: Delta>(_ whole: Change.Whole) where Message == Numbered<Change> {
        let kept = Guarded(Kept<Change>(whole: whole))
        apply = { message in
            // The whole is taken out while it is changed: no second reference, so no copy; no foreign code under the
            // lock.
            guard var whole = kept.withLock({ $0.whole.take() }) else { return message }
            let former: Change.Whole?
            switch message {
            case .whole(let other, _):
                former = whole
                whole = other
            case .change(let change, _):
                former = nil
                change.apply(to: &whole)
            }
            defer { withExtendedLifetime(former) {} }
            let number = kept.withLock { [whole] in $0.put(whole) }
            return switch message {
            case .whole(let other, _): .whole(other, number: number)
            case .change(let change, _): .change(change, number: number)
            }
        }
        restore = { message in
            guard case .whole(let saved, let number) = message else { return true }
            let (former, isSame) = kept.withLock { kept in
                let former = kept.whole
                kept = Kept(whole: saved, number: max(kept.number + 1, number))
                return (former, kept.number == number)
            }
            withExtendedLifetime(former) {}
            return isSame
        }
        self.whole = {
            let (whole, number) = kept.withLock { ($0.whole, $0.number) }
            return whole.map { .whole($0, number: number) }
        }
    }
}

private struct Kept<Change: Delta>: Sendable {
    var whole: Change.Whole?
    var number = 0

    /// The place is empty: nothing is released here, under the lock.
    mutating func put(_ whole: Change.Whole) -> Int {
        self.whole = whole
        number += 1
        return number
    }
}
