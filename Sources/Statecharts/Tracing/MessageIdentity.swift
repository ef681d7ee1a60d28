import Synchronization

/// The identity of a message beyond its process: no other message has it, in this process or in another one.
///
/// A ``MessageID`` numbers the messages of one ``System``. When a message goes through a bridge to another process, it
/// gets a number of the system there and keeps this.
///
/// As text it is the source in sixteen hexadecimal digits, a hyphen, and the number: `00c0ffee12345678-12`.
public struct MessageIdentity: Sendable, Hashable, LosslessStringConvertible {
    /// What has numbered the message: a random number of a ``System``, or of a process for messages that no system
    /// watches.
    public let source: UInt64
    /// The number that it has there.
    public let number: UInt64

    /// Makes an identity from its parts.
    public init(source: UInt64, number: UInt64) {
        self.source = source
        self.number = number
    }

    /// Reads an identity from its text; `nil` for other texts.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16, parts[1].utf8.first != 0x2B, parts[0].utf8.first != 0x2B,
            let source = UInt64(parts[0], radix: 16), let number = UInt64(parts[1])
        else { return nil }
        self.init(source: source, number: number)
    }

    /// The identity as text.
    public var description: String {
        let digits = String(source, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "-\(number)"
    }
}

extension MessageIdentity {
    private static let process = UInt64.random(in: .min ... .max)
    private static let last = Atomic<UInt64>(0)

    /// The identity of a message that leaves the process and that no system has numbered.
    static func next() -> MessageIdentity {
        MessageIdentity(source: process, number: last.add(1, ordering: .relaxed).newValue)
    }
}

/// What travels with a message to another process.
@usableFromInline
package struct MessageHeader: Sendable, Hashable {
    package var identity: MessageIdentity
    /// The message that its sender was handling when it sent this one, as far as that is known.
    package var cause: MessageIdentity?
    /// The port that it left.
    package let sender: PortLabel
    /// The type of the message.
    package var type: String
    /// When it was sent, by the wall clock.
    package var timeSince1970: Duration

    package init(
        identity: MessageIdentity, cause: MessageIdentity?, sender: PortLabel, type: String, timeSince1970: Duration
    ) {
        self.identity = identity
        self.cause = cause
        self.sender = sender
        self.type = type
        self.timeSince1970 = timeSince1970
    }
}
