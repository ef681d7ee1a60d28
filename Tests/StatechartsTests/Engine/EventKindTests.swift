import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Events of every kind are lent to handlers where they lie in memory: to states, to the top, and when they were kept.
@Suite struct EventKindTests {
    /// Three letters: `inner` keeps the first one for `later`, and the top reacts to what nobody takes.
    private final class Listener<Letter: Sendable>: TopState<Letter> {
        let inner = Inner(), later = Later()
        let says: (Letter) -> String
        var heard: [String] = []

        init(_ says: @escaping (Letter) -> String) { self.says = says }
        override func configure() { substates(inner, later) }
        override func handle(_ event: Letter) -> Reaction {
            let text = says(event)
            return .handled { heard.append("top \(text)") }
        }

        final class Inner: State<Listener, Listener> {
            override func handle(_ event: Letter) -> Reaction {
                let top = top, text = top.says(event)
                top.heard.append("inner \(text)")
                return text == "a" ? .deferred : text == "b" ? .to(superior.later) : .unhandled
            }
        }

        final class Later: State<Listener, Listener> {
            override func handle(_ event: Letter) -> Reaction {
                top.heard.append("later \(top.says(event))")
                return .unhandled
            }
        }
    }

    private func takes<Letter: Sendable>(
        _ letters: [Letter], _ says: @escaping (Letter) -> String = { "\($0)" },
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(MemoryLayout<LentEvent<Letter>>.size == MemoryLayout<Letter>.size, sourceLocation: sourceLocation)
        #expect(
            MemoryLayout<LentEvent<Letter>>.alignment == MemoryLayout<Letter>.alignment, sourceLocation: sourceLocation)
        let chart = Listener(says)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        let outcomes = try letters.map { try interpreter.send($0) }
        #expect(outcomes == [.deferred, .handled, .handled], sourceLocation: sourceLocation)
        let heard = ["inner a", "inner b", "later a", "top a", "later c", "top c"]
        #expect(chart.heard == heard, sourceLocation: sourceLocation)
    }

    private enum Plain: Sendable { case a, b, c }
    private enum Boxed: Sendable {
        case a
        indirect case then(Boxed)
        var depth: Int { if case .then(let inner) = self { inner.depth + 1 } else { 0 } }
    }
    private struct Large: Sendable {
        var numbers: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        var text: String
        var isLast = true
    }
    private final class Object: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }
    private struct Pair<First: Sendable, Second: Sendable>: Sendable {
        var first: First
        var second: Second
    }

    @Test func `an event may be a number, a text or a list`() throws {
        try takes([Plain.a, .b, .c])
        try takes([UInt8(1), 2, 3]) { ["a", "b", "c"][Int($0) - 1] }
        try takes([1.5, 2.5, 3.5]) { ["a", "b", "c"][Int($0) - 1] }
        try takes([true, false, nil]) { $0 == nil ? "c" : $0 == true ? "a" : "b" }
        try takes(["a", "b", "c"])
        try takes([["a"], ["b"], ["c"]]) { $0[0] }
        try takes([Boxed.a, .then(.a), .then(.then(.a))]) { ["a", "b", "c"][$0.depth] }
    }

    @Test func `an event may be larger than the registers`() throws {
        try takes(["a", "b", "c"].map { Large(text: $0) }) {
            $0.numbers.0 == 1 && $0.numbers.9 == 10 && $0.isLast ? $0.text : "?"
        }
        try takes(["a", "b", "c"].map { Pair(first: Large(text: "?"), second: $0) }) { $0.second }
    }

    @Test func `an event may be an object, a function or anything`() throws {
        try takes(["a", "b", "c"].map { Object($0) }) { $0.text }
        try takes(["a", "b", "c"].map { text in { @Sendable in text } }) { $0() }
        try takes(["a", "b", "c"] as [any Sendable])
        try takes(["a", "b", "c"].map { Pair(first: Object($0) as any Sendable, second: ()) }) {
            ($0.first as? Object)?.text ?? "?"
        }
    }

    private struct Nothing: Sendable {}

    private final class Toggle: TopState<Nothing> {
        let one = One(), two = Two()
        override func configure() { substates(one, two) }
        final class One: State<Toggle, Toggle> {
            override func handle(_ event: Nothing) -> Reaction { .to(superior.two) }
        }
        final class Two: State<Toggle, Toggle> {}
    }

    private final class Around: TopState<Nothing> {
        let inner = Submachine<Around, Around, Toggle>(Toggle()) { $0 }, last = Last()
        override func configure() { substates(inner, last) }
        override func handle(_ event: Nothing) -> Reaction { .to(last) }
        final class Last: State<Around, Around> {}
    }

    @Test func `an event without a size is one`() throws {
        let interpreter = Interpreter(Toggle())
        try interpreter.start()
        #expect(interpreter.accepts(Nothing()))
        #expect(try interpreter.send(Nothing()) == .handled)
        #expect(interpreter.configuration.description == "Two")
        #expect(try interpreter.send(Nothing()) == .unhandled)
        #expect(!interpreter.accepts(Nothing()))
    }

    @Test func `an event without a size is one in charts inside others`() async throws {
        let machine = Machine(Around())
        try await machine.start()
        #expect(try await machine.send(Nothing()) == .handled)
        #expect(await machine.configuration.description.hasSuffix("Two"))
        #expect(try await machine.send(Nothing()) == .handled)
        #expect(await machine.configuration.description == "Last")
        try await machine.stop()
    }

    /// Takes the event that it raises when it is entered, and defers those that follow, first that of its timer.
    private final class Patient: TopState<Nothing> {
        let waiting = Waiting()
        var taken = 0
        override func configure() { substates(waiting) }
        final class Waiting: State<Patient, Patient> {
            override func entry() {
                top.raise(Nothing())
                after(.seconds(1), send: Nothing())
            }
            override func handle(_ event: Nothing) -> Reaction {
                top.taken == 0 ? .handled { top.taken = 1 } : .deferred
            }
        }
    }

    private final class Ward: TopState<Nothing> {
        let inner = Submachine<Ward, Ward, Patient>(Patient()) { $0 }
        override func configure() { substates(inner) }
    }

    @Test func `an event without a size is raised, timed and deferred in charts inside others`() async throws {
        let clock = ManualClock(), machine = Machine(Ward(), clock: clock)
        try await machine.start()
        #expect(try await machine.withTop { $0.inner.chart.taken } == 1)
        await clock.advance(by: .seconds(1))
        #expect(try await machine.send(Nothing()) == .deferred)
        #expect(try await machine.withTop { $0.inner.chart.taken } == 1)
        try await machine.stop()
    }

    @Test func `nothing of an event is kept when its step is over`() throws {
        let interpreter = Interpreter(Listener<Object> { $0.text })
        try interpreter.start()
        weak var last: Object?
        do {
            let object = Object("c")
            last = object
            _ = try interpreter.send(object)
        }
        #expect(last == nil)
    }
}
