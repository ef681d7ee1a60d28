import Statecharts
import StatechartsTesting
import Testing

@testable import MessengerModel

/// Screens beside the chat: groups, profiles, pictures, the menu of other people, tabs.
@Suite struct NavigationTests {
    @Test func `a group is made of people, a title and a picture, and opens`() async throws {
        let desk = try await Desk()
        await desk.do(.add)
        #expect(!(await desk.messenger.give(.next)))
        await desk.do(.choose(1), .choose(2), .choose(5), .choose(2), .next)
        #expect(!(await desk.messenger.give(.create)))
        await desk.do(.type("  "))
        #expect(!(await desk.messenger.give(.create)))
        await desk.do(.type("Analysts"), .picture, .more, .choose(3), .next, .remove(1), .create)
        #expect(try await desk.open().title == "Analysts")
        #expect(try await desk.texts() == ["Me created the chat"])
        let chat = try #require(await desk.messenger.shell.port(\.opened))
        #expect(chat.participants == [.me, ContactID(5), ContactID(3)])
        let deltas = await desk.list.deltas()
        // The picture and the first message come from two machines, in either order.
        #expect(deltas.first == "insert 0")
        #expect(deltas.dropFirst().sorted() == ["move 0→0, reload 0", "reload 0"])
        #expect(desk.list.rows[0].avatar == Pictures.all[0])
        await desk.do(.back, .add)
        guard case .choosing(_, let chosen) = await desk.screen.body else {
            Issue.record("people are not chosen")
            return
        }
        #expect(chosen == [])
    }

    @Test func `whoever removes everybody chooses again`() async throws {
        let desk = try await Desk()
        await desk.do(.add, .choose(1), .next, .remove(1))
        guard case .choosing(let people, []) = await desk.screen.body else {
            Issue.record("people are not chosen")
            return
        }
        #expect(people.map(\.name) == ["Ada", "Alan", "Bo", "Grace", "Linus"])
        await desk.do(.back)
        #expect(await desk.titles == ["Bo", "Ada", "Compilers"])
    }

    @Test func `a group gets another title, picture and people, each with a system message`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(3), .avatar)
        #expect(!(await desk.messenger.give(.type("x"))))
        await desk.do(.edit, .type("Nobody"), .cancel, .edit, .type("  "), .done)
        #expect(await desk.list.deltas() == [])
        await desk.do(.edit, .remove(2), .choose(2), .picture, .type("Engineers"), .done, .back)
        #expect(
            try await desk.texts().suffix(3) == [
                "Me removed Alan", "Me added Bo", "Me named the chat Engineers",
            ])
        let rows = try await desk.rows().suffix(3)
        #expect(rows.allSatisfy { $0.message?.kind == .system && $0.avatar == nil && $0.height == 20 })
        #expect(try await desk.open().title == "Engineers")
        let chat = try #require(await desk.messenger.shell.port(\.opened))
        #expect(chat.participants == [0, 1, 4, 3].map { ContactID($0) })
        #expect(await desk.shownChats[0].title == "Engineers")
        #expect(await desk.shownChats[0].avatar == Pictures.all[0])
        #expect(await desk.unread("Engineers") == "")
    }

    @Test(arguments: [0, 4, 9, -1])
    func `a number that nobody has in a group is not possible, and changes nothing`(_ number: Int) async throws {
        let desk = try await Desk(), recorder = desk.messenger.system.recorder()
        await desk.do(.tap(3), .avatar)
        // Not being edited.
        #expect(!(await desk.messenger.give(.remove(1))))
        await desk.do(.edit)
        let before = await desk.screen
        _ = recorder.take()
        #expect(!(await desk.messenger.give(.remove(number))))
        #expect(!(await desk.messenger.give(.choose(number))))
        #expect(await desk.screen == before)
        #expect(recorder.take().allSatisfy { $0.message is UserCommand })
        #expect(before.possibilities.prefix(4) == ["type TEXT", "picture", "remove 1…3", "choose 1…2"])
        await desk.do(.remove(3), .choose(3))
    }

    @Test func `a participant of a group opens the profile, and from there the chat of two`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(3), .avatar)
        #expect(await desk.screen.possibilities.prefix(4) == ["tap 1…3", "edit", "media", "delete"])
        for number in [0, 4, 9] { #expect(!(await desk.messenger.give(.tap(number)))) }
        await desk.do(.tap(2))
        guard case .profile(let alan, _, isPeer: false) = await desk.screen.body else {
            Issue.record("no profile of a participant")
            return
        }
        #expect(alan.name == "Alan")
        #expect(await desk.screen.possibilities.prefix(3) == ["chat", "menu", "back"])
        #expect(!(await desk.messenger.give(.media)))
        await desk.do(.back)
        guard case .group = await desk.screen.body else {
            Issue.record("not back in the group")
            return
        }
        // While it is edited the numbers are of who is removed and added.
        await desk.do(.edit)
        #expect(!(await desk.messenger.give(.tap(2))))
        await desk.do(.cancel, .tap(2), .chat)
        #expect(try await desk.open().title == "Alan")
        #expect(desk.messenger.openChats.count == 1)
        await desk.do(.avatar, .media, .back, .chat, .back)
        #expect(await desk.titles == ["Alan", "Bo", "Ada", "Compilers"])
        await desk.do(.tap(4))
        #expect(try await desk.texts().count == 3)
    }

    @Test func `the chat that is open follows its own changes, and no others`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(3))
        await desk.somebody(.rename("Ada", "Lady Lovelace"))
        #expect(try await desk.open().title == "Compilers")
        await desk.somebody(.rename("Compilers", "Linkers"))
        #expect(try await desk.open().title == "Linkers")
        #expect(await desk.screen.lines.contains { $0.contains("🔧 Linkers") })
    }

    @Test func `all pictures of a chat are looked at one after the other, from a row only that one`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .attach, .choose(1), .choose(2), .choose(3), .done)
        await desk.wait(.milliseconds(200))
        try await desk.tapMessage(fromEnd: 2)
        #expect(try await desk.open().viewed == Pictures.all[1])
        #expect(!(await desk.messenger.give(.following)))
        await desk.do(.close, .avatar, .media)
        #expect(await desk.screen.body == .gallery(Array(Pictures.all.prefix(3)), viewed: nil))
        await desk.do(.tap(2), .following)
        #expect(!(await desk.messenger.give(.following)))
        await desk.do(.previous, .previous)
        #expect(!(await desk.messenger.give(.previous)))
        #expect(await desk.screen.body == .gallery(Array(Pictures.all.prefix(3)), viewed: 0))
        await desk.do(.close, .back, .chat)
        #expect(try await desk.texts().count == 18)
    }

    @Test func `the menu has others do something, in a chat something there`() async throws {
        let desk = try await Desk()
        await desk.do(.menu)
        #expect(await desk.screen.sheet == .menu([.message, .newChat, .avatars, .logIn, .logOut]))
        #expect(!(await desk.messenger.give(.tab(.contacts))))
        await desk.do(.choose(2))
        #expect(await desk.list.deltas() == ["insert 0"])
        await desk.do(.tap(3), .menu)
        #expect(await desk.screen.sheet == .menu([.message, .picture, .avatars]))
        let count = try await desk.texts().count
        await desk.do(.choose(2))
        #expect(try await desk.rows().last?.message?.kind == .media)
        await desk.do(.menu, .choose(1))
        #expect(try await desk.texts().count == count + 2)
        await desk.do(.menu, .cancel)
        #expect(await desk.screen.sheet == .none)
    }

    @Test func `the menu of other people is everywhere`() async throws {
        let desk = try await Desk()
        let walks: [[UserCommand]] = [
            [], [.tab(.contacts)], [.tab(.settings)], [.tab(.chats), .add], [.choose(1), .next], [.back, .tap(2)],
            [.avatar], [.media], [.back, .back, .back, .tap(3), .avatar], [.edit],
        ]
        for walk in walks {
            for command in walk { await desk.do(command) }
            let before = await desk.screen
            #expect(before.possibilities.contains("menu"))
            await desk.do(.menu, .cancel)
            #expect(await desk.screen == before)
        }
    }

    @Test func `a tab comes back as it was left`() async throws {
        let desk = try await Desk()
        await desk.do(.tap(2), .type("half"), .avatar, .tab(.settings))
        #expect(await desk.screen.body == .settings)
        #expect(!(await desk.messenger.give(.tab(.settings))))
        await desk.do(.tab(.chats), .back)
        #expect(try await desk.open().text == "half")
    }

    @Test func `others live when they are let, every four seconds`() async throws {
        let desk = try await Desk()
        await desk.wait(.seconds(60))
        let before = await desk.list.deltas()
        await desk.do(.live(true))
        await desk.wait(.seconds(120))
        let during = await desk.list.deltas()
        await desk.do(.live(false))
        await desk.wait(.seconds(60))
        #expect(before == [] && during.count > 10)
        #expect(await desk.list.deltas() == [])
    }

    @Test func `days have names`() {
        #expect(Moment.name(ofDay: 0, today: 0) == "Today")
        #expect(Moment.name(ofDay: 0, today: 1) == "Yesterday")
        #expect(Moment.name(ofDay: 0, today: 2) == "15.06.18")
        #expect(Moment.name(ofDay: -106, today: 2) == "01.03.18")
        #expect(Moment.name(ofDay: -107, today: 2) == "28.02.18")
        #expect(Moment.name(ofDay: 624, today: 0) == "29.02.20")
        #expect(Moment(day: -1, 23, 59, 59).day == -1 && Moment(day: -1, 23, 59, 59).clock == "23:59")
        #expect((Moment(day: -1, 23, 59, 59) + 1).day == 0)
    }
}
