import TestSupport
import Testing

@testable import Statecharts

/// Who comes to a machine at an odd moment: while it is being stopped, while it refuses its chart, while its turn is
/// over.
@Suite struct EntranceTests {
    @MainActor @Test
    func `what is sent to a machine that is being stopped is refused, as what is posted is`() async throws {
        let acts = Acts()
        let machine = Machine(Slate(acts), on: MainActor.shared)
        try await machine.start()
        acts["go"] = {
            #expect(machine.post("posted"))
            Task.immediate { try await machine.stop() }
            #expect(!machine.post("too late"))
        }
        #expect(try await machine.send("go") == .handled)
        #expect(try await machine.send("sent") == .finished)
        try await machine.finished
        #expect(acts.log == ["go", "posted"])
    }

    @Test(arguments: [false, true])
    func `run() returns at the end also if somebody else has begun to stop the machine`(
        _ hasThrown: Bool
    ) async throws {
        let gate = Turnstile(), begun = Turnstile(), log = Guarded<[String]>([])
        await begun.open()
        let leave: @Sendable () async -> Void = {
            await gate.pass()
            log.withLock { $0.append("left") }
        }
        // What has thrown is known before the child has ended.
        let machine = Machine(Landlord(await Acts(), hasThrown, enter: { await begun.pass() }, leave))
        try await machine.start()
        await begun.arrival()
        let stop = Task { try await machine.stop() }
        await gate.arrival()
        let run = Task.immediate {
            defer { log.withLock { $0.append("run() has returned") } }
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await machine.run()
        }
        // It has been at the machine, and would have returned.
        for _ in 0..<3 { _ = await machine.status }
        await gate.open()
        for end in [run, stop] {
            let result = await end.result
            if hasThrown { #expect(throws: StepError.self) { try result.get() } } else { try result.get() }
        }
        #expect(log.withLock { $0 } == ["left", "run() has returned"])
    }

    @MainActor @Test func `who asks from inside a start that is refused is answered`() async throws {
        let acts = Acts(), slate = Slate(acts)
        slate.isBroken = true
        let machine = Machine(slate, on: MainActor.shared)
        var answers: [Task<Bool, any Error>] = []
        acts["configure"] = {
            answers.append(Task.immediate { try await machine.accepts("go") })
            answers.append(Task.immediate { try await machine.withTop { _ in false } })
        }
        await #expect(throws: ChartError.self) { try await machine.start() }
        for answer in answers { #expect(try await answer.value == false) }
        #expect(!answers.isEmpty)
        #expect(machine.waitingCount == 0)
    }

    @MainActor @Test(arguments: [false, true])
    func `who starts a machine from inside of a look before the start comes behind it`(_ isRunning: Bool) async throws {
        let machine = Machine(Slate(Acts()), on: MainActor.shared)
        let begun = try await machine.withTop { _ in
            MainActor.assumeIsolated {
                Task.immediate { if isRunning { try await machine.run() } else { try await machine.start() } }
            }
        }
        try await eventually { await machine.status == .running }
        try await machine.stop()
        try await begun.value
    }

    @MainActor @Test func `who looks sees all that was posted before, also where a turn is over`() async throws {
        let acts = Acts(), others = Acts()
        let machine = Machine(Slate(acts), on: MainActor.shared), next = Machine(Slate(others), on: MainActor.shared)
        await take(atMost: 1, machine)
        try await machine.start()
        try await next.start()
        var seen: [String] = []
        // The step gives another machine work, whose turn comes before that of what is left here.
        acts["relay"] = { next.post("look") }
        others["look"] = {
            machine.post("last")
            _ = machine.assumeIsolated { $0.configuration }
            seen = acts.log
        }
        for event in ["relay", "a", "b"] { machine.post(event) }
        while others.log.isEmpty { await Task.yield() }
        #expect(seen == ["relay", "a", "b", "last"])
    }

    @MainActor @Test func `an answer may be awaited by several tasks, and again`() async throws {
        let machine = Machine(Oracle(), on: MainActor.shared)
        try await machine.start()
        let total = machine.question { $0 }
        let early = (0..<3).map { _ in Task.immediate { try await total.value } }
        #expect(!total.isAnswered)
        for task in early { #expect(try await task.value == 1) }
        #expect(try await total.value == 1)
        #expect(total.isAnswered)
    }

    private func take<Top: Statechart>(atMost turn: Int, _ machine: isolated Machine<Top>) {
        machine.envelopesPerTurn = turn
    }
}

/// What a chart on the main actor has done, and is to do.
@MainActor private final class Acts {
    var log: [String] = []
    private var acts: [String: () -> Void] = [:]

    subscript(event: String) -> (() -> Void)? {
        get { acts[event] }
        set { acts[event] = newValue }
    }
}

private final class Slate: TopState<String> {
    let acts: Acts
    let busy = Busy()
    var enter: (@Sendable () async -> Void)?, leave: (@Sendable () async -> Void)?
    var isBroken = false

    init(_ acts: Acts) { self.acts = acts }

    override func configure() {
        if isBroken {
            let acts = acts
            MainActor.assumeIsolated { acts["configure"]?() }
            substates(busy, busy)
        } else {
            substates(busy)
        }
    }

    override func handle(_ event: String) -> Reaction {
        .handled { [acts] in
            MainActor.assumeIsolated {
                acts.log.append(event)
                acts[event]?()
            }
        }
    }

    final class Busy: State<Slate, Slate> {
        override func entry() async {
            let enter = top.enter
            await enter?()
        }
        override func exit() async {
            let leave = top.leave
            await leave?()
        }
    }
}

private final class Landlord: TopState<String> {
    struct Trouble: Error {}

    let room = Room(), lodger: Child<Landlord, Slate>
    let throwsAtTheEnd: Bool

    init(
        _ acts: Acts, _ throwsAtTheEnd: Bool, enter: @escaping @Sendable () async -> Void,
        _ leave: @escaping @Sendable () async -> Void
    ) {
        self.throwsAtTheEnd = throwsAtTheEnd
        // However long the others of the suite take.
        lodger = Child(of: Landlord.self, stopWithin: .seconds(1_000_000)) { _ in
            let slate = Slate(acts)
            slate.enter = enter
            slate.leave = leave
            return slate
        }
    }

    override func configure() {
        substates(room)
        children(lodger)
    }

    final class Room: State<Landlord, Landlord> {
        override func exit() throws { if top.throwsAtTheEnd { throw Trouble() } }
    }
}

private final class Oracle: TopState<Reply<Int>> {
    override func handle(_ event: Reply<Int>) -> Reaction { .handled { event.answer(1) } }
}
