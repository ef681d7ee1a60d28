@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// What belongs to a user is let go with no lock held: its end may run anything, also what takes the same lock.
@Suite struct LettingGoTests {
    private let notes = Tattler.Notes()

    /// What is not published any more is kept while anybody reads, in another test maybe: see `EpochReclaimer`.
    private func expectAllGone() async throws {
        try await eventually { notes.left == 0 }
        #expect(notes.goneUnderLock == 0)
    }

    @Test(arguments: [PortBuffering.bufferingOldest(1), .bufferingNewest(1), .waiting(1), .unbounded])
    func `messages that an input drops, keeps and leaves`(policy: PortBuffering) async throws {
        do {
            let input = InputPort<Tattler>("in", buffering: policy)
            for _ in 0..<3 { input.send(notes.make()) }
            input.finish()
            input.send(notes.make())
        }
        try await expectAllGone()
    }

    @Test func `values that are replaced, and those of ends that go`() async throws {
        do {
            let output = OutputPort<Tattler>("out", current: notes.make())
            let input = InputPort<Tattler>("in", buffering: .bufferingNewest(1))
            connect(output, to: input)
            for _ in 0..<3 { output.send(notes.make()) }
            for policy in [PortBuffering.unbounded, .bufferingNewest(1), .waiting(1)] {
                let stream = output.subscription(buffering: policy)
                output.send(notes.make())
                stream.connection.disconnect()
            }
            // A stream that nobody holds.
            _ = output.stream()
            output.send(notes.make())
            output.finish()
        }
        try await expectAllGone()
    }

    @Test func `what closures of connections, contracts and handlers hold`() async throws {
        do {
            let output = OutputPort<Int>("out"), input = InputPort<Int>("in")
            let (first, second, third) = (notes.make(), notes.make(), notes.make())
            let connection = connect(output, to: input) { [first] number in
                withExtendedLifetime(first) { number }
            }
            output.send(1)
            connection.disconnect()
            for tattler in [second, third] {
                output.enforce(Contract(DoorRules())) { [tattler] _ in withExtendedLifetime(tattler) { nil } }
                output.send(1)
            }
        }
        try await expectAllGone()
    }

    @Test func `what a machine leaves, and a port that changes its machine`() async throws {
        do {
            let input = InputPort<Tattler>("in")
            for _ in 0..<3 {
                let machine = Machine(Drain(input: input))
                input.send(notes.make())
                try await machine.start()
                input.send(notes.make())
                try await machine.send(.stop)
                input.send(notes.make())
            }
            let unused = Machine(Drain(input: input))
            for _ in 0..<3 { unused.post(.take(notes.make())) }
        }
        try await expectAllGone()
    }

    @Test func `steps that nobody reads, and those that are dropped`() async throws {
        do {
            let machine = Machine(Drain())
            try await machine.start()
            let readers = [
                machine.steps, machine.steps(buffering: .bufferingNewest(1)),
                machine.steps(buffering: .bufferingOldest(1)),
            ]
            for _ in 0..<3 { try await machine.send(.take(notes.make())) }
            withExtendedLifetime(readers) {}
            try await machine.stop()
        }
        try await expectAllGone()
    }

    @Test(arguments: Supervisor.MailboxPolicy.allCases)
    func `what a supervised machine leaves`(policy: Supervisor.MailboxPolicy) async throws {
        do {
            // What is dropped with the first life cannot end the second one.
            let supervisor = Supervisor(limit: RestartLimit(policy == .kept ? 1 : 0, in: .seconds(1_000_000)))
            let child = supervisor.add("drain", mailbox: policy) { Machine(Drain()) }
            child.post(.take(notes.make()))
            for _ in 0..<3 { child.post(.fail(notes.make())) }
            child.post(.take(notes.make()))
            await #expect(throws: SupervisorError.self) { try await supervisor.run() }
            child.post(.take(notes.make()))
        }
        try await expectAllGone()
    }

    @Test func `what a system holds, remembers and shows`() async throws {
        do {
            let system = System(), other = System()
            let output = OutputPort<Tattler>("out"), input = InputPort<Tattler>("in")
            system.add("A", ports: output, input)
            connect(output, to: input)
            input.enforce(Contract(DoorRules())) { _ in nil }
            do {
                let recorder = system.recorder(), messages = system.messages
                for _ in 0..<3 { output.send(notes.make()) }
                withExtendedLifetime((recorder, messages)) {}
            }
            system.pause()
            for _ in 0..<3 { output.send(notes.make()) }
            other.add("A", ports: output)
            for _ in 0..<10_010 { system.add("B", ports: output); output.send(notes.make()) }
        }
        try await expectAllGone()
    }
}
