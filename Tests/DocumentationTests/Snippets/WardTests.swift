import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// A hospital ward, whose beds are child machines.
@Suite struct WardTests {
    final class Ward: TopState<Ward.Event> {
        enum Event: Sendable, Equatable { case admit(Int), discharge(Int), bed(Int, Bed.Event), close }
        let open = Open()
        override func configure() { substates(open) }

        final class Open: State<Ward, Ward> {
            // snippet: options of rows
            let beds = ChildMachines(of: Open.self) { (_: Open, number: Int) in Bed(number) }
                .unhandled { bed in .report { event, place in print("bed \(bed): \(event) in \(place)") } }
            // end snippet

            override func configure() { children(beds) }

            // snippet: forward to a row
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .admit(let bed): .handled { beds.add(bed) }
                case .discharge(let bed): .handled { beds.remove(bed) }
                case .bed(let bed, let call): beds.forward(call, to: bed)  // unhandled if there is no such bed
                default: .unhandled
                }
            }
            // end snippet
        }
    }

    final class Bed: TopState<Bed.Event> {
        enum Event: Sendable, Equatable { case ring }
        let number: Int
        var calls = 0
        init(_ number: Int) { self.number = number }
        override func handle(_ event: Event) -> Reaction { .handled { calls += 1 } }
    }

    @Test func `a test says which bed is used`() async throws {
        let test = TestMachine(Ward())
        try await test.start()
        // snippet: which work begins
        await test.send(.admit(3)) {
            $0.reacts(\.open)
            $0.begins(\.open, work: "beds[3]")  // this row, and no other one
        }
        // end snippet
        await test.stop(.partial)
    }

    final class Pumps: TopState<Int> {
        let dosing = Dosing()
        let rate = 5
        override func configure() { substates(dosing) }

        final class Pump: TopState<Int> {
            let rate: Int
            init(_ rate: Int) { self.rate = rate }
        }

        final class Dosing: State<Pumps, Pumps> {
            // snippet: options of a child
            let pump = Child(of: Dosing.self) { Pump($0.top.rate) }
                .unhandled(.fail)  // like Machine(…, unhandled: .fail)
                .deferralLimit(20)  // like Machine(…, deferralLimit: 20)
            // end snippet

            override func configure() { children(pump) }
            override func handle(_ event: Int) -> Reaction { pump.forward(event) }
        }
    }

    @Test func `a pump that is told what it does not know fails`() async throws {
        let clock = ManualClock(), pumps = Machine(Pumps(), clock: clock)
        try await pumps.start()
        #expect(try await pumps.send(1) == .handled)
        await clock.settle()
        try #require(await pumps.status == .failed)
        let error = await #expect(throws: StepError.self) { try await pumps.finished }
        #expect((error?.underlying as? StepError)?.code == .unhandledEvent)
    }

    @Test func `a call goes to its bed`() async throws {
        let clock = ManualClock(), ward = Machine(Ward(), clock: clock)
        try await ward.start()
        try await ward.send(.admit(3))
        #expect(try await ward.send(.bed(3, .ring)) == .handled)
        #expect(try await ward.send(.bed(4, .ring)) == .unhandled)
        await clock.settle()
        let bed = try #require(await ward.port(\.open.beds[3]))
        #expect(try await bed.withTop { $0.calls } == 1)
        try await ward.send(.discharge(3))
        #expect(try await ward.send(.bed(3, .ring)) == .unhandled)
        try await ward.stop()
    }
}
