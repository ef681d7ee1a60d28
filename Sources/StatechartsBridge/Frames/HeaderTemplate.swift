import Statecharts

/// The header of a message that has come. The next ones are most often the same text but for their numbers, and then
/// only these are read.
///
/// What a header may be is not decided here: it has been read as any JSON. In its text one number stands in place of
/// another, and is read by the function that read the first one.
final class HeaderTemplate: Sendable {
    private enum Kind: Sendable {
        /// `n`, the part of `id` and of `cause` behind the hyphen, and the whole `date`.
        case number, identity, cause, date
    }

    private let text: [UInt8]
    private let numbers: [(kind: Kind, range: Range<Int>)]
    fileprivate let message: MessageFrame

    /// `nil` if the numbers are not written as they usually are, or not all are there.
    fileprivate init?(_ message: MessageFrame, _ places: NumberPlaces, _ bytes: [UInt8], _ header: Range<Int>) {
        func isAll(_ range: Range<Int>, _ read: (inout JSONReader) -> Bool) -> Bool {
            var reader = JSONReader(bytes, range.lowerBound..<header.upperBound)
            return read(&reader) && reader.position == range.upperBound
        }
        /// Of `"00c0ffee12345678-12"` the digits at the end.
        func digits(_ identity: Range<Int>) -> Range<Int>? {
            guard isAll(identity, { $0.plainIdentity() != nil }) else { return nil }
            return (identity.lowerBound + 18)..<(identity.upperBound - 1)
        }
        guard let number = places.number, isAll(number, { $0.wholeNumber() != nil }),
            let date = places.date, isAll(date, { $0.plainDate() != nil }),
            let identity = places.identity.flatMap(digits)
        else { return nil }
        var numbers = [(Kind.number, number), (.identity, identity), (.date, date)]
        if let place = places.cause {
            guard let cause = digits(place) else { return nil }
            numbers.append((.cause, cause))
        }
        self.numbers = numbers.sorted { $0.1.lowerBound < $1.1.lowerBound }.map { kind, range in
            (kind, (range.lowerBound - header.lowerBound)..<(range.upperBound - header.lowerBound))
        }
        text = Array(bytes[header])
        self.message = message
    }

    /// Reads a header whose text is this one but for the numbers. Answers whether it is; what is in `message`
    /// otherwise, is of no use.
    /// - Parameter message: this template's, or another message with the same header but for the numbers.
    fileprivate func read(_ reader: inout JSONReader, _ message: inout MessageFrame) -> Bool {
        var place = 0
        for (kind, range) in numbers {
            guard reader.skip(text, place..<range.lowerBound) else { return false }
            place = range.upperBound
            switch kind {
            case .number:
                guard let digits = reader.wholeNumber() else { return false }
                message.number = digits
            case .identity:
                guard let digits = reader.plainDigits() else { return false }
                message.header.identity = MessageIdentity(
                    source: self.message.header.identity.source, number: digits)
            case .cause:
                guard let source = self.message.header.cause?.source, let digits = reader.plainDigits() else {
                    return false
                }
                message.header.cause = MessageIdentity(source: source, number: digits)
            case .date:
                guard let date = reader.plainDate() else { return false }
                message.header.timeSince1970 = date
            }
        }
        return reader.skip(text, place..<text.count)
    }
}

/// Where the numbers of a header are.
struct NumberPlaces {
    var number: Range<Int>?
    var identity: Range<Int>?
    var cause: Range<Int>?
    var date: Range<Int>?
}

/// Headers of messages that came lately: each sender at each channel has another one.
struct HeaderTemplates: Sendable {
    private static var limit: Int { 8 }

    private var templates: [HeaderTemplate] = []
    /// The one that was used last, and the place of the next new one.
    private var last = 0
    private var next = 0
    /// Whether the message below is one of the template used last.
    private var isOfLast = false
    /// The message that was read last.
    var message = MessageFrame(
        number: 0, channel: "",
        header: MessageHeader(
            identity: MessageIdentity(source: 0, number: 0), cause: nil, sender: PortLabel(owner: "", name: ""),
            type: "",
            timeSince1970: .zero))

    /// Reads a frame whose header is like one before into ``message``. Answers where its body is.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        if templates.isEmpty { return nil }
        if !isOfLast { message = templates[last].message }
        isOfLast = true
        var reader = JSONReader(bytes, range)
        if !templates[last].read(&reader, &message), !readOthers(&reader) { return nil }
        // A message without body is an error, which others find.
        return reader.position < range.upperBound ? reader.position..<range.upperBound : nil
    }

    private mutating func readOthers(_ reader: inout JSONReader) -> Bool {
        let start = reader.start
        let found = templates.indices.first { place in
            if place == last { return false }
            reader.position = start
            message = templates[place].message
            return templates[place].read(&reader, &message)
        }
        guard let found else {
            message = templates[last].message
            return false
        }
        last = found
        return true
    }

    /// - Parameter header: with the line end behind it.
    mutating func note(_ message: MessageFrame, _ places: NumberPlaces, _ bytes: [UInt8], _ header: Range<Int>) {
        self.message = message
        isOfLast = false
        // One that a peer has made long is not kept.
        guard header.count <= 1 << 12, let template = HeaderTemplate(message, places, bytes, header) else { return }
        isOfLast = true
        if templates.count < Self.limit {
            last = templates.count
            templates.append(template)
        } else {
            templates[next] = template
            last = next
            next = (next + 1) % Self.limit
        }
    }
}

extension JSONReader {
    /// Reads these bytes of a text if they come, and otherwise nothing.
    fileprivate mutating func skip(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        guard end - position >= range.count else { return false }
        let isEqual = unsafe bytes.withUnsafeBytes { own in
            unsafe text.withUnsafeBytes { text in
                var place = range.lowerBound, other = position
                // Eight at a time.
                while place + 8 <= range.upperBound {
                    let one = unsafe text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    if unsafe one != own.loadUnaligned(fromByteOffset: other, as: UInt64.self) { return false }
                    place += 8
                    other += 8
                }
                while place < range.upperBound {
                    if unsafe text[place] != own[other] { return false }
                    place += 1
                    other += 1
                }
                return true
            }
        }
        if isEqual { position += range.count }
        return isEqual
    }
}
