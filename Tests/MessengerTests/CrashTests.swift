import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// A chat's machine fails and is started again.
@Suite struct CrashTests {
    @Test func `a chat that crashes is started again with what was done meanwhile, and nobody else notices`()
        async throws
    {
        let desk = try await Desk()
        let events = desk.messenger.supervisor.events
        await desk.do(.tap(1))
        let first = try await desk.chat(), steps = desk.messenger.chatsList.steps
        #expect(await desk.messenger.crash())
        #expect(await first.status == .failed)
        #expect(await desk.messenger.openChat?.machine.machine == nil)
        #expect(await desk.screen.lines.contains { $0.contains("Bo") && $0.contains("starting again…") })
        // Kept for the next life.
        await desk.do(.type("still here"), .send)
        await desk.somebody(.message("Bo", "hello"))
        await desk.wait(.seconds(1))
        let second = try await desk.chat()
        #expect(second !== first)
        #expect(
            try await desk.texts() == [
                "Is the boat ready?", "Nearly.", "It wants another coat of paint.", "hello", "still here",
            ])
        #expect(try await desk.open().text == "")
        #expect(Set(try await desk.rows().compactMap { $0.message?.id }).count == 5)
        // The other machines have done nothing but take the message: not read, because nobody has left.
        #expect(await desk.unread("Bo") == "3")
        let view = View(try #require(await desk.messenger.openChat).ports.rows)
        _ = await view.news()
        #expect(view.rows == (try await desk.rows()))
        await desk.do(.back)
        #expect(await desk.unread("Bo") == "")
        try await desk.messenger.stop()
        var triggers = 0
        for await _ in steps { triggers += 1 }
        // Two messages, that all are read, and the end.
        #expect(triggers == 4)
        var names: [String] = []
        for await event in events {
            names.append("\(event)".prefix { $0 != "(" }.description)
            if case .removed = event { break }
        }
        #expect(names == ["started", "failed", "restarting", "restarted", "stopped", "removed"])
    }

    @Test func `a chat that is left while there is no machine is read all the same`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        #expect(await desk.messenger.crash())
        await desk.do(.back)
        #expect(await desk.unread("Bo") == "")
        #expect(desk.messenger.openChats.count == 0)
    }

    @Test func `what was kept and then is not possible does not spoil the next command`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        #expect(await desk.messenger.crash())
        // Kept; and when there is a machine again, there is nothing to send.
        await desk.do(.send)
        await desk.wait(.seconds(1))
        await desk.do(.keyboard(true), .back)
    }

    @Test func `a chat that crashes too often is left alone for some time, and the rest goes on`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        for _ in 1...4 {
            #expect(await desk.messenger.crash())
            await desk.wait(.seconds(1))
        }
        #expect(await desk.messenger.conversations.isActive(\.resting))
        #expect(await desk.messenger.openChat?.machine.machine == nil)
        await desk.somebody(.message("Ada", "hello"))
        #expect(await desk.unread("Ada") == "1")
        await desk.wait(.seconds(10))
        #expect(await desk.screen.lines.contains { $0.contains("Bo") && !$0.contains("starting again…") })
        // What it is told once has come too, though there was no run when that was connected.
        #expect(try await desk.rows().last?.avatar == Picture("🧔"))
        #expect(try await desk.open().title == "Bo")
        await desk.do(.back, .tap(1))
        #expect(try await desk.texts().last == "hello")
        await desk.do(.back)
        #expect(desk.messenger.supervisor.names == [])
        #expect(desk.messenger.takeViolations().map(\.description) == [])
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever watches is told of the steps of a chat after it was left alone`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        let (told, teller) = AsyncStream.makeStream(of: Int.self), changes = desk.messenger.changes
        let watch = Task {
            var count = 0
            for await _ in changes {
                count += 1
                teller.yield(count)
            }
        }
        var looks = told.makeAsyncIterator()
        for _ in 1...4 {
            #expect(await desk.messenger.crash())
            await desk.wait(.seconds(1))
        }
        await desk.wait(.seconds(10))
        let ports = try #require(await desk.messenger.openChat).ports
        // Straight to the chat: nobody else takes a step. More of them than there can be steps from before.
        for number in 1...300 {
            ports.commands.send(.type("\(number)"))
            _ = await looks.next()
        }
        await desk.messenger.settle()
        #expect(try await desk.open().text == "300")
        watch.cancel()
    }

    @Test func `a text that is being written, and what is done by hand, follow the conversation's ports alone`()
        async throws
    {
        // The screen of a chat as a part of another program: nothing else of the messenger is there.
        let ports = ConversationPorts(), requests = InputPort<ChatRequest>("requests"), clock = ManualClock()
        connect(ports.requests, to: requests)
        let view = View(ports.rows), machine = Machine(Conversation(Store.a, ports, frame: 200), clock: clock)
        try await machine.start()
        ports.pages.send(
            Page(
                chat: Store.a, before: nil,
                messages: [Message(id: 1, chat: Store.a, sender: Store.ada, date: .start, text: "hello")],
                hasOlder: false))
        ports.commands.send(.type("yes"))
        ports.commands.send(.send)
        await clock.settle()
        try await machine.stop()
        var asked: [ChatRequest] = []
        for await request in requests {
            asked.append(request)
            if requests.bufferedCount == 0 { break }
        }
        #expect(asked == [.page(Store.a, before: nil), .send(Store.a, "yes"), .read(Store.a)])
        _ = await view.news()
        #expect(view.rows.compactMap(\.message?.text) == ["hello"])
    }
}

/// The sign-up form of the theory: values that are combined.
@Suite struct SignUpTests {
    @Test func `a form is complete while name and password are there and the confirmation is equal`() {
        let name = OutputPort("name", current: ""), password = OutputPort("password", current: "")
        let confirmation = OutputPort("confirmation", current: "")
        let isConfirmed = combineLatest(password, confirmation) { !$0.isEmpty && $0 == $1 }
        let canSignUp = combineLatest(name, isConfirmed) { !$0.isEmpty && $1 }
        var seen: [Bool?] = []
        for (port, text) in [
            (name, "Ada"), (password, "engine"), (confirmation, "engin"), (confirmation, "engine"), (name, ""),
        ] {
            port.send(text)
            seen.append(canSignUp.current)
        }
        #expect(seen == [false, false, false, true, false])
    }
}
