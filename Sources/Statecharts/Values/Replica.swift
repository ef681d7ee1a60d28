/// A receiver's copy of a value whose changes a port announces; it notices when a change is missing.
///
///     case .shelf(let message):
///         .handled { if case .missed = titles.take(message) { questions.send(.whole) } }
///
/// It is a value without a lock: it belongs to the code that takes the messages.
public struct Replica<Change: Delta>: Sendable {
    /// What became of a message.
    public enum Taken: Sendable, Hashable {
        /// The copy is now what the sender has.
        case applied
        /// The copy has this change already, and stays as it is.
        case repeated
        /// Changes with these numbers have not come, so that this one cannot be made; nor any other before the next
        /// whole.
        case missed(ClosedRange<Int>)
        /// There is no whole yet that could be changed.
        case early
    }

    /// The copy; `nil` before the first whole. After a gap it is what it was before.
    public private(set) var whole: Change.Whole?
    /// The number of the state that the copy is in; `nil` before the first whole.
    public private(set) var number: Int?
    /// True if changes are missing, and the copy waits for a whole (``OutputPort/resend()``).
    public private(set) var isBehind = false

    /// Makes a copy that waits for the whole.
    public init() {}

    /// Applies a message to the copy.
    ///
    /// Messages that come twice change nothing. After a gap every change is ``Taken/missed(_:)``, until a whole comes.
    @discardableResult
    public mutating func take(_ message: Numbered<Change>) -> Taken {
        switch message {
        case .whole(let whole, let number):
            if let present = self.number, number < present { return .repeated }
            self.whole = whole
            self.number = number
            isBehind = false
            return .applied
        case .change(let change, let number):
            guard let present = self.number else { return .early }
            if number <= present { return .repeated }
            guard number == present + 1, !isBehind, var whole = whole.take() else {
                isBehind = true
                return .missed(present + 1...max(number - 1, present + 1))
            }
            change.apply(to: &whole)
            self.whole = whole
            self.number = number
            return .applied
        }
    }
}

extension Replica: Equatable where Change.Whole: Equatable {}
