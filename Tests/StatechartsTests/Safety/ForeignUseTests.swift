import Foundation
import Statecharts
import StatechartsTesting
import Testing

/// Identities of one machine at another, threads that come and go, and events that do something when they end.
@Suite struct ForeignUseTests {
    @Test func `a timer of another machine, and one of an earlier life, is not there`() async throws {
        let clock = ManualClock()
        let many = Machine(Armed(200), clock: clock), few = Machine(Armed(1), clock: clock)
        try await many.start()
        try await few.start()
        let last = try await many.withTop { $0.timers[199] }
        #expect(try await few.withTop { $0.cancel(last) } == false)
        // The queue gives its memory back when it is empty.
        let before = try await many.withTop { top in
            for timer in top.timers { top.cancel(timer) }
            return top.timers
        }
        #expect(try await many.withTop { top in before.map { top.cancel($0) } }.allSatisfy { !$0 })
        _ = try await many.withTop { $0.arm(3) }
        #expect(try await many.withTop { $0.cancel(before[199]) } == false)
        #expect(try await many.withTop { $0.cancel($0.timers[202]) })
        try await many.stop()
        try await few.stop()
    }

    @Test func `threads that end have their charts configured by declarations of their own`() async {
        for _ in 0..<20 {
            let path = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let interpreter = Interpreter(Matryoshka(depth: 3))
                    try? interpreter.start()
                    continuation.resume(returning: interpreter.configuration.description)
                }
            }
            #expect(path == "Shell.Kernel")
        }
    }

    @Test func `events that post to the machine that lets them go come after its end, and are refused`() async throws {
        for _ in 0..<20 {
            let machine = Machine(Sink())
            let box = WeakMachine(machine)
            for _ in 0..<50 { machine.post(.item(Echo(box))) }
            try await machine.start()
            for _ in 0..<50 { machine.post(.item(Echo(box))) }
            try await machine.stop()
            #expect(await machine.status == .stopped)
        }
        // Never started, and released with all that waits.
        var unused: Machine<Sink>? = Machine(Sink())
        let box = WeakMachine(unused)
        for _ in 0..<50 { unused?.post(.item(Echo(box))) }
        unused = nil
        #expect(box.machine == nil)
    }

    private final class Armed: TopState<Int> {
        let state = State(), count: Int
        private(set) var timers: [TimerID] = []
        init(_ count: Int) { self.count = count }
        override func configure() { substates(state) }
        override func entry() { arm(count) }
        func arm(_ count: Int) { for _ in 0..<count { timers.append(after(.seconds(60), send: 1)) } }
        final class State: Statecharts.State<Armed, Armed> {}
    }

    private final class WeakMachine: @unchecked Sendable {
        private(set) weak var machine: Machine<Sink>?
        init(_ machine: Machine<Sink>?) { self.machine = machine }
    }

    /// Posts once more when it ends.
    private final class Echo: Sendable {
        let box: WeakMachine
        init(_ box: WeakMachine) { self.box = box }
        deinit { box.machine?.post(.end) }
    }

    private final class Sink: TopState<Sink.Event> {
        enum Event: Sendable { case item(Echo), end }
        let open = Open()
        override func configure() { substates(open) }
        final class Open: State<Sink, Sink> {}
    }
}
