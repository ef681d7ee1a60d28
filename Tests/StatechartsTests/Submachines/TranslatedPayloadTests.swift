import Statecharts
import Testing

/// What a translated event carries lives until the step is over, and no longer.
@Suite struct TranslatedPayloadTests {
    private final class Payload: Sendable {}

    /// Answers whether an object is gone when whatever is done with it has been done.
    private func isGone(_ isolation: isolated (any Actor)? = #isolation, after body: (Payload) async throws -> Void)
        async rethrows -> Bool
    {
        weak var gone: Payload?
        do {
            let payload = Payload()
            gone = payload
            try await body(payload)
        }
        return gone == nil
    }

    /// Who takes the event.
    enum Taker: String, CaseIterable, Sendable { case inside, host, nobody, leaver }

    @Test(arguments: Taker.allCases)
    func `it is gone with the step, whoever takes it`(_ taker: Taker) async throws {
        let interpreter = Interpreter(Depot())
        try interpreter.start()
        let isGone = try await isGone {
            let outcome = try interpreter.send(.parcel($0, for: taker))
            #expect(outcome == (taker == .nobody ? .unhandled : .handled))
        }
        #expect(isGone)
        #expect(interpreter.top.translated == 1)
        #expect(interpreter.configuration.description == (taker == .leaver ? "Away" : "Office.Shelf.Here"))
    }

    @Test(arguments: Taker.allCases)
    func `it is gone with the step of a machine, also one that records`(_ taker: Taker) async throws {
        for isRecorded in [false, true] {
            let machine = Machine(Depot())
            var steps = isRecorded ? machine.steps.makeAsyncIterator() : nil
            try await machine.start()
            _ = await steps?.next()
            let isGone = try await isGone {
                try await machine.send(.parcel($0, for: taker))
                // The record has the host's event.
                _ = await steps?.next()
            }
            #expect(isGone)
            try await machine.stop()
        }
    }

    @Test(arguments: Taker.allCases)
    func `it is gone when a preview is over`(_ taker: Taker) async throws {
        let interpreter = Interpreter(Depot())
        try interpreter.start()
        let isGone = await isGone {
            #expect(interpreter.accepts(.parcel($0, for: taker)) == (taker != .nobody))
            #expect((interpreter.preview(.parcel($0, for: taker)) != nil) == (taker != .nobody))
        }
        #expect(isGone)
        #expect(interpreter.top.translated == 2)
    }

    @Test func `it is gone through two boundaries`() async throws {
        let interpreter = Interpreter(Stockyard())
        try interpreter.start()
        let isGone = try await isGone {
            let outcome = try interpreter.send(.parcel($0, for: .inside))
            #expect(outcome == .handled)
        }
        #expect(isGone)
        #expect(interpreter.top.depot.chart.translated == 1)
    }
}

/// An event that carries an object.
private enum Goods: Sendable {
    case parcel(any AnyObject & Sendable, for: TranslatedPayloadTests.Taker)
}

//    ┌ Depot ────────────────────────────────────────────┐
//    │ ●→ Office (a Shelf, which takes what is for it)     │
//    │       └──for the leaver──► Away                    │
//    └───────────────────────────────────────────────────┘
private final class Depot: TopState<Goods> {
    let office = Office(), away = Away()
    var translated = 0
    override func configure() { substates(office, away) }
    override func handle(_ event: Goods) -> Reaction {
        if case .parcel(_, .host) = event { .handled } else { .unhandled }
    }

    final class Office: Submachine<Depot, Depot, Shelf> {
        init() { super.init(embedding: Shelf()) }
        override func translate(_ event: Goods) -> Goods? {
            top.translated += 1
            return event
        }
        override func handle(_ event: Goods) -> Reaction {
            if case .parcel(_, .leaver) = event { .to(superior.away) } else { .unhandled }
        }
    }
    final class Away: State<Depot, Depot> {}
}

private final class Shelf: TopState<Goods> {
    let here = Here()
    override func configure() { substates(here) }
    final class Here: State<Shelf, Shelf> {
        override func handle(_ event: Goods) -> Reaction {
            if case .parcel(_, .inside) = event { .handled } else { .unhandled }
        }
    }
}

/// A depot as a part of something bigger.
private final class Stockyard: TopState<Goods> {
    let depot = Submachine<Stockyard, Stockyard, Depot>(Depot()) { $0 }
    override func configure() { substates(depot) }
}
