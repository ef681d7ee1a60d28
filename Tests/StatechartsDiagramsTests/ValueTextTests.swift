import Statecharts
import Synchronization
import Testing

/// Texts of events and messages: as `print` writes them, but without the word `Optional`, and without modules.
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
            // What stands before the names of types that are inside of something else.
            let around = /StatechartsDiagramsTests\.ValueTextTests\.\(unknown context at \$\w+\)\.(Request\.)?/
            plain = plain.replacing(around) { $0.output.1 == nil ? "" : "." }
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

    private final class Thing {}

    @Test func `what is inside of something else reads as in a program, without its module`() {
        #expect(ValueText.of([Request.none, .plain(1)]) == "[.none, .plain(1)]")
        #expect(
            ValueText.of((Request.single(before: 3), b: Inner()))
                == "(.single(before: 3), b: Inner(name: nil, size: 1.5))")
        #expect(
            ValueText.of(["k": Request.none]) == "[\"k\": .none]" && ValueText.of(Optional(Request.none)) == ".none")
        #expect(ValueText.of(Request.nested(Inner())) == "nested(Inner(name: nil, size: 1.5))")
        #expect(ValueText.of([Thing()]) == "[Thing]" && ValueText.of([Inner.self]) == "[Inner]")
        #expect(ValueText.of(Thing()) == "Thing" && ValueText.of([Words()]) == "[Optional(of the author)]")
    }

    @Test func `an author's own words stay, and so does text`() {
        #expect(ValueText.of(Words()) == "Optional(of the author)")
        #expect(ValueText.of("Optional(1)") == "Optional(1)")
        #expect(ValueText.of(["Optional(1)"]) == "[\"Optional(1)\"]")
        #expect(ValueText.of([Words() as Words?]) == "[Optional(of the author)]")
    }

    @Test
    func `of long strings the first ten thousand bytes are written, of all together, and no container hides more`() {
        let long = String(repeating: "x", count: 9_999)
        #expect(ValueText.of(long + "x") == long + "x")
        #expect(ValueText.of(long + "xy") == long + "x…")
        #expect(ValueText.of((long + "xyz")[...]) == long + "x…")
        #expect(ValueText.of([long, "ab", "cd"]) == "[\"\(long)\", \"a…\", \"…\"]")
        let many = Array(0..<100_000)
        #expect(ValueText.of(AnyHashable(many)) == "AnyHashable(…)" && ValueText.of(AnyHashable([1])) == "[1]")
        #expect(ValueText.of(CollectionOfOne(many)) == "CollectionOfOne(…)")
        #expect(ValueText.of(CollectionOfOne(1)) == "CollectionOfOne(1)")
        #expect(ValueText.of(["a": many] as KeyValuePairs) == "KeyValuePairs(…)")
        #expect(ValueText.of(["a": 1] as KeyValuePairs) == "[\"a\": 1]")
        struct Talker: CustomStringConvertible { var description: String { String(repeating: "t", count: 20_000) } }
        #expect(ValueText.of(Talker()).count == 10_001)
        #expect(ValueText.of(Array(repeating: Talker(), count: 999)).count == 100_001)
    }

    @Test func `of what is large the first thousand parts are written, and how many there are besides`() {
        let whole = Array(0..<999)
        #expect(ValueText.of(whole) == "\(whole)")
        #expect(ValueText.of(Array(0..<1_000)) == "\(whole)".dropLast() + ", … 1 more]")
        #expect(ValueText.of(Array(0..<5_000)) == "\(whole)".dropLast() + ", … 4001 more]")
        // Lists in a list: the second one has no room.
        #expect(ValueText.of([whole, whole]) == "[\(whole.dropLast())".dropLast() + ", … 1 more], … 1 more]")
        let keys = ValueText.of(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ($0, $0) }))
        #expect(keys.hasPrefix("[") && keys.hasSuffix(", … 4500 more]"))
        let optional = ValueText.of([Int?](repeating: 1, count: 5_000))
        #expect(optional.hasPrefix("[1, 1, ") && optional.hasSuffix(", 1, … 4500 more]"))
        // What comes behind a large part is still named.
        #expect(ValueText.of(Request.list(Array(0..<5_000), ["k": Inner()])).hasSuffix(" more], …)"))
    }

    private indirect enum Chain {
        case end
        case link(Int, Chain)
    }

    @Test func `what is deep is written as far as some levels`() {
        let short = (0..<20).reduce(Chain.end) { .link($1, $0) }
        let plain = (0..<20).reduce(".end") { ".link(\($1), \($0))" }
        #expect(ValueText.of(short) == plain.dropFirst())
        let long = (0..<10_000).reduce(Chain.end) { .link($1, $0) }
        let text = ValueText.of(long)
        #expect(text.hasPrefix("link(9999, ") && text.contains(", …))))") && text.count < 5_000)
    }

    /// Counts how often one was described.
    private struct Sample: CustomStringConvertible, Sendable {
        let described: Counter
        var description: String {
            described.add()
            return "sample"
        }
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
    }

    private final class Logger: TopState<Logger.Event> {
        enum Event: Sendable { case take([Sample]), keep([Sample]) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .take(let samples): .handled { self.raise(.keep(samples)) }
            case .keep: .handled
            }
        }
    }

    @Test func `a step that is watched describes no more of an event than that`() throws {
        let counter = Counter()
        let logger = Interpreter(Logger())
        try logger.start()
        let step = try logger.step(.take(Array(repeating: Sample(described: counter), count: 100_000)))
        #expect("\(step)".contains("more]"))
        // The event of the step, and the one that was raised.
        #expect(counter.count.withLock { $0 } <= 2 * ValueText.mostParts)
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
