import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// Acceptance points 1 to 5, 25, 26 and 31: lists.
@Suite struct ListTests {
    @Test func `point 1: chats are shown by their last update, newest first, with what is not read`() async throws {
        let desk = try await Desk()
        #expect(await desk.titles == ["Bo", "Ada", "Compilers"])
        #expect(await desk.shownChats.map(\.unreadText) == ["2", "", ""])
        let lines = await desk.screen.lines
        #expect(lines.contains { $0.contains("It wants another coat of paint.") && $0.contains("(2)") })
        #expect(desk.list.rows == (await desk.shownChats))
    }

    @Test func `point 2: a message moves its chat to the front, in one batch, and counts`() async throws {
        let desk = try await Desk()
        await desk.somebody(.message("Compilers", "hello"))
        #expect(await desk.list.deltas() == ["move 2→0, reload 0"])
        #expect(await desk.titles == ["Compilers", "Bo", "Ada"])
        #expect(await desk.unread("Compilers") == "1")
        // Also where it is already.
        await desk.somebody(.message("Compilers", "hello"))
        #expect(await desk.list.deltas() == ["move 0→0, reload 0"])
        #expect(desk.list.rows == (await desk.shownChats))
    }

    @Test func `point 3: a chat that is renamed stays where it is, then its system message sorts it`() async throws {
        let desk = try await Desk()
        await desk.somebody(.rename("Compilers", "Interpreters"))
        #expect(await desk.list.deltas() == ["reload 2", "move 2→0, reload 0"])
        #expect(await desk.titles == ["Interpreters", "Bo", "Ada"])
        #expect(await desk.unread("Interpreters") == "")
        #expect(await desk.shownChats[0].preview.hasSuffix("named the chat Interpreters"))
    }

    @Test func `point 4: a new chat comes to the front, delete and exit takes it away`() async throws {
        let desk = try await Desk()
        await desk.somebody(.newChat("Boats"))
        #expect(await desk.list.deltas() == ["insert 0"])
        await desk.somebody(.message("Bo", "hello"))
        #expect(await desk.list.deltas() == ["move 1→0, reload 0"])
        await desk.do(.tap(2), .avatar)
        #expect(await desk.list.deltas() == [])
        await desk.do(.delete)
        // Nothing of it is kept.
        #expect(await desk.messenger.chatManager.port(\.cachedCount) == 1)
        #expect(await desk.titles == ["Bo", "Ada", "Compilers"])
        #expect(await desk.list.deltas() == ["delete 1"])
        #expect(await desk.screen.body == .chats(desk.list.rows, .off))
        #expect(desk.messenger.openChats.count == 0)
    }

    @Test(arguments: [(3, 3), (12, 10)])
    func `point 5: popular chats are the first ones, until there is a text`(count: Int, popular: Int) async throws {
        let titles = (1...count).map { $0 == 2 ? "Allies" : $0 == 3 ? "LIST" : "Chat \($0)" }
        let desk = try await Desk(store: .chats(titles))
        await desk.do(.search)
        #expect(await desk.titles == Array(titles.prefix(popular)))
        await desk.do(.type("li"))
        #expect(await desk.titles == ["Allies", "LIST"])
        await desk.do(.type("xyz"))
        #expect(await desk.titles == [])
        await desk.do(.type(""))
        #expect(await desk.titles == Array(titles.prefix(popular)))
        await desk.do(.type("li"), .tap(2))
        #expect(try await desk.open().title == "LIST")
        await desk.do(.back, .cancel)
        #expect(await desk.titles == titles)
    }

    @Test func `point 25: a contact's chat is created once and opened twice`() async throws {
        let desk = try await Desk()
        let visits = InputPort<Visit>("visits")
        connect(await desk.messenger.shell.port(\.visits), to: visits)
        // Alan has no chat with me yet.
        await desk.do(.tab(.contacts), .tap(2), .back)
        #expect(await desk.screen.tab == .contacts)
        await desk.do(.tap(2))
        #expect(await desk.list.deltas() == ["insert 0"])
        #expect(await desk.titles == ["Alan", "Bo", "Ada", "Compilers"])
        var seen: [Visit] = []
        for await visit in visits {
            seen.append(visit)
            if visits.bufferedCount == 0 { break }
        }
        let chat = ChatID(4)
        #expect(seen == [.begin(chat), .end(chat), .begin(chat)])
    }

    @Test func `point 26: a new avatar shows in list, chat and profile, and no other row changes`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2))
        let view = View((try #require(await desk.messenger.openChat)).ports.rows)
        _ = await view.news()
        let before = try await desk.rows()
        await desk.somebody(.avatar("Ada"))
        let picture = try #require(await desk.messenger.fileManager.port(\.avatars).whole?[.contact(Store.ada)])
        #expect(picture != Picture("👩"))
        #expect(await desk.list.deltas() == ["reload 1"])
        #expect(desk.list.rows[1].avatar == picture)
        let incoming = before.indices.filter { before[$0].avatar != nil }
        #expect(!incoming.isEmpty && incoming.count < before.count)
        #expect(await view.deltas() == [incoming.map { "reload \($0)" }.joined(separator: ", ")])
        let after = try await desk.rows()
        #expect(view.rows == after)
        for place in after.indices {
            #expect(after[place].avatar == (incoming.contains(place) ? picture : nil))
            #expect(after[place].message == before[place].message)
        }
        await desk.do(.avatar)
        guard case .profile(let contact, picture, _) = await desk.screen.body else {
            Issue.record("no profile with the picture is shown")
            return
        }
        #expect(contact.name == "Ada")
        // Somebody else's does not concern the chat.
        await desk.somebody(.avatar("Bo"))
        #expect(await view.deltas() == [])
        #expect(await desk.list.deltas() == ["reload 0"])
    }

    @Test func `point 31: contacts stand in sections with last seen, what is found is flat`() async throws {
        let contacts = ["Ada", "Alan", "Bo"].enumerated().map { index, name in
            Contact(id: ContactID(index + 1), name: name, lastSeen: Moment(9, index))
        }
        let desk = try await Desk(
            store: Store(chats: [], contacts: [Contact(id: .me, name: "Me", lastSeen: .start)] + contacts, messages: [])
        )
        await desk.do(.tab(.contacts))
        let shown = await desk.messenger.contacts.port(\.screen)
        #expect(shown.sections.map(\.letter) == ["A", "B"])
        #expect(shown.sections.map(\.contacts.count) == [2, 1])
        #expect(await desk.screen.lines.count { $0.contains("seen 09:0") } == 3)
        await desk.do(.search, .type("al"))
        #expect(await desk.messenger.contacts.port(\.screen).found.map(\.name) == ["Alan"])
        let lines = await desk.screen.lines
        #expect(lines.contains { $0.contains("Alan") } && !lines.contains { $0.contains("seen") || $0.contains("—") })
        await desk.somebody(.presence("Bo", true))
        await desk.do(.cancel)
        #expect(await desk.screen.lines.contains { $0.contains("Bo") && $0.contains("online") })
    }
}

extension OutputPort<AvatarsMessage> {
    /// What a late receiver is given.
    var whole: [AvatarOwner: Picture]? {
        get async {
            for await case .whole(let whole, _) in stream() { return whole }
            return nil
        }
    }
}
