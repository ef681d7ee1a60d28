import Statecharts

/// Writes the headers of the messages of an export, from the channel on. The next one is most often the same text but
/// for its numbers, and then only these are written.
struct HeaderWriter: Sendable {
    private let channel: String
    private var last: MessageHeader?
    private var second: Int64 = 0
    private var text: [UInt8] = []
    /// Where the numbers of the identities are, and the six digits of the date.
    private var identity = 0..<0
    private var cause = 0..<0
    private var fraction = 0..<0

    init(_ channel: String) { self.channel = channel }

    /// Writes what is behind the number of a message: all that does not depend on when it is sent. Answers how many
    /// bytes that is.
    mutating func write(_ header: MessageHeader, _ body: MessageBody, to writer: inout JSONWriter) -> Int {
        let before = writer.bytes.count
        write(header, to: &writer)
        body.write(to: &writer)
        return writer.bytes.count - before
    }

    mutating func write(_ header: MessageHeader, to writer: inout JSONWriter) {
        let (second, attoseconds) = header.timeSince1970.components
        let microseconds = UInt64(max(attoseconds, 0)) / 1_000_000_000_000
        if !change(header, second, microseconds) { make(header, second, microseconds) }
        writer.bytes.append(contentsOf: text)
    }

    /// Writes the numbers into the text. Answers whether that was all that was to be changed.
    private mutating func change(_ header: MessageHeader, _ second: Int64, _ microseconds: UInt64) -> Bool {
        guard let last, second == self.second, header.identity.source == last.identity.source,
            header.cause?.source == last.cause?.source, header.sender == last.sender
        else { return false }
        if let number = header.cause?.number, !put(number, cause) { return false }
        putDigits(microseconds, fraction)
        return put(header.identity.number, identity)
    }

    /// Writes a number where one with as many digits was; if it has others, the text is of no use any more.
    private mutating func put(_ number: UInt64, _ range: Range<Int>) -> Bool {
        putDigits(number, range) == 0 && (text[range.lowerBound] != 0x30 || range.count == 1)
    }

    /// Writes the last digits of a number. Answers what is before them.
    @discardableResult
    private mutating func putDigits(_ number: UInt64, _ range: Range<Int>) -> UInt64 {
        var rest = number
        for place in range.reversed() {
            text[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return rest
    }

    private mutating func make(_ header: MessageHeader, _ second: Int64, _ microseconds: UInt64) {
        var writer = JSONWriter()
        func number(_ number: UInt64) -> Range<Int> {
            let first = writer.bytes.count
            writer.number(number)
            return first..<writer.bytes.count
        }
        writer.raw(",\"channel\":")
        writer.string(channel)
        writer.raw(",\"id\":\"")
        writer.hexadecimal(header.identity.source)
        writer.raw("-")
        identity = number(header.identity.number)
        if let one = header.cause {
            writer.raw("\",\"cause\":\"")
            writer.hexadecimal(one.source)
            writer.raw("-")
            cause = number(one.number)
        }
        writer.raw("\",\"date\":")
        writer.number(UInt64(max(second, 0)))
        // Six digits: those of a number with a one before them, which becomes the point.
        let digits = number(1_000_000 + microseconds)
        writer.bytes[digits.lowerBound] = 0x2E
        fraction = (digits.lowerBound + 1)..<digits.upperBound
        writer.raw(",\"owner\":")
        writer.string(header.sender.owner)
        writer.raw(",\"port\":")
        writer.string(header.sender.name)
        writer.raw("}\n")
        text = writer.bytes
        last = header
        self.second = second
    }
}
