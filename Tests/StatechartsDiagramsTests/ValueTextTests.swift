import Statecharts
import Testing

/// Texts of events and messages: as `print` writes them, but without the word `Optional`.
@Suite struct ValueTextTests {
    private enum Request {
        case page(String, before: Int?), plain(Int?), none, nested(Inner?), list([Int?], [String: Inner?]), pair(
            (Int?, b: String))
        case single(before: Int?)
    }
    private struct Inner {
        var name: String?
        var size = 1.5
    }
    private struct Words: CustomStringConvertible { var description: String { "Optional(of the author)" } }

    @Test func `what is optional reads as what it is, and everything else as it always did`() {
        #expect(ValueText.of(Request.page("a", before: 29)) == "page(\"a\", before: 29)")
        #expect(ValueText.of(Request.page("a", before: nil)) == "page(\"a\", before: nil)")
        #expect(ValueText.of(Request.single(before: 3)) == "single(before: 3)")
        #expect(ValueText.of(Request.plain(3)) == "plain(3)" && ValueText.of(Request.none) == "none")
        #expect(ValueText.of(Optional(Optional("x"))) == "\"x\"" && ValueText.of(Int?.none) == "nil")
        #expect(ValueText.of([1, nil] as [Int?]) == "[1, nil]" && ValueText.of(["a": 1 as Int?]) == "[\"a\": 1]")
        #expect(ValueText.of((1 as Int?, b: "x")) == "(1, b: \"x\")")
        #expect(ValueText.of(Inner(name: "n")) == "Inner(name: \"n\", size: 1.5)")
    }

    @Test func `the rest of the text is the standard library's`() {
        let values: [Any] = [
            Request.nested(Inner(name: "n")), Request.list([1, nil, 3], ["k": Inner()]), Request.pair((2, b: "q")),
            [Request.plain(1)], Inner(name: nil), Set([Optional(4)]), [[1: [2 as Int?]]], Request.nested(nil),
        ]
        for value in values {
            var plain = "\(value)"
            // Takes the words away, and each one's bracket.
            while let start = plain.firstRange(of: "Optional(") {
                var depth = 1
                var end = start.upperBound
                while depth > 0 {
                    if plain[end] == "(" { depth += 1 } else if plain[end] == ")" { depth -= 1 }
                    end = plain.index(after: end)
                }
                plain.replaceSubrange(start.lowerBound..<end, with: plain[start.upperBound..<plain.index(before: end)])
            }
            #expect(ValueText.of(value) == plain)
        }
    }

    @Test func `an author's own words stay, and so does text`() {
        #expect(ValueText.of(Words()) == "Optional(of the author)")
        #expect(ValueText.of("Optional(1)") == "Optional(1)")
        #expect(ValueText.of(["Optional(1)"]) == "[\"Optional(1)\"]")
        #expect(ValueText.of([Words() as Words?]) == "[Optional(of the author)]")
    }

    private final class Chat: TopState<Chat.Event> {
        enum Event: Sendable { case page(before: Int?), wait(Int?) }
        override func handle(_ event: Event) -> Reaction {
            if case .page(let before) = event {
                .handled { if before != nil { self.raise(.page(before: nil)) } }
            } else {
                .unhandled
            }
        }
    }

    @Test func `steps, errors and raised events say so`() throws {
        let chat = Interpreter(Chat())
        try chat.start()
        let step = try chat.step(.page(before: 29))
        #expect(step.description.hasPrefix("page(before: 29): handled"))
        #expect("\(step)".contains("raised page(before: nil)") && !"\(step)".contains("Optional"))
    }
}
