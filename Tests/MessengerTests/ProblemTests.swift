import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import MessengerModel

/// What went wrong in the reactive messenger, by the numbers of its list: it cannot happen here.
@Suite struct ProblemTests {
    @Test(.timeLimit(.minutes(30)))
    func `problem 1: nothing keeps itself alive, and no chart says weak`() async throws {
        let machines = Locked<[WeakObject]>([])
        do {
            let desk = try await Desk()
            await desk.do(.tap(2), .back, .tap(1))
            let messenger = desk.messenger, chat = try await desk.chat()
            let alive: [any AnyObject & Sendable] = [
                messenger, messenger.shell, messenger.chatsList, messenger.contacts, messenger.chatManager,
                messenger.fileManager, messenger.simulator, messenger.conversations, messenger.system, chat,
                messenger.openChats, messenger.supervisor,
            ]
            machines.with { $0 = alive.map { WeakObject($0) } }
            try await messenger.stop()
        }
        // What ends with a machine ends in tasks of its own.
        try await eventually { machines.with { $0.allSatisfy { $0.object == nil } } }
        #expect(machines.with { $0.indices.filter { [all = $0] in all[$0].object != nil } } == [])
        for (path, text) in try Sources.all() {
            #expect(!text.contains("weak ") && !text.contains("unowned"), "\(path)")
        }
    }

    @Test func `problem 2: receivers come and go, and the sender never knows`() async throws {
        let desk = try await Desk()
        let rows = await desk.messenger.chatsList.port(\.rows)
        var views: [View<ChatRow>] = (0..<100).map { _ in View(rows) }
        for view in views { _ = await view.news() }
        views.removeSubrange(10...)
        await desk.somebody(.message("Ada", "hello"))
        for view in views {
            #expect(await view.deltas() == ["move 1→0, reload 0"])
            #expect(view.rows == (await desk.shownChats))
        }
    }

    @Test func `problem 3: what was still on its way to a chat that was left does not come to the next one`()
        async throws
    {
        let desk = try await Desk(latency: .seconds(1))
        await desk.do(.tap(2))
        await desk.wait(.milliseconds(600))
        await desk.do(.back, .tap(2))
        let recorder = desk.messenger.system.recorder()
        // The answer to the first one's question: all that the second one waits for is in it.
        await desk.wait(.milliseconds(400))
        #expect(try await desk.texts().count == 15)
        await desk.do(.scroll(-99))
        // The answer to the second one's own question is not taken for older messages.
        await desk.wait(.milliseconds(600))
        #expect(try await desk.texts().count == 15)
        await desk.wait(.milliseconds(400))
        #expect(try await desk.texts().count == 30)
        #expect(Set(try await desk.texts()).count == 30)
        // Nothing of a chat that is closed: a page under way finds nobody.
        await desk.do(.scroll(-99), .back)
        _ = recorder.take()
        await desk.wait(.seconds(1))
        #expect(recorder.take().filter { $0.receivers.contains { "\($0)".hasPrefix("Chat ") } }.isEmpty)
    }

    @Test func `problem 3: what is queued for a chat that is left goes nowhere, and comes with the next visit once`()
        async throws
    {
        let desk = try await Desk(on: Lane()), recorder = desk.messenger.system.recorder()
        await desk.do(.tap(2))
        _ = recorder.take()
        // A page and a message are the last ones to be delivered.
        desk.messenger.deliverInTurns { held in
            held.first { !($0.message is Page) && !($0.message is Message) } ?? held[0]
        }
        desk.messenger.commands.send(.scroll(-99))
        desk.messenger.people.send(.message("Ada", "new"))
        desk.messenger.commands.send(.back)
        await desk.messenger.settle()
        let late = recorder.take().filter { $0.message is Page || $0.message is Message }
        #expect(late.count == 2 && late.allSatisfy { $0.receivers.isEmpty })
        await desk.do(.tap(1))
        #expect(try await desk.texts() == (27...40).map { "note \($0)" } + ["new"])
    }

    @Test func `problem 4: what is done is done once, however many watch`() async throws {
        func run(watched: Bool) async throws -> (steps: Int, deltas: [String], requests: Int) {
            let desk = try await Desk(on: Lane())
            let rows = await desk.messenger.chatsList.port(\.rows)
            let others = watched ? [View(rows), View(rows)] : []
            let recorder = watched ? desk.messenger.system.recorder() : nil
            let steps = desk.messenger.chatsList.steps, requests = InputPort<ChatRequest>("requests")
            connect(await desk.messenger.shell.port(\.requests), to: requests)
            for other in others { _ = await other.news() }
            await desk.somebody(.message("Ada", "hello"), .rename("Compilers", "Club"), .newChat("Boats"))
            await desk.do(.search, .type("o"), .tap(1), .back)
            let deltas = await desk.list.deltas()
            for other in others { #expect(await other.deltas() == deltas) }
            if let recorder { #expect(!recorder.records.isEmpty) }
            try await desk.messenger.stop()
            var count = 0
            for await _ in steps { count += 1 }
            return (count, deltas, requests.bufferedCount)
        }
        let alone = try await run(watched: false), watched = try await run(watched: true)
        #expect(alone == watched)
    }

    @Test func `problem 5: a delta has the number of the state that it leads to`() async throws {
        let desk = try await Desk()
        await desk.somebody(.message("Ada", "one"), .message("Bo", "two"))
        let late = View(await desk.messenger.chatsList.port(\.rows))
        await desk.somebody(.message("Compilers", "three"))
        let numbers = await desk.list.news().map(\.number)
        #expect(numbers.count == 3 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
        #expect(await late.news().map(\.number) == numbers.suffix(2))
        #expect(late.rows == desk.list.rows)
    }

    @Test func `problem 6: rows that are announced while others come are whole at each number`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        let ports = try #require(await desk.messenger.openChat).ports, manager = desk.messenger.chatManager
        let rows = ports.rows.stream()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        manager.post(.event(.message(Store.a, from: Store.ada, text: "\(task) \(number)")))
                        if number.isMultiple(of: 5) { ports.commands.send(.scroll(-99)) }
                    }
                }
            }
        }
        await desk.messenger.settle()
        ports.rows.finish()
        var replica = Replica<ListDelta<MessageRow>>(), avatars: [AvatarOwner: Picture] = [:]
        avatars = try #require(await desk.messenger.shell.port(\.knownAvatars).whole)
        for await message in rows {
            #expect(replica.take(message) == .applied)
            let whole = try #require(replica.whole)
            #expect(whole == Transcript.rows(of: whole.compactMap(\.message), avatars: avatars))
        }
        let new = replica.whole?.compactMap(\.message).map(\.id).filter { $0 > 45 } ?? []
        #expect(new.count == 100 && new == Array(Set(new)).sorted())
        #expect(replica.whole == (try await desk.rows()))
    }

    /// What the order of delivery can matter for: what goes to the chat and to the chat manager.
    private static func isChoice(_ message: HeldMessage) -> Bool {
        switch message.message {
        case is ChatCommand, is Page, is Message, is ChatRequest, is ChatEvent: true
        case _: false
        }
    }

    @Test func `problem 7: pages and messages under way, delivered in all orders`() async throws {
        let orders = Orders()
        var ends: [Int: Int] = [:], isMore = true
        while isMore {
            let desk = try await Desk(on: Lane())
            await desk.do(.tap(2))
            orders.begin()
            desk.messenger.deliverInTurns { held in
                held.first { !Self.isChoice($0) } ?? held[orders.choose(held.count)]
            }
            desk.messenger.commands.send(.scroll(-99))
            desk.messenger.people.send(.message("Ada", "new"))
            desk.messenger.commands.send(.scroll(-99))
            await desk.messenger.settle()
            // The second scroll is not heard while a page is under way, and loads the last one after that.
            let all = (1...40).map { "note \($0)" } + ["new"], texts = try await desk.texts()
            #expect([31, 41].contains(texts.count) && texts == all.suffix(texts.count), "order \(orders.taken)")
            #expect(try await desk.open().progress == (texts.count == 41 ? .complete : .idle), "\(orders.taken)")
            await desk.do(.scroll(-99))
            #expect(try await desk.texts() == all, "order \(orders.taken)")
            ends[texts.count, default: 0] += 1
            isMore = orders.next()
            if ends.values.reduce(0, +) == 2_000 { break }
        }
        // They are all.
        #expect(!isMore && orders.differenceCount == 0)
        #expect(ends.keys.sorted() == [31, 41], "\(ends)")
    }

    @Test func `problem 8: where machines run is said in one place`() throws {
        let places = try Sources.all().filter { $0.text.contains("on: actor") }.map(\.path)
        #expect(places == ["Components/Messenger.swift"])
        for (path, text) in try Sources.all() { #expect(!text.contains("MainActor"), "\(path)") }
    }

    @Test func `problem 9: typed ports are the only way, without casts and keys`() throws {
        for (path, text) in try Sources.all() {
            for word in [" as? ", " as! ", "[String:", "KeyPath<"] { #expect(!text.contains(word), "\(path): \(word)") }
        }
    }

    @Test func `problem 10: no file is longer than 200 lines, those of charts least of all`() throws {
        let files = try Sources.all()
        #expect(files.count { $0.path.hasPrefix("Charts/") } > 8)
        for (path, text) in files where !path.hasPrefix("Figures/") {
            #expect(text.split(separator: "\n").count <= 200, "\(path)")
        }
    }

    @Test func `problem 11: a long chat has no more machines, timers and connections than a short one`() async throws {
        func counts(_ messages: Int) async throws -> [Int] {
            let desk = try await Desk(store: .long(messages))
            await desk.do(.tap(1))
            while try await desk.open().progress != .complete { await desk.do(.scroll(-99)) }
            #expect(try await desk.texts().count == messages)
            return [
                desk.messenger.system.members.count, desk.messenger.system.connections.count,
                await desk.clock.pending.count,
            ]
        }
        #expect(try await counts(1_000) == (try await counts(20)))
    }

    @Test func `problem 12: a message stays as it came, also when it is read elsewhere`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(1))
        let before = try await desk.rows()
        desk.messenger.chatManager.post(.request(.read(ChatID(2))))
        await desk.messenger.settle()
        #expect(desk.messenger.store.log(of: ChatID(2)).messages.allSatisfy { $0.isRead })
        #expect(try await desk.rows() == before)
        #expect(try await desk.headers() == [.day(0), .new])
    }

    @Test func `problem 13: chats that there are not are not changed, and headers are not taken for messages`()
        async throws
    {
        let desk = try await Desk(), nobody = ChatID(99), manager = desk.messenger.chatManager
        for event: ChatEvent in [
            .message(nobody, from: Store.ada, text: "x"), .picture(nobody, from: Store.ada, Picture("x")),
            .renamed(nobody, by: Store.ada, "x"),
        ] { manager.post(.event(event)) }
        for request: ChatRequest in [
            .send(nobody, "x"), .read(nobody), .delete(nobody), .rename(nobody, "x"), .gallery(nobody),
            .page(nobody, before: nil), .add(Store.ada, to: nobody), .remove(Store.ada, from: nobody),
        ] { manager.post(.request(request)) }
        await desk.messenger.settle()
        #expect(await desk.list.deltas() == [])
        // Within a minute of the first one that is not read, right below its header: that one is reloaded, not the header.
        await desk.somebody(.message("Ada", "first"))
        await desk.do(.tap(1))
        #expect(try await desk.rows().suffix(2).map { $0.message?.text } == [nil, "first"])
        let view = View(try #require(await desk.messenger.openChat).ports.rows)
        _ = await view.news()
        await desk.wait(.seconds(30))
        await desk.somebody(.message("Ada", "second"))
        let count = view.rows.count
        #expect(await view.deltas() == ["reload \(count - 1), insert \(count)"])
        #expect(view.rows == (try await desk.rows()))
        #expect(view.rows.suffix(3).map(\.tail) == [nil, .first, .last])
    }
}

/// Something that nobody keeps.
private struct WeakObject: Sendable {
    weak let object: (any AnyObject & Sendable)?
    init(_ object: any AnyObject & Sendable) { self.object = object }
}
