/// What becomes of secrets where something is written or read: an entry of the coder's `userInfo`.
package enum SecretCoding: Sendable {
    /// They are refused: what every coder does that was not told otherwise.
    case refused
    /// Their values cross to another process, or are compared inside of this one.
    case revealed
    /// Their numbers are written.
    case numbered(SecretScribe)
    /// Numbers are read, and this answers the values that they stand for.
    case given(@Sendable (Int) -> SnapshotValue?)

    package init(_ userInfo: [CodingUserInfoKey: Any]) { self = userInfo[Self.key] as? Self ?? .refused }

    /// Where coders have it.
    package static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "swift-statecharts.secrets") else {
            trap("a key could not be made", "please report this as a bug")
        }
        return key
    }()

    /// How a recording writes a secret: `secret 1`.
    package static func text(of number: Int) -> String { "secret \(number)" }

    /// The number in `secret 1`; `nil` for other texts.
    package static func number(in text: String) -> Int? {
        let word = "secret "
        guard text.hasPrefix(word), case let digits = text.dropFirst(word.count), (1...9).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), digits.utf8.first != 48
        else { return nil }
        return Int(digits)
    }
}

/// Gives the secrets of a recording their numbers: equal ones the same. It keeps them, since they have to be compared.
package final class SecretNumbers: Sendable {
    private struct Known: Sendable {
        let value: any Hashable & Sendable
        let number: Int
    }
    private struct Contents {
        var known: [Int: [Known]] = [:]
        var last = 0
    }
    private let contents = Guarded(Contents())

    package init() {}

    func number<Value: Hashable & Sendable>(of value: Value) -> Int {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(Value.self))
        hasher.combine(value)
        let hash = hasher.finalize()
        var seen = 0
        while true {
            let known = contents.withLock { $0.known[hash, default: []] }
            // The value's own code runs outside of the lock.
            for one in known[seen...] where one.value as? Value == value { return one.number }
            seen = known.count
            let number = contents.withLock { [seen] contents -> Int? in
                guard contents.known[hash, default: []].count == seen else { return nil }
                contents.last += 1
                contents.known[hash, default: []].append(Known(value: value, number: contents.last))
                return contents.last
            }
            if let number { return number }
        }
    }
}

/// Writes the secrets of one value, and knows afterwards which they were.
package final class SecretScribe: Sendable {
    private let numbers: SecretNumbers
    private let used = Guarded<[Int]>([])

    package init(_ numbers: SecretNumbers) { self.numbers = numbers }

    /// The numbers that were written, in order, each once.
    package var written: [Int] { used.withLock { $0 } }

    func number(of value: some Hashable & Sendable) -> Int {
        let number = numbers.number(of: value)
        used.withLock { if !$0.contains(number) { $0.append(number) } }
        return number
    }
}
