import Statecharts
import StatechartsTesting
import Testing

//   Reader
//   ┌───────────────────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Loading (defers note, close) ──loaded──▶ Reading ──note──▶ Noting            │
//   │                                               Reading ──close──▶ ◉ Closed         │
//   │ in all: again ──▶ Loading    torn ──▶ Torn (tells itself: mend) ──mend──▶ Reading │
//   └───────────────────────────────────────────────────────────────────────────────────┘
//   mends ─▶ ■
private final class Reader: TopState<Reader.Event> {
    enum Event: Hashable, Sendable { case note, close, loaded, torn, mend, again }
    let mends = InputPort<Int>("mends")
    let loading = Loading(), reading = Reading(), noting = Noting(), torn = Torn()
    let closed = FinalState<Reader, Reader>()
    override func configure() {
        receive(mends) { _ in .mend }
        substates(loading, reading, noting, torn, closed)
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .again: .to(loading)
        case .torn: .to(torn)
        case .note, .close, .loaded, .mend: .unhandled
        }
    }

    final class Loading: State<Reader, Reader> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note, .close: .deferred
            case .loaded: .to(superior.reading)
            case .torn, .mend, .again: .unhandled
            }
        }
    }

    final class Reading: State<Reader, Reader> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note: .to(superior.noting)
            case .close: .to(superior.closed)
            case .loaded, .torn, .mend, .again: .unhandled
            }
        }
    }

    final class Torn: State<Reader, Reader> {
        override func entry() { top.mends.send(1) }
        override func handle(_ event: Event) -> Reaction { event == .mend ? .to(superior.reading) : .unhandled }
    }

    final class Noting: State<Reader, Reader> {
        override func handle(_ event: Event) -> Reaction { event == .loaded ? .to(superior.reading) : .unhandled }
    }
}

/// Where an event leads is where its own step does, not where what follows does.
@Suite struct StepConditionTests {
    private func violations(
        _ events: [Reader.Event], _ say: (inout Explorer<Reader>) -> Void
    ) async throws -> [String] {
        var explorer = Explorer(events: events) { Reader() }
        explorer.limits.deferred = 1
        explorer.allowsDeadEnds = true
        say(&explorer)
        let found = try await explorer.explore()
        return found.problems.filter { $0.kind == .violation }.map { "\($0.subject): \($0.message)" }
    }

    @Test func `an event leads where its step does, whatever is recalled then`() async throws {
        #expect(try await violations([.note, .loaded, .again]) { $0.on(.loaded, leadsTo: \.reading) } == [])
        #expect(try await violations([.note, .loaded, .again]) { $0.on(.note, leadsTo: \.noting) } == [])
        #expect(
            try await violations([.note, .loaded]) { $0.on(.loaded, leadsTo: \.noting) }
                == ["loaded leads to noting: loaded was handled and led to Reading"])
    }

    @Test func `a wrong target is told though a message of the chart's own corrects it`() async throws {
        #expect(
            try await violations([.torn]) { $0.on(.torn, leadsTo: \.reading) }
                == ["torn leads to reading: torn was handled and led to Torn"])
        #expect(try await violations([.torn]) { $0.on(.torn, leadsTo: \.torn) } == [])
    }

    @Test func `the end is that of the step that has ended the chart`() async throws {
        let events: [Reader.Event] = [.close, .loaded]
        #expect(try await violations(events) { $0.on({ $0 == .close }, "close", leadsTo: .ended) } == [])
        #expect(try await violations(events) { $0.on(.close, leadsTo: \.closed) } == [])
        #expect(
            try await violations(events) { $0.on({ $0 == .loaded }, "loaded", leadsTo: !.ended) } == [])
    }

    @Test func `random runs judge the same`() async throws {
        var explorer = Explorer(events: [.note, .loaded, .again, .torn]) { Reader() }
        explorer.on(.loaded, leadsTo: \.reading)
        explorer.on(.torn, leadsTo: \.torn)
        let result = try await explorer.randomRuns(.init(runs: 20, steps: 20, seed: 3))
        #expect(result.isSound, "\(result)")
    }
}
