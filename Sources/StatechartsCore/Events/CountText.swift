/// A number of things as a part of a text.
package enum CountText {
    /// `1 message`, `2 messages`, `1 message that waits`.
    /// - Parameter many: the words for any other number than 1; without it those for 1 and an `s`.
    package static func of(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        count == 1 ? "1 \(one)" : "\(count) \(many ?? "\(one)s")"
    }
}
