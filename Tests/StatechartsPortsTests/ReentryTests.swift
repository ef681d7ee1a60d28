@testable import Statecharts
@testable import StatechartsCore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Whatever is called from inside may come back.
@Suite struct ReentryTests {
    /// Answers each number with the next smaller one, through the port whose contract it is.
    final class Countdown: TopState<Int> {
        let counting = Counting()
        let out: OutputPort<Int>
        init(_ out: OutputPort<Int>) { self.out = out }
        override func configure() { substates(counting) }

        final class Counting: State<Countdown, Countdown> {
            override func handle(_ event: Int) -> Reaction {
                event == 0 ? .unhandled : .handled { self.top.out.send(event - 1) }
            }
        }
    }

    @Test func `a contract whose chart sends through its own port has that checked and sent after the message itself`()
        async
    {
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in")
        let stream = output.stream()
        connect(output, to: input)
        let system = System()
        system.add("A", ports: output, input)
        let violations = system.violations
        input.enforce(Contract(Countdown(output)), onViolation: .refuse) { $0 }
        output.send(3)
        output.finish()
        #expect(await Array(stream) == [3, 2, 1, 0])
        input.finish()
        #expect(await Array(input) == [3, 2, 1])
        #expect(await violations.first(1).map { $0.history } == [["3", "2", "1"]])
    }

    @Test func `contracts of two ports that send through each other do not wait for each other`() async {
        let first = OutputPort<Int>("first"), second = OutputPort<Int>("second")
        let all = InputPort<Int>("all")
        connect(first, to: all)
        connect(second, to: all)
        first.enforce(Contract(Countdown(second))) { $0 % 10 }
        second.enforce(Contract(Countdown(first))) { $0 % 10 }
        await withTaskGroup { group in
            for port in [first, second] { group.addTask { for _ in 0..<200 { port.send(3) } } }
        }
        all.finish()
        // 3, 2, 1 and 0 of each, the last one out of order and only reported.
        #expect(await Array(all).sorted() == (0...3).flatMap { Array(repeating: $0, count: 400) })
    }

    @Test(.timeLimit(.minutes(5)))
    func `a record is made when a contract that was busy elsewhere has handed the message on`() async throws {
        let watched = InputPort<Int>("watched"), other = InputPort<Int>("other"), output = OutputPort<Int>("out")
        connect(output, to: watched)
        let system = System()
        system.add("A", ports: output, watched)
        let contract = Contract(Countdown(OutputPort("nowhere")))
        let arrived = InputPort<Void>("arrived"), gate = DispatchSemaphore(value: 0)
        watched.enforce(contract) { $0 }
        other.enforce(contract) {
            arrived.send(())
            gate.wait()
            return $0
        }
        let recorder = system.recorder(), done = InputPort<Void>("done")
        Thread.detachNewThread {
            other.send(1)
            done.send(())
        }
        _ = await arrived.first(1)
        output.send(2)
        output.send(3)
        #expect(recorder.take().map(\.description) == [])
        system.pause()
        output.send(4)
        gate.signal()
        _ = await done.first(1)
        #expect(recorder.take().map(\.description) == ["#1 A.out → A.watched: 2"])
        system.resume()
        #expect(
            recorder.take().map(\.description) == ["#2 A.out → A.watched: 3", "#3 A.out → A.watched: 4"])
        watched.finish()
        #expect(await Array(watched) == [2, 3, 4])
    }

    @Test func `a step is over when a contract that was busy elsewhere has handed the message on`() async throws {
        let watched = InputPort<Int>("watched"), other = InputPort<Int>("other"), output = OutputPort<Int>("out")
        connect(output, to: watched)
        let system = System()
        system.add("A", ports: output, watched)
        let contract = Contract(Countdown(OutputPort("nowhere")))
        let arrived = InputPort<Void>("arrived"), gate = DispatchSemaphore(value: 0)
        watched.enforce(contract) { $0 }
        other.enforce(contract) {
            arrived.send(())
            gate.wait()
            return $0
        }
        system.pause()
        output.send(2)
        output.send(3)
        Thread.detachNewThread { other.send(1) }
        _ = await arrived.first(1)
        #expect(system.step()?.receivers.count == 0)
        // The first one is still on its way.
        #expect(system.step() == nil)
        gate.signal()
        var record: MessageRecord?
        try await eventually {
            record = await system.stepAndSettle()
            return record != nil
        }
        #expect(record?.description == "#2 A.out → A.watched: 3")
        watched.finish()
        #expect(await Array(watched) == [2, 3])
    }

    @Test func `a message whose end sends through the same port`() {
        final class Last: Sendable {
            let port: OutputPort<Last?>
            init(_ port: OutputPort<Last?>) { self.port = port }
            deinit { port.send(nil) }
        }
        let state = OutputPort<Last?>("state", current: nil), count = Counted()
        let input = InputPort<Last?>("in", buffering: .bufferingNewest(1))
        connect(state, to: input)
        connect(state, to: InputPort<Last?>("all")) { _ in
            count.add()
            return nil
        }
        for _ in 0..<10 { state.send(Last(state)) }
        #expect(state.current != nil || count.value > 10)
        #expect(count.value >= 20)
    }

    @Test(arguments: ["configurations", "reports", "changes", "violations", "messages", "steps"])
    func `cancelling a reader while the publisher is at it`(what: String) async throws {
        let machine = Machine(Stage("!")), system = System()
        let output = OutputPort<Int>("out"), input = InputPort<Int>("in", buffering: .bufferingOldest(1))
        system.add("A", ports: output, input)
        connect(output, to: input)
        input.enforce(Contract(DoorRules())) { _ in .init("close") }
        try await machine.start()
        let busy = Task.detached {
            while !Task.isCancelled {
                output.send(1)
                machine.post("word")
                system.remove(system.add("B"))
                await Task.yield()
            }
        }
        for _ in 0..<300 {
            let reader = Task.detached {
                switch what {
                case "configurations": for await _ in machine.configurations {}
                case "reports": for await _ in system.reports {}
                case "changes": for await _ in system.changes {}
                case "violations": for await _ in system.violations {}
                case "messages": for await _ in system.messages {}
                default: for await _ in machine.steps {}
                }
            }
            await Task.yield()
            reader.cancel()
            await reader.value
        }
        busy.cancel()
        await busy.value
    }

    @Test func `calling out while a lock is held ends the program in debug builds`() async {
        #if DEBUG
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Guarded(0).withLock { _ in callingOut("a test") }
            }
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(message.contains("a test calls foreign code while a lock is held"))
        #endif
    }

    private final class Counted: Sendable {
        private let count = Atomic(0)
        func add() { count.add(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }
}
