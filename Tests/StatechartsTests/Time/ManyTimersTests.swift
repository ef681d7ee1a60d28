import Statecharts
import StatechartsTesting
import TestSupport
import Testing

//    ┌ Crowd ────────────────────────────────────────────────────────────┐
//    │ ●→ Full: arms as many timers as it is told ──leave──► Empty         │
//    │          ring: counts, and looks whether it comes in order          │
//    └───────────────────────────────────────────────────────────────────┘
private final class Crowd: TopState<Crowd.Event> {
    enum Event: Sendable { case ring(Int), leave, cancel(Int) }
    let count: Int
    var ids: [TimerID] = []
    var rung = 0
    var last = -1
    var outOfOrder = 0
    let full = Full(), empty = Empty()
    init(_ count: Int) { self.count = count }
    override func configure() { substates(full, empty) }

    /// Deadlines that come in no order, every number below the count once.
    static func place(_ number: Int, of count: Int) -> Int { number * 7_919 % count }

    final class Full: State<Crowd, Crowd> {
        override func entry() {
            top.ids.reserveCapacity(top.count)
            for number in 0..<top.count {
                let place = Crowd.place(number, of: top.count)
                top.ids.append(after(.microseconds(place + 1), send: .ring(place)))
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ring(let place):
                .handled {
                    self.top.rung += 1
                    if place <= self.top.last { self.top.outOfOrder += 1 }
                    self.top.last = place
                }
            case .cancel(let stride):
                .handled {
                    for number in Swift.stride(from: 0, to: self.top.count, by: stride) {
                        self.cancel(self.top.ids[number])
                    }
                }
            case .leave: .to(superior.empty)
            }
        }
    }
    final class Empty: State<Crowd, Crowd> {}
}

@Suite struct ManyTimersTests {
    @Test func `a crowd of timers of a state are armed, half of them taken back, and the rest leave with it`()
        async throws
    {
        let clock = TickClock()
        let machine = Machine(Crowd(amount(200_000, long: 1_000_000)), clock: clock)
        try await machine.start()
        try await machine.send(.cancel(2))
        // The second half of what remains is in no hurry; the first thousand fire.
        let steps = machine.steps
        clock.advance(by: .milliseconds(2))
        var fired = 0
        for await step in steps {
            if case .ring = step.event { fired += 1 }
            if fired == 1_000 { break }
        }
        #expect(try await machine.withTop { [$0.rung, $0.outOfOrder] } == [1_000, 0])
        try await machine.send(.leave)
        clock.advance(by: .seconds(60))
        #expect(try await machine.withTop { $0.rung } == 1_000)
    }

    @Test func `timers of many machines on one clock all fire, in order`() async throws {
        let clock = ManualClock()
        var machines: [Machine<Crowd>] = []
        for _ in 0..<20 {
            let machine = Machine(Crowd(100), clock: clock)
            try await machine.start()
            machines.append(machine)
        }
        #expect(await clock.pending.count == 2_000)
        await clock.advance(by: .seconds(1))
        for machine in machines {
            #expect(try await machine.withTop { [$0.rung, $0.outOfOrder] } == [100, 0])
        }
        #expect(await clock.pending.isEmpty)
    }
}
