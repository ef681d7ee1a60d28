/// A value that does not print or record itself, such as a password, a token or a card number.
///
///     enum Event: Sendable, Codable {
///         case password(Secret<String>)  // traces and recordings say `password(secret)`
///         case login
///     }
///
/// Any text that is made from it, even by `dump`, by a mirror and in a debugger, is `secret`. Where values are written:
///
/// - In a recording it is `secret 1`, with a number by which equal secrets of the recording can be recognized. A replay
///   is given the values (`Recording.Secrets`).
/// - A snapshot never contains it. A ``Scoped`` property or an output's current value that contains one is not saved,
///   is listed in ``Snapshot/omitted``, and has its initial value when a machine is restored; a waiting event that
///   contains one, and data of ``Snapshotting`` that do, are refused with an error.
/// - Over a bridge it crosses as it is: exporting a port means that the other process gets its messages.
/// - Any other encoder is refused with a ``SecretError``.
///
/// So a program that wants to keep one says how: by what it does with ``reveal()``. Two secrets are equal if their
/// values are; comparing them takes as long as comparing the values. In the memory of the process the value is as it
/// is.
public struct Secret<Value: Sendable & Hashable>: Sendable, Hashable {
    private let value: Value

    /// Hides a value.
    public init(_ value: Value) { self.value = value }

    /// Returns the value. What is done with it then is not secret any more.
    public func reveal() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `secret`
    public var description: String { "secret" }
    /// `secret`
    public var debugDescription: String { "secret" }
    /// A mirror without anything in it.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Secret: Encodable where Value: Encodable {
    /// Writes the number that the secret has in a recording, or the value on its way over a bridge.
    /// - Throws: ``SecretError`` everywhere else; what the value throws.
    public func encode(to encoder: any Encoder) throws {
        switch SecretCoding(encoder.userInfo) {
        case .numbered(let scribe):
            var container = encoder.singleValueContainer()
            try container.encode(SecretCoding.text(of: scribe.number(of: value)))
        case .revealed:
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .given, .refused: throw SecretError(code: .notWritten)
        }
    }
}

extension Secret: Decodable where Value: Decodable {
    /// Reads a value and hides it. In a replay it is what the secret's number stands for.
    /// - Throws: ``SecretError`` if the replay was not given the secret, or it does not fit; `DecodingError`, which
    ///   does not say what was there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if case .given(let source) = SecretCoding(decoder.userInfo),
            let number = (try? container.decode(String.self)).flatMap(SecretCoding.number)
        {
            guard let tree = source(number) else { throw SecretError(code: .notGiven(number: number)) }
            // The decoder's own errors say what they have found.
            guard let value = try? tree.decode(Value.self) else { throw SecretError(code: .notFitting(number: number)) }
            self.init(value)
        } else if let value = try? container.decode(Value.self) {
            self.init(value)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "what is there for a secret is no \(Value.self)")
        }
    }
}
