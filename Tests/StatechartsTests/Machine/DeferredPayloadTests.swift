import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What a deferred event carries lives until it is taken, or the machine ends, and no longer.
@Suite struct DeferredPayloadTests {
    private final class Payload: Sendable {}

    /// What becomes of the payload when it is taken.
    enum Way: CaseIterable, Sendable { case handled, one, swap, all, throwing }

    /// How the events come: each awaited, or all posted before one is.
    enum Sending: CaseIterable, Sendable { case sent, posted }

    @Test(arguments: Way.allCases, Sending.allCases)
    func `an effect that suspends takes it, and it is gone with the step`(_ way: Way, _ sending: Sending) async throws {
        for suspends in [false, true] {
            let machine = Machine(Depot(suspends: suspends))
            try await machine.start()
            weak var gone: Payload?
            do {
                let payload = Payload()
                gone = payload
                try await give(.parcel(payload, way), machine, sending)
            }
            if sending == .sent { #expect(await machine.configuration.description == "Closed") }
            try await machine.send(.open)
            #expect(gone == nil, "after the step that took it")
            let taken = try await machine.withTop { $0.taken }
            #expect(taken == (way == .swap ? 2 : 1))
            // A later step of another kind, and the same again with the lists that were used.
            try await machine.send(.swap)
            #expect(gone == nil)
            try await machine.send(.close)
            do {
                let payload = Payload()
                gone = payload
                try await give(.parcel(payload, way), machine, sending)
            }
            try await machine.send(.open)
            #expect(gone == nil, "the second time")
        }
    }

    private func give(_ event: Depot.Event, _ machine: Machine<Depot>, _ sending: Sending) async throws {
        switch sending {
        case .sent: #expect(try await machine.send(event) == .deferred)
        case .posted: machine.post(event)
        }
    }

    enum End: CaseIterable, Sendable { case stopped, failed, finished, dropped }

    @Test(arguments: End.allCases)
    func `of a machine that ends before, it is gone with the end`(_ end: End) async throws {
        var machine: Machine<Depot>? = Machine(Depot(suspends: true))
        try await machine?.start()
        weak var gone: Payload?
        do {
            let payload = Payload()
            gone = payload
            #expect(try await machine?.send(.parcel(payload, .one)) == .deferred)
        }
        #expect(gone != nil)
        switch end {
        case .stopped: try await machine?.stop()
        case .failed: await #expect(throws: StepError.self) { try await machine?.send(.fail) }
        case .finished: try await machine?.send(.finish)
        case .dropped: machine = nil
        }
        try await eventually { gone == nil || end != .dropped }
        #expect(gone == nil)
        withExtendedLifetime(machine) {}
    }

    /// An object that events carry.
    typealias Parcel = AnyObject & Sendable

    /// Keeps parcels while it is closed.
    ///
    ///     Depot
    ///     ├─ Closed  parcel: deferred   open → Open
    ///     ├─ Open (orthogonal)   close → Closed
    ///     │  ├─ Left   A, B   swap, parcel: A ⇄ B   effect (async)
    ///     │  └─ Right  A, B   swap, parcel: A ⇄ B   effect (async)
    ///     └─ Done (final)
    final class Depot: TopState<Depot.Event> {
        enum Event: Sendable {
            case parcel(any Parcel, Way)
            case open, close, swap, fail, finish
        }
        struct Failure: Error {}

        let closed = Closed(), open = Open(), done = Done()
        let suspends: Bool
        var taken = 0
        init(suspends: Bool) { self.suspends = suspends }
        override func configure() { substates(closed, open, done) }
        override func failed(_ error: any Error) -> Reaction { taken > 0 ? .handled : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fail: .handled { throw Failure() }
            case .finish: .to(done)
            case .parcel, .open, .close, .swap: .unhandled
            }
        }

        func take(_ parcel: any Parcel) async {
            if suspends { await Task.yield() }
            taken += 1
            withExtendedLifetime(parcel) {}
        }

        final class Closed: State<Depot, Depot> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .parcel: .deferred
                case .open: .to(superior.open) { self.top.taken = 0 }
                case .close, .swap, .fail, .finish: .unhandled
                }
            }
        }

        final class Open: OrthogonalState<Depot, Depot> {
            let left = Half(), right = Half()
            override func configure() { regions(left, right) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .parcel(let parcel, .handled): .handled { await self.top.take(parcel) }
                case .parcel(let parcel, .one): .to(self) { await self.top.take(parcel) }
                case .parcel(let parcel, .all): .to(left.b, right.b) { await self.top.take(parcel) }
                case .parcel(let parcel, .throwing):
                    .handled {
                        await self.top.take(parcel)
                        throw Failure()
                    }
                case .close: .to(superior.closed)
                case .parcel, .open, .swap, .fail, .finish: .unhandled
                }
            }
        }

        final class Half: State<Open, Depot> {
            let a = Side(), b = Side()
            override func configure() { substates(a, b) }
        }

        final class Side: State<Half, Depot> {
            override func handle(_ event: Event) -> Reaction {
                let other = superior.a === self ? superior.b : superior.a
                return switch event {
                case .parcel(let parcel, .swap): .to(other) { await self.top.take(parcel) }
                case .swap: .to(other)
                case .parcel, .open, .close, .fail, .finish: .unhandled
                }
            }
        }

        final class Done: FinalState<Depot, Depot> {}
    }
}
