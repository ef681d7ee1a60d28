/// A value that most machines never have: one word where it would be many.
final class Seldom<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }

    /// `nil` for `nil`.
    convenience init?(_ value: Value?) {
        guard let value else { return nil }
        self.init(value)
    }
}
