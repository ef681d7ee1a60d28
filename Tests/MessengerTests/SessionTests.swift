import DemoSupport
import Foundation
import StatechartsTesting
import Testing

@testable import MessengerModel

@Suite struct SessionTests {
    @Test(arguments: [
        ("tab contacts", Command.user(.tab(.contacts))), ("tap 3", .user(.tap(3))), ("back\r", .user(.back)),
        ("type", .user(.type(""))), ("type  a # b ", .user(.type("a # b"))), ("up", .user(.scroll(-5))),
        ("up 12", .user(.scroll(-12))), ("down 3", .user(.scroll(3))), ("keyboard", .user(.keyboard(true))),
        ("keyboard off", .user(.keyboard(false))), ("drag -40", .user(.drag(-40))), ("drag 5", .user(.drag(5))),
        ("live on", .user(.live(true))), ("message Bo: see: this", .people(.message("Bo", "see: this"))),
        ("image Bo", .people(.picture("Bo"))), ("rename A b : c d", .people(.rename("A b", "c d"))),
        ("newchat x y", .people(.newChat("x y"))), ("face Ada", .people(.avatar("Ada"))),
        ("login Ada", .people(.presence("Ada", true))), ("logout Ada", .people(.presence("Ada", false))),
        ("advance 250ms", .advance(.milliseconds(250))), ("advance 3min", .advance(.seconds(180))),
        ("step", .step(nil)), ("step 4", .step(4)), ("pause", .stepping(true)), ("resume", .stepping(false)),
        ("crash", .crash), ("quit", .quit), ("help", .help("")), ("help tap", .help("tap")),
    ])
    func `lines are read`(line: String, command: Command) throws {
        #expect(try Command(line) == command)
    }

    @Test func `what is done at the phone is said in the words that are read`() throws {
        let commands: [UserCommand] = [
            .tab(.contacts), .tap(2), .back, .cancel, .search, .type("a b"), .send, .attach, .choose(3), .done, .next,
            .more, .create, .remove(1), .add, .menu, .avatar, .media, .chat, .edit, .picture, .delete, .previous,
            .following, .close, .keyboard(true), .keyboard(false), .scroll(-3), .scroll(4), .drag(-5), .release,
            .live(true), .live(false),
        ]
        for command in commands { #expect(try Command("\(command)") == .user(command)) }
    }

    @Test(arguments: ["", "   ", "\t", "# tap", "  # quit", "\r"])
    func `empty lines and comments are nothing`(line: String) throws {
        #expect(try Command(line) == nil)
    }

    @Test(arguments: [
        ("tap", "expected tap N, N being the number of a row, as it is seen"),
        ("tap 0", "expected tap N, N being the number of a row, as it is seen"),
        ("tab home", "expected tab contacts|chats|settings"), ("back now", "expected back, without anything behind it"),
        ("drag left", "expected drag N, N being points to the right, such as -40"),
        ("message Bo", "expected message CHAT: TEXT, CHAT being a chat's title"),
        ("advance 5", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("advance 1441min", "expected advance DURATION, DURATION being a time such as 250ms, 2s or 1min, up to a day"),
        ("type \u{1B}[2J", "expected type [TEXT], TEXT being what the field is to contain; nothing without it"),
    ])
    func `what was expected is said of other lines`(line: String, expected: String) {
        #expect(throws: Malformed(expected: expected)) { try Command(line) }
    }

    @Test func `a malformed line names its number, changes nothing, and the session goes on`() async throws {
        let session = Session(try await Desk().messenger)
        let screen = await session.look()
        #expect(await session.perform("# the first line") == Session.Reply())
        let reply = await session.perform("taps 2")
        #expect(
            reply.messages == [
                "line 2: unknown command 'taps'; did you mean tap N, tab contacts|chats|settings or type [TEXT]? "
                    + "(help lists all)"
            ])
        #expect(!reply.isUnderstood && reply.changes == [])
        #expect(await session.look() == screen)
        #expect(await session.perform("newchat Boats").changes != [])
        #expect(await session.perform("quit") == Session.Reply(isOver: true))
    }

    @Test func `a command that is not possible is told with those that are`() async throws {
        let session = Session(try await Desk().messenger)
        _ = await session.look()
        #expect(
            await session.perform("send")
                == Session.Reply(messages: [
                    "not now: send (possible: tap 1…3, search, add, menu, tab contacts, tab settings)"
                ]))
        #expect(await session.perform("face Zoe").messages == ["not now: there is nobody of that name"])
        #expect(await session.perform("crash").messages == ["not now: crash (no chat is open)"])
        #expect(await session.perform("step").messages == ["not now: step (nothing waits)"])
    }

    /// The names of the scripts that CI compares, those without arguments of their own.
    private static var scripts: [URL] {
        let folder = Sources.folder.appending(path: "Scripts").resolvingSymlinksInPath()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".script") }.sorted().map { folder.appending(path: $0) }
    }

    @Test func `point 29: a script ends with the same screen, each machine on its own executor or all on one`()
        async throws
    {
        #expect(Self.scripts.count >= 6)
        for script in Self.scripts {
            let lines = try String(contentsOf: script, encoding: .utf8).split(separator: "\n").map(String.init)
            func last(on actor: (any Actor)?) async throws -> [String] {
                let messenger = Messenger(manual: ManualClock(failures: .issues), on: actor)
                try await messenger.start()
                let session = Session(messenger)
                for line in lines { if await session.perform(line).isOver { break } }
                let screen = await session.look()
                try await messenger.stop()
                return screen
            }
            #expect(try await last(on: nil) == (try await last(on: Lane())), "\(script.lastPathComponent)")
        }
    }

    @Test func `screens fit into 40 to 120 columns, and no text is cut off`() async throws {
        let desk = try await Desk()
        let long = "a title that is quite long, with averyveryveryverylongwordinitthathastobebrokensomewhere, and 漢字"
        await desk.somebody(.newChat(long), .message(long, long), .message("Bo", long))
        let walks: [[UserCommand]] = [
            [], [.search, .type(long)], [.cancel, .tap(1)], [.type(long), .keyboard(true)], [.drag(-40)], [.avatar],
            [.media], [.back, .back, .back, .tap(2)], [.avatar], [.edit, .type(long)], [.cancel, .back, .menu],
            [.cancel, .attach, .choose(2)], [.cancel, .back, .add], [.choose(1), .next, .type(long)],
            [.back, .tab(.contacts)], [.search, .type("a")], [.tab(.settings)],
        ]
        for commands in walks {
            for command in commands { await desk.do(command) }
            let screen = await desk.screen
            let words = Self.words(screen.lines(columns: 120))
            for columns in [40, 41, 47, 54, 58, 59, 80, 119, 120] {
                let lines = screen.lines(columns: columns)
                #expect(lines.allSatisfy { $0.columns == lines[0].columns && $0.columns <= columns }, "\(columns)")
                #expect(!lines.contains { $0.contains("…") && !$0.contains("1…") && !$0.contains("loading…") })
                // What is said on a wide screen is said on a narrow one: bubbles are as wide on all.
                #expect(Self.words(lines) == words, "\(columns)")
            }
            // Below that, frames are whole and nothing is wider than the window.
            for columns in [39, 38, 36, 33, 30, 26, 20, 17, 16] {
                let lines = screen.lines(columns: columns)
                #expect(lines.allSatisfy { $0.columns == columns }, "\(columns)")
                #expect(
                    lines.dropFirst().dropLast().allSatisfy {
                        "│├".contains($0.prefix(1)) && "│┤".contains($0.suffix(1))
                    })
            }
            for columns in 0...15 { #expect(screen.lines(columns: columns).allSatisfy { $0.columns <= columns }) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a message of 20,000 characters is drawn in time, line by line`() async throws {
        let desk = try await Desk(), session = Session(desk.messenger)
        _ = await session.look()
        for line in ["tap 2", "type " + String(repeating: "long words ", count: 2_000), "send", "up 5", "back"] {
            #expect(await session.perform(line).isUnderstood)
        }
        #expect(
            MessageRow.lines(
                of: Message(
                    id: 1, chat: ChatID(1), sender: .me, date: .start, text: String(repeating: "x", count: 200_000))
            ).count == 8_334)
    }

    /// What is written, without frames, blanks and the order of pieces.
    private static func words(_ lines: [String]) -> [Character: Int] {
        lines.joined().filter { !" ┌┐└┘├┤│─┄".contains($0) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    @Test func `messages are let through one at a time`() async throws {
        let messenger = try await Desk().messenger
        let session = Session(messenger)
        _ = await session.look()
        #expect(await session.perform("pause") == Session.Reply())
        let reply = await session.perform("message Ada: hello")
        #expect(reply.messages.count == 1 && reply.messages[0].contains("Phone.people"))
        #expect(reply.changes == [])
        let step = await session.perform("step")
        #expect(step.messages[0].hasPrefix("delivered: #") && step.messages.count == 2)
        #expect(await session.perform("resume").changes.contains { $0.contains("hello") })
    }
}
