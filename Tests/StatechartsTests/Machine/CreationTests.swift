import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What machines consist of, and what becomes of it.
@Suite struct CreationTests {
    @Test func `a chart may start others of its class while it is configured`() throws {
        // The first time the shape is not known yet.
        for _ in 0..<2 {
            let interpreter = Interpreter(Matryoshka(depth: 3))
            try interpreter.start()
            #expect(interpreter.configuration.description == "Shell.Kernel")
            #expect(interpreter.top.innerConfigurations == Array(repeating: "Shell.Kernel", count: 14))
        }
    }

    @Test func `a machine has observers from the first who asks for them, and only then`() async throws {
        let machine = Machine(Matryoshka(depth: 0))
        try await machine.start()
        #expect(try await machine.send(1) == .unhandled)
        #expect(machine.mailbox.withContents { $0.observers == nil })
        let steps = machine.steps
        #expect(machine.mailbox.isWatched)
        #expect(machine.observers === machine.observers)
        try await machine.stop()
        #expect(!machine.mailbox.isWatched)
        #expect(await steps.reduce(into: 0) { count, _ in count += 1 } == 1)
    }

    @Test func `a machine that was observed leaves nothing behind`() async throws {
        weak var mailbox: Mailbox<Int>?
        weak var observers: Observers<Int>?
        do {
            let machine = Machine(Matryoshka(depth: 0))
            mailbox = machine.mailbox
            observers = machine.observers
            try await machine.start()
            for await _ in machine.steps.prefix(0) {}
            #expect(mailbox != nil)
        }
        #expect(mailbox == nil)
        #expect(observers == nil)
    }
}
