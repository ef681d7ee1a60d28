import DemoSupport
import StatechartsTesting
import Testing

@testable import MessengerModel

/// The phone in a terminal: keys, and windows of any height.
@Suite struct PhoneTests {
    private static let keys: [TerminalInput] = [.escape, .tab, .up, .down, .left, .right]

    private func commands(_ screen: Screen) -> [String?] { Self.keys.map { screen.command(for: $0) } }

    @Test func `keys are short for what is near`() async throws {
        let desk = try await Desk()
        #expect(commands(await desk.screen) == [nil, "tab settings", nil, nil, nil, nil])
        await desk.do(.search)
        #expect(commands(await desk.screen) == ["cancel", "tab settings", nil, nil, nil, nil])
        await desk.do(.cancel, .tap(2))
        #expect(commands(await desk.screen) == ["back", "tab settings", "up 3", "down 3", "drag -40", nil])
        await desk.do(.drag(-40))
        #expect(commands(await desk.screen)[5] == "release")
        await desk.do(.menu)
        #expect(commands(await desk.screen) == ["cancel", nil, nil, nil, nil, nil])
        await desk.do(.cancel, .attach, .choose(1), .choose(2), .done)
        await desk.wait(.milliseconds(200))
        try await desk.tapMessage()
        #expect(commands(await desk.screen)[0] == "close")
        await desk.do(.close, .avatar, .media, .tap(1))
        #expect(commands(await desk.screen) == ["close", "tab settings", nil, nil, nil, "following"])
        await desk.do(.following)
        #expect(commands(await desk.screen) == ["close", "tab settings", nil, nil, "previous", nil])
        for key: TerminalInput in [.character("a"), .enter, .backspace, .resized] {
            #expect(await desk.screen.command(for: key) == nil)
        }
        // Each is a command.
        for key in Self.keys {
            if let line = await desk.screen.command(for: key) { #expect(try Command(line) != nil) }
        }
        #expect(Tab.allCases.map(\.next) == [.chats, .settings, .contacts])
    }

    @Test(arguments: [16, 20, 24, 30, 60])
    func `a chat fits into the window, with its newest row and the composer`(_ rows: Int) async throws {
        let desk = try await Desk(), messenger = desk.messenger
        await desk.do(.tap(2), .type("half"))
        var excerpt = Excerpt()
        for commands: [UserCommand] in [[], [.keyboard(true)], [.keyboard(false)], [.scroll(-99)], [.back, .tap(2)]] {
            for command in commands { await desk.do(command) }
            let screen = await messenger.screen(fitting: rows, columns: 80), all = screen.lines(columns: 80)
            let lines = excerpt.lines(of: all, in: rows, of: screen)
            #expect(lines.count <= rows && lines.last == all.last)
            #expect(lines.contains { $0.contains("✎") })
            // From 24 rows on nothing at all is cut off.
            if rows >= 24 { #expect(lines == all) }
            if commands != [.scroll(-99)] { #expect(lines.contains { $0.contains("note 40") }) }
            let open = try await desk.open()
            #expect(open.viewport.frame <= 320 && open.viewport.offset <= open.viewport.end)
        }
        // What cannot be reached is scrolled to.
        await desk.do(.scroll(-99), .scroll(-99), .scroll(-99), .scroll(-99))
        let top = await messenger.screen(fitting: rows, columns: 80)
        let lines = excerpt.lines(of: top.lines(columns: 80), in: rows, of: top)
        #expect(lines.contains { $0.contains("note 1") && !$0.contains("note 10") } || rows < 20)
    }

    @Test func `a long list is looked at piece by piece`() async throws {
        let desk = try await Desk(store: .chats((1...30).map { "Chat \($0)" }))
        let screen = await desk.messenger.screen(fitting: 20, columns: 80), all = screen.lines(columns: 80)
        #expect(all.count > 60)
        var excerpt = Excerpt()
        #expect(excerpt.lines(of: all, in: 20, of: screen) == Array(all.prefix(20)))
        excerpt.move(by: 5)
        #expect(excerpt.lines(of: all, in: 20, of: screen) == Array(all[5..<25]))
        excerpt.move(by: 1_000)
        #expect(excerpt.lines(of: all, in: 20, of: screen) == Array(all.suffix(20)))
        excerpt.move(by: -1_000)
        #expect(excerpt.lines(of: all, in: 20, of: screen) == Array(all.prefix(20)))
        // In a window that is high enough all of it is to be seen.
        excerpt.move(by: 5)
        #expect(excerpt.lines(of: all, in: 200, of: screen) == all)
        #expect(excerpt.lines(of: all, in: 0, of: screen) == [all[0]])
    }
}
