import Statecharts
import TestSupport
import Testing

@testable import StatechartsBridge

/// Of a header like the one before only the numbers are written and read: nobody can tell.
@Suite struct HeaderTests {
    /// Numbers of any length, changing senders, seconds and causes.
    private static func headers(_ count: Int) -> [MessageHeader] {
        var random = SplitMix(seed: 1)
        let numbers: [UInt64] = [0, 1, 9, 10, 11, 99, 100, 123_456, 999_999, 1_000_000, .max / 10, .max]
        func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
        return (0..<count).map { _ in
            MessageHeader(
                identity: MessageIdentity(source: pick([0, 7, 7, 7, .max]), number: pick(numbers)),
                cause: pick([nil, 7, 7, 8] as [UInt64?]).map { MessageIdentity(source: $0, number: pick(numbers)) },
                sender: PortLabel(owner: pick(["Shop", "Shop", "Sh\"p\n"]), name: "prices"), type: "",
                timeSince1970: .microseconds(
                    pick([1_763_788_800, 1_763_788_800, 1_763_788_801]) * 1_000_000
                        + pick([0, 5, 10, 99_999, 100_000, 999_999])))
        }
    }

    @Test func `headers are written as if each were the first, and read as they were written`() throws {
        var writer = HeaderWriter("prices"), templates = HeaderTemplates(), likeBefore = 0
        let headers = Self.headers(amount(5_000, long: 20_000))
        for (place, header) in headers.enumerated() {
            let number = UInt64(place + 1)
            func frame(_ writer: inout HeaderWriter) -> [UInt8] {
                var bytes: [UInt8] = []
                MessageFrame.write(number: number, to: &bytes) { _ = writer.write(header, .number(place), to: &$0) }
                return bytes
            }
            var first = HeaderWriter("prices")
            let bytes = frame(&writer)
            try #require(bytes == frame(&first))
            let message = MessageFrame(number: number, channel: "prices", header: header)
            let length = 4 + MessageFrame.headerLength(bytes)
            try #require(
                try Frame(bytes, 4..<bytes.count) == .message(message, body: length..<bytes.count))
            if let body = templates.read(bytes, 4..<bytes.count) {
                likeBefore += 1
                try #require(templates.message == message)
                try #require(body == length..<bytes.count)
            } else {
                _ = try Frame(bytes, 4..<bytes.count, &templates)
            }
        }
        #expect(likeBefore > headers.count / 10)
    }
}

extension MessageFrame {
    /// How long the header of a frame is, with the line end behind it.
    fileprivate static func headerLength(_ frame: [UInt8]) -> Int { (frame.firstIndex(of: 0x0A) ?? 0) + 1 - 4 }
}
